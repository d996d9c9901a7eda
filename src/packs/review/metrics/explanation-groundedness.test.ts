import { describe, expect, it } from 'vitest'
import type { EvalCase, Invocation, Judge } from '../../../core/index.ts'
import { scriptedJudge } from '../../../judges/index.ts'
import { embeddedJudge } from '../../../judges/embedded/embedded-judge.ts'
import { explanationGroundedness } from './explanation-groundedness.ts'

const plan = 'Emergency lights are fitted in all corridors. The lights last 90 minutes. They are tested monthly.'

describe('explanationGroundedness', () => {
  it.each([
    [
      'a sentence of the document',
      'The lights last 90 minutes.',
      'The emergency lights must last at least 60 minutes.',
    ],
    ['one beside a check that asks', 'The lights last 90 minutes.', 'Do the lights last 120 minutes?'],
    ['one beside a check that states', 'The lights last 90 minutes.', 'The lights last 60 minutes.'],
    ['a quotation', 'Page 1 says “The lights last 90 minutes.”', 'The emergency lights must last at least 60 minutes.'],
  ])('looks up %s, and nothing disputes it', async (_name, explanation, check) => {
    expect(await scoreOf(explanation, check)).toMatchObject({
      value: 1,
      invocations: [{ evidence: [{ rows: [{ label: 'quoted', value: 1 }] }] }],
    })
  })

  it('asks the judge about everything else', async () => {
    expect(await scoreOf('The lights last 30 minutes.', 'Do the lights last?')).toMatchObject({
      value: 0,
      invocations: [{ evidence: [{ rows: [{ label: 'contradictory' }] }] }],
    })
  })

  it('does not take a few words that stand anywhere for evidence', async () => {
    expect(await scoreOf('All corridors.', 'Do the lights last?')).not.toMatchObject({
      invocations: [{ evidence: [{ rows: [{ label: 'quoted' }] }] }],
    })
  })

  it('takes a requirement that is repeated for no evidence, nor what a tool said', async () => {
    const demand = 'Sprinklers are fitted in all bedrooms.'
    const judge = scriptedJudge(() => ({ value: { sentences: [] } }))
    const sources = [{ tool: 'look_up', output: demand }]
    await scoreOf(demand, demand, { judge, sources })
    expect(judge.questions.map(({ evidence }) => evidence.find(({ label }) => label === 'context')?.text)).toEqual([
      `[plan.md, page 1]\n${plan}`,
    ])
    const score = await scoreOf(demand, demand)
    expect(score.status === 'scored' && score.value > 0.5).toBe(false)
  })
})

type Told = { readonly judge?: Judge; readonly sources?: readonly unknown[] }

async function scoreOf(
  explanation: string,
  checkDescription: string,
  { judge = embeddedJudge(), sources = [] }: Told = {},
) {
  const document = {
    name: 'plan.md',
    pages: [{ number: 1, text: plan }],
    findQuote: async (quote: string) => ({
      status: plan.includes(quote) ? ('verified' as const) : ('not-found' as const),
    }),
  }
  const metric = explanationGroundedness({ judge, documents: async () => [document] })
  const review = { checkName: 'Lights', checkDescription, languageName: 'English', documents: ['plan.md'] }
  const evalCase = { id: 'lights', review } as unknown as EvalCase // the rest of a review is of no matter here
  const answer = { result: 'pass', confidence: 0.9, explanation, citations: [], sources }
  const invocation: Invocation = { userContent: {}, finalResponse: { parts: [{ text: JSON.stringify(answer) }] } }
  return metric.score(evalCase, { invocations: [invocation] }, {})
}
