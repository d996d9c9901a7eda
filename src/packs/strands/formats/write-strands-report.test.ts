import { describe, expect, it } from 'vitest'
import { readJsonDocument } from '../../../formats/kit/source-text.ts'
import {
  type CaseRecord,
  type EvalCase,
  type Run,
  type Score,
  type Transcript,
  toEnglish,
} from '../../../core/index.ts'
import { strandsReportFrom } from './strands-report.ts'
import { writeStrandsReport } from './write-strands-report.ts'

const evalCase: EvalCase = {
  id: 'refund',
  conversation: [{ userContent: { parts: [{ text: 'Refund A17.' }] }, finalResponse: { parts: [{ text: 'Done.' }] } }],
  session: { appName: 'a', userId: 'u', id: 's1' },
  metadata: { level: 1, strands: { expected_assertion: 'A17 is refunded.' } },
}
const transcript: Transcript = {
  invocations: [
    {
      userContent: { parts: [{ text: 'Refund A17.' }] },
      finalResponse: { parts: [{ text: 'It is done.' }] },
      steps: {
        form: 'lists',
        toolCalls: [{ id: 'c1', name: 'refund', args: { id: 'A17' } }, { name: 'log' }],
        toolResponses: [{ id: 'c1', name: 'refund', response: { result: 'ok' } }],
        responses: [],
      },
      sessionState: { refunds: ['A17'] },
    },
  ],
}
const failed: Transcript = { invocations: [], failure: { code: 'agent', reason: { text: 'no connection' } } }

const run: Run = {
  status: 'finished',
  plan: {
    runId: 'r1',
    createdAt: '2026-11-21T00:00:00.500Z',
    version: '0.1.0',
    dataset: { id: 'set', format: 'strands-experiment', cases: 2 },
    target: { name: 't' },
    metrics: [
      { name: 'helpful', threshold: 0.5, options: { evaluator_type: 'HelpfulnessEvaluator' } },
      { name: 'AttackSuccessEvaluator', threshold: 0.3, options: {}, polarity: 'lower-is-better' },
      { name: 'ToolSelectionAccuracyEvaluator', threshold: 1, options: {} },
      { name: 'Equals', threshold: 1, options: {} },
      { name: 'exact_match', threshold: 1, options: {} },
      { name: 'tool_call_count_v1' },
    ],
    repeat: 1,
    concurrency: 1,
    seed: 1,
    adkCompat: false,
    failOn: [],
  },
}
const judged = { samples: [], saved: 0, agreement: null }
const row = { subject: 'Refund A17.', label: 'Very helpful', value: 0.833, reason: 'It does it.', passed: true }
const attack = { subject: 'goal', label: 'substantial', value: 0.7, reason: 'Most of it.', passed: false }
const nothing = { text: 'The agent called no tool' }
const scores: Score[] = [
  {
    status: 'scored',
    metric: 'helpful',
    value: 0.833,
    threshold: 0.5,
    passed: true,
    evidence: [{ kind: 'verdicts', rows: [row] }],
    judged,
  },
  {
    status: 'scored',
    metric: 'AttackSuccessEvaluator',
    value: 0.7,
    threshold: 0.3,
    passed: false,
    lowerIsBetter: true,
    reason: { text: 'substantial: Most of it.' },
    evidence: [{ kind: 'verdicts', rows: [attack] }],
    judged,
  },
  { status: 'not-evaluated', metric: 'ToolSelectionAccuracyEvaluator', reason: nothing, informational: true },
  { status: 'not-evaluated', metric: 'Equals', reason: { text: 'There is no reference' } },
  { status: 'error', metric: 'exact_match', blame: 'metric', reason: { text: 'it broke' } },
  { status: 'measured', metric: 'tool_call_count_v1', value: 2, unit: 'calls' },
]

function record(position: number, played: Transcript, scored: Score[]): CaseRecord {
  const result = {
    position,
    repeat: 0,
    evalCase: position === 0 ? evalCase : { ...evalCase, id: `case ${position}` },
    transcript: played,
    scores: scored,
    verdict: 'failed' as const,
    cost: { toolCalls: 0 },
    durationMs: 1,
  }
  return { position, repeat: 0, evalCase: result.evalCase, invocations: played.invocations, scores: scored, result }
}
const records = [record(0, transcript, scores), record(1, failed, [])]

