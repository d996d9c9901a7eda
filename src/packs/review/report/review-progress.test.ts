import { expect, it } from 'vitest'
import { caseResult, sampleRun } from '../../../../test/fixtures/sample-run.ts'
import { type CaseResult, type Review, stringifyJson } from '../../../core/index.ts'
import { reviewProgress } from './review-progress.ts'

const review: Review = {
  result: 'pass',
  confidence: 0.91,
  evidenceStatus: 'sufficient',
  explanation: 'The lights last 90 minutes.',
  shortExplanation: '',
  citations: ['battery: 90 minutes'],
  sources: [],
}

function answering(text: string): CaseResult {
  const finalResponse = { role: 'model', parts: [{ text }] }
  return { ...caseResult('TC001', 'Review it', []), transcript: { invocations: [{ userContent: {}, finalResponse }] } }
}

const unreadable = answering('as if it were JSON')

type Shown = { verbose: boolean; repeat?: number }

async function shown(result: CaseResult, options: Shown) {
  let text = ''
  const report = reviewProgress({
    write: (more) => void (text += more),
    columns: 80,
    language: 'en',
    verbose: options.verbose,
  })
  const { plan } = sampleRun()
  const planned = { ...plan, repeat: options.repeat ?? 1, dataset: { ...plan.dataset, cases: 3 } }
  await report({ type: 'run-start', plan: planned, resumed: false, done: 0 })
  await report({ type: 'case-start', position: 1, repeat: 0, evalCase: result.evalCase })
  await report({ type: 'case-end', position: 1, repeat: 0, result })
  return text
}

it('counts cases and their repeats', async () => {
  expect(await shown(unreadable, { verbose: false, repeat: 2 })).toMatchInlineSnapshot(`
    "
    🤖 Evaluating the reviewer …
      Case 3/6: TC001 …
    "
  `)
})

it('shows the review when it is told to', async () => {
  expect(await shown(answering(stringifyJson(review)), { verbose: true })).toMatchInlineSnapshot(`
    "
    🤖 Evaluating the reviewer …
      Case 2/3: TC001 …
        TC001
          result: pass (expected: –)
          confidence: 0.91
          evidence: sufficient
          explanation: The lights last 90 minutes.
          quote: battery: 90 minutes
    "
  `)
})

it('shows an answer that is no review as it is, and why there is none', async () => {
  expect(await shown(unreadable, { verbose: true })).toContain('      answer: as if it were JSON\n')
  const failure = { code: 'agent', reason: { text: 'no credentials' } }
  const broken = { ...unreadable, transcript: { invocations: [], failure } }
  expect(await shown(broken, { verbose: true })).toContain('      answer: no credentials\n')
})

it('leaves a confidence out that nobody stated', async () => {
  const { confidence: _, evidenceStatus: __, ...vague } = review
  expect(await shown(answering(stringifyJson(vague)), { verbose: true })).toContain(
    '      confidence: –\n      explanation:',
  )
})

it('shows why there is no verdict, what comes nearest, and what the reviewer warns of', async () => {
  const declined = { ...review, result: 'not_evaluated', confidence: null, unreadPages: 'a.pdf p. 1' }
  const warning = '⚠ a.pdf, page 1: page 1 draws but has no text: scanned?'
  expect(await shown(answering(`${stringifyJson(declined)}\n\n${warning}`), { verbose: true })).toMatchInlineSnapshot(`
    "
    🤖 Evaluating the reviewer …
      Case 2/3: TC001 …
        TC001
          result: not evaluated (expected: –)
          reason: Needs a person: the reviewer could not read a.pdf p. 1
          near passage: battery: 90 minutes
          warning: a.pdf, page 1: page 1 draws but has no text: scanned?
    "
  `)
})
