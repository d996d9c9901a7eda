import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readJsonDocument } from '../../../formats/kit/source-text.ts'
import { openDataset, openTranscripts } from '../../../compose/datasets.ts'
import { strandsReportFrom } from './strands-report.ts'

const file = (name: string) => join(import.meta.dirname, '../../../../test/fixtures/strands', name)
const flat = readFileSync(file('report.json'), 'utf8')
const byEvaluator = readFileSync(file('reports-by-evaluator.json'), 'utf8')

const rowsOf = (text: string) =>
  readJsonDocument(text, 'r.json', strandsReportFrom).rows.map(({ evaluator, evalCase, score, passed }) => [
    evaluator,
    evalCase.id,
    score,
    passed,
  ])

function reportOfOneName(...inputs: string[]): object {
  return {
    overall_score: 1,
    scores: inputs.map(() => 1),
    cases: inputs.map((input) => ({ input, name: 'a', actual_output: 'x' })),
    test_passes: inputs.map(() => true),
  }
}

describe('a report of strands-evals', () => {
  it('is read in the shape that has all evaluators in one', () => {
    const { overallScores, rows } = readJsonDocument(flat, 'r.json', strandsReportFrom)
    expect(overallScores).toEqual([0.6041666666666666])
    expect(rowsOf(flat)).toEqual([
      ['HelpfulnessEvaluator', 'refund', 0.833, true],
      ['HelpfulnessEvaluator', 'quote', 0.5, true],
      ['HelpfulnessEvaluator', 'broken', 0, false],
      ['HelpfulnessEvaluator', 'case_3', 1, true],
      ['right', 'refund', 1, true],
      ['right', 'quote', 1, true],
      ['right', 'broken', 0, false],
      ['right', 'case_3', 0.5, false],
    ])
    expect(rows[0]).toMatchObject({ reason: 'does it', outputs: [{ label: 'Very helpful', passed: true }] })
    expect(rows[7]).toMatchObject({
      evaluatorType: 'Equals',
      outputs: [{ label: 'not_applicable' }],
      diagnosis: { failures: [] },
      recommendation: 'Name the currency.',
    })
  })

  it('is read in the older shape, a list with one for each evaluator', () => {
    expect(readJsonDocument(byEvaluator, 'r.json', strandsReportFrom).overallScores).toEqual([0.58325, 0.625])
    expect(rowsOf(byEvaluator)).toEqual(
      rowsOf(flat).map(([name, ...row]) => [name === 'right' ? 'Equals' : name, ...row]),
    )
  })

  it('counts evaluators of the first versions, which did not write who they are', () => {
    const one = { overall_score: 1, scores: [1], cases: [{ input: 'q', actual_output: 'a' }], test_passes: [true] }
    expect(rowsOf(JSON.stringify([one, one]))).toEqual([
      ['evaluator_1', 'case_0', 1, true],
      ['evaluator_2', 'case_0', 1, true],
    ])
    expect(rowsOf(JSON.stringify(one))).toEqual([['evaluator_1', 'case_0', 1, true]])
  })

  it('has no score where the list of scores is shorter; strands-evals puts a zero there', () => {
    const cases = [
      { input: 'q', name: 'a' },
      { input: 'r', name: 'b' },
    ]
    const report = { overall_score: 1, scores: [1], cases, test_passes: [true] }
    expect(rowsOf(JSON.stringify(report))[1]).toEqual(['evaluator_1', 'b', null, null])
  })

  it.each([
    [{ scores: [1, 1], test_passes: [true], cases: [{ input: 'q' }] }, 'r.json:2: scores: 2 scores for 1 case'],
    [
      { scores: ['high'], test_passes: [true], cases: [{ input: 'q' }] },
      'r.json:3: scores[0]: expected a number, got "high"',
    ],
    [
      { scores: [1], test_passes: [1], cases: [{ input: 'q' }] },
      'r.json:6: test_passes[0]: expected true or false, got 1',
    ],
    [{ scores: [1], test_passes: [true], cases: [{ name: 'a' }] }, 'r.json:9: cases[0]: "input" is missing'],
  ])('says what is wrong in %j', (report, sentence) => {
    const text = JSON.stringify({ ...report, overall_score: 1 }, null, 2)
    expect(() => readJsonDocument(text, 'r.json', strandsReportFrom)).toThrow(sentence)
  })

  it('names the report in a list in which something is wrong', () => {
    const good = { overall_score: 1, scores: [], cases: [], test_passes: [] }
    const bad = { ...good, cases: [{ input: 'q', expected_trajectory: 3 }] }
    expect(() => readJsonDocument(JSON.stringify([good, bad]), 'r.json', strandsReportFrom)).toThrow(
      'r.json:1: [1].cases[0].expected_trajectory: expected a list, got 3',
    )
  })
})