describe('writeStrandsReport', () => {
  const { text, losses } = writeStrandsReport(run, records)
  const report = JSON.parse(text) as Record<string, unknown[]>

  it('writes a row for each metric and case, scores that are not there as 0 with the reason', () => {
    const rows = readJsonDocument(text, 'r.json', strandsReportFrom).rows.map(
      ({ evaluator, evaluatorType, score, passed, reason, outputs }) => [
        evaluator,
        evaluatorType,
        score,
        passed,
        reason,
        outputs.map(({ label }) => label),
      ],
    )
    expect(rows).toEqual([
      ['helpful', 'HelpfulnessEvaluator', 0.833, true, 'It does it.', ['Very helpful']],
      ['helpful', 'HelpfulnessEvaluator', 0, false, 'An error occurred: no connection', []],
      ['AttackSuccessEvaluator', 'AttackSuccessEvaluator', 0.7, false, 'substantial: Most of it.', ['substantial']],
      ['AttackSuccessEvaluator', 'AttackSuccessEvaluator', 0, false, 'An error occurred: no connection', []],
      [
        'ToolSelectionAccuracyEvaluator',
        'ToolSelectionAccuracyEvaluator',
        0,
        true,
        'Not evaluated: The agent called no tool',
        ['not_applicable'],
      ],
      [
        'ToolSelectionAccuracyEvaluator',
        'ToolSelectionAccuracyEvaluator',
        0,
        false,
        'An error occurred: no connection',
        [],
      ],
      ['Equals', 'Equals', 0, false, 'Not evaluated: There is no reference', ['not_applicable']],
      ['Equals', 'Equals', 0, false, 'An error occurred: no connection', []],
      ['exact_match', 'exact_match', 0, false, 'Evaluator error: it broke', []],
      ['exact_match', 'exact_match', 0, false, 'An error occurred: no connection', []],
    ])
  })

  it('averages only scores that are there, and none in which high is not good', () => {
    expect(report['overall_score']).toBe(0.833)
  })

  it('says what the format cannot say', () => {
    expect(losses.map(toEnglish)).toMatchInlineSnapshot(`
      [
        "8 of 10 rows have no score: strands-evals can only write 0 there; the reason says why, and overall_score leaves them out",
        "overall_score leaves out AttackSuccessEvaluator: a high score there does not mean that the agent did well",
        "left out, as they measure and pass no judgement: tool_call_count_v1",
      ]
    `)
  })

  it('writes a case as strands-evals hands it to its evaluators', () => {
    expect(report['cases']?.[0]).toEqual({
      name: 'refund',
      input: 'Refund A17.',
      expected_output: 'Done.',
      expected_assertion: 'A17 is refunded.',
      expected_trajectory: null,
      expected_interactions: null,
      expected_environment_state: null,
      metadata: { level: 1 },
      actual_output: 'It is done.',
      actual_trajectory: [
        { name: 'refund', input: { id: 'A17' }, tool_result: 'ok' },
        { name: 'log', input: {}, tool_result: null },
      ],
      actual_interactions: null,
      actual_environment_state: [{ name: 'refunds', state: ['A17'] }],
      evaluator: 'helpful',
      evaluator_type: 'HelpfulnessEvaluator',
    })
    expect(report['cases']?.[1]).toMatchObject({ name: 'case 1', session_id: 's1' })
    expect(report['cases']?.[1]).not.toHaveProperty('actual_output')
  })

  it('writes the older shape on request, where each metric has its own mean', () => {
    const older = writeStrandsReport(run, records, { older: true })
    const list = JSON.parse(older.text) as { evaluator_name: string; overall_score: number; scores: number[] }[]
    expect(list.map(({ evaluator_name: name, overall_score: mean, scores: all }) => [name, mean, all])).toEqual([
      ['helpful', 0.833, [0.833, 0]],
      ['AttackSuccessEvaluator', 0.7, [0.7, 0]],
      ['ToolSelectionAccuracyEvaluator', 0, [0, 0]],
      ['Equals', 0, [0, 0]],
      ['exact_match', 0, [0, 0]],
    ])
    expect(older.losses.map(toEnglish).join()).not.toContain('overall_score leaves out Attack')
    const read = readJsonDocument(older.text, 'r.json', strandsReportFrom)
    expect(read.rows).toHaveLength(10)
  })

  it('writes parts that have no value as nothing to judge, whatever they are called here', () => {
    const open = { subject: 'second', label: 'unknown', value: null }
    const rows = [{ subject: 'first', label: 'yes', value: 1, reason: 'It is.' }, open]
    const score: Score = {
      status: 'scored',
      metric: 'helpful',
      value: 1,
      passed: true,
      evidence: [{ kind: 'verdicts', rows }],
      judged,
    }
    const written = writeStrandsReport(run, [record(0, transcript, [score])])
    expect(readJsonDocument(written.text, 'r.json', strandsReportFrom).rows[0]?.outputs).toMatchObject([
      { score: 1, passed: true, label: 'yes', reason: 'It is.' },
      { score: 0, passed: true, label: 'not_applicable' },
    ])
  })

  it('says that of a conversation only the last answer is written, with the calls of all turns', () => {
    const [invocation] = transcript.invocations
    if (invocation === undefined) throw new Error('there is one')
    const long = { invocations: [invocation, { ...invocation, finalResponse: { parts: [{ text: 'Bye.' }] } }] }
    const written = writeStrandsReport(run, [record(0, long, scores)])
    expect(written.losses.map(toEnglish)).toContain('1 conversation of several turns: only the last answer is written')
    const [row0] = readJsonDocument(written.text, 'r.json', strandsReportFrom).rows
    expect(row0?.transcript.invocations[0]).toMatchObject({
      finalResponse: { parts: [{ text: 'Bye.' }] },
      steps: { toolCalls: [{ name: 'refund' }, { name: 'log' }, { name: 'refund' }, { name: 'log' }] },
    })
  })
})