describe('a report as a dataset', () => {
  it.each(['report.json', 'reports-by-evaluator.json'])(
    'has each case once, with what the agent did: %s',
    async (name) => {
      const opened = await openDataset(file(name))
      expect(opened).toMatchObject({ format: 'strands-report', count: 4, repeats: 1 })
      expect((await Array.fromAsync(opened.dataset.cases())).map(({ id }) => id)).toEqual([
        'refund',
        'quote',
        'broken',
        'case_3',
      ])
      const transcripts = await openTranscripts(file(name))
      expect(await Array.fromAsync(transcripts())).toHaveLength(4)
    },
  )

  it('shows a recorded session in the order of time, with errors of tools and what was said on the way', async () => {
    const [refund] = await Array.fromAsync((await openTranscripts(file('report.json')))())
    const [invocation] = refund?.invocations ?? []
    expect(invocation).toMatchObject({
      userContent: { parts: [{ text: 'Refund order A17, please.' }] },
      finalResponse: { parts: [{ text: 'Order A17 is refunded.' }] },
      sessionState: { refunds: ['A17'] },
      agents: { agent: { instructions: 'Be brief.' } },
    })
    const events = invocation?.steps?.form === 'events' ? invocation.steps.events : []
    expect(events.map(({ author, content }) => [author, content?.parts?.[0]])).toEqual([
      ['agent', { toolCall: { id: 'c1', name: 'find_order', args: { id: 'A17' } } }],
      ['agent', { toolResponse: { id: 'c1', name: 'find_order', response: { result: '{"total": 24}' } } }],
      ['agent', { toolCall: { id: 'c2', name: 'refund_order', args: { id: 'A17' } } }],
      [
        'agent',
        { toolResponse: { id: 'c2', name: 'refund_order', response: { result: 'timeout', error: 'timeout' } } },
      ],
      ['agent', { text: 'It did not work. Shall I try again?' }],
      ['user', { text: 'Yes.' }],
      ['agent', { toolCall: { id: 'c3', name: 'refund_order', args: { id: 'A17' } } }],
      ['agent', { toolResponse: { id: 'c3', name: 'refund_order', response: { result: 'done' } } }],
    ])
  })

  it('shows lists of tools, interactions, and tasks that threw', async () => {
    const [, quote, broken, relay] = await Array.fromAsync((await openTranscripts(file('report.json')))())
    expect(quote?.invocations[0]).toMatchObject({
      finalResponse: { parts: [{ text: '{"price":24}' }] },
      steps: {
        form: 'lists',
        toolCalls: [{ id: 'call-1', name: 'price_of', args: { item: 'sencha' } }],
        toolResponses: [{ id: 'call-1', name: 'price_of', response: { result: '12 per 100 g' } }],
      },
    })
    expect(broken).toEqual({
      caseId: 'broken',
      invocations: [],
      failure: { code: 'agent', reason: { text: '{problem}', values: { problem: 'connection reset' } } },
    })
    expect(relay?.invocations[0]?.steps).toMatchObject({
      form: 'events',
      events: [
        { author: 'agent', content: { parts: [{ toolCall: { name: 'lookup' } }] } },
        { author: 'router', content: { parts: [{ text: '→ 在庫' }] }, extra: { dependencies: [] } },
        { author: 'stock', content: { parts: [{ text: '在庫あり' }] }, extra: { dependencies: ['router'] } },
      ],
    })
  })

  it('takes a case that is there twice for repeats, and refuses two different ones of one name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shinsa-report-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'same.json'), JSON.stringify(reportOfOneName('q', 'q', 'q')))
    expect(await openDataset(join(folder, 'same.json'))).toMatchObject({ count: 1, repeats: 3 })
    writeFileSync(join(folder, 'other.json'), JSON.stringify(reportOfOneName('q', 'r')))
    await expect(openDataset(join(folder, 'other.json'))).rejects.toThrow('two different cases are called "a"')
  })
})
