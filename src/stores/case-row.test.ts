import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type CaseResult,
  EvalCase,
  EvidenceCounts,
  Invocation,
  Score,
  Verdict,
  evidenceCountsOf,
  message,
} from '../core/index.ts'
import { type CaseEvent, type CaseEventRow, recordFrom, scoredCaseFrom, toRow } from './case-row.ts'

const place = { position: 3, repeat: 1 }
const said = (text: string) => ({ parts: [{ text }] })
const evalCase: EvalCase = { id: 'order', conversation: [{ userContent: said('When?') }], metadata: { team: 'shop' } }
const invocation: Invocation = {
  userContent: said('When?'),
  finalResponse: said('On Monday.'),
  steps: { form: 'lists', toolCalls: [{ name: 'find', args: { id: 7 } }], toolResponses: [], responses: [] },
  usage: { totalTokens: 12 },
  durationSeconds: 0.5,
  createdAt: 1_700_000_000,
}
const scores: Score[] = [
  { status: 'scored', metric: 'rouge', value: 0.5, threshold: 0.4, passed: true },
  { status: 'measured', metric: 'tokens', value: 12, unit: 'tokens' },
  { status: 'not-evaluated', metric: 'safety', reason: message('no {part}', { part: 'judge' }) },
  { status: 'error', metric: 'tone', blame: 'judge', reason: message('down') },
]
const result: CaseResult = {
  ...place,
  evalCase,
  transcript: { invocations: [invocation], ending: 'turn-limit' },
  scores,
  verdict: 'passed',
  cost: { toolCalls: 1 },
  durationMs: 700,
}

// What is kept stays in files for years. Whoever changes this text brings older rows along, in migrations.ts.
const kept: readonly CaseEventRow[] = [
  {
    ...place,
    type: 'case-start',
    body: '{"id":"order","conversation":[{"userContent":{"parts":[{"text":"When?"}]}}],"metadata":{"team":"shop"}}',
  },
  {
    ...place,
    type: 'invocation',
    body: '{"userContent":{"parts":[{"text":"When?"}]},"finalResponse":{"parts":[{"text":"On Monday."}]},"steps":{"form":"lists","toolCalls":[{"name":"find","args":{"id":7}}]},"usage":{"totalTokens":12},"durationSeconds":0.5,"createdAt":1700000000}',
  },
  {
    ...place,
    type: 'scores',
    body: '[{"metric":"rouge","value":0.5,"threshold":0.4,"passed":true},{"metric":"tokens","value":12,"unit":"tokens"},{"status":"not-evaluated","metric":"safety","reason":{"text":"no {part}","values":{"part":"judge"}}},{"status":"error","metric":"tone","blame":"judge","reason":{"text":"down"}}]',
  },
  {
    ...place,
    type: 'case-end',
    body: '{"caseId":"order","verdict":"passed","ending":"turn-limit","evidence":{"exchanges":1,"reported":{"toolCalls":1,"usage":1}},"cost":{"toolCalls":1},"durationMs":700}',
  },
]

describe('the rows of a case', () => {
  const events: readonly CaseEvent[] = [
    { type: 'case-start', ...place, evalCase },
    { type: 'invocation', ...place, index: 0, invocation },
    { type: 'scores', ...place, scores },
    { type: 'case-end', ...place, result },
  ]

  it('have one layout in all files of this version', () => {
    expect(events.map(toRow)).toEqual(kept)
  })

  it('are read as the words of cases, invocations and scores say', () => {
    const metrics = scores.map(({ metric }) => metric)
    const record = recordFrom({ runId: 'run', ...place, rows: kept }, metrics)
    expect(EvalCase.parse(record?.evalCase)).toEqual(evalCase)
    expect(z.array(Invocation).parse(record?.invocations)).toEqual([invocation])
    expect(z.array(Score).parse(record?.scores)).toEqual(scores)
    const scored = scoredCaseFrom({ runId: 'run', ...place, rows: kept }, metrics)
    expect(EvidenceCounts.parse(scored?.evidence)).toEqual(evidenceCountsOf([invocation]))
    expect(Verdict.parse(scored?.verdict)).toBe('passed')
  })

  it('make the case again that they were made of', () => {
    const metrics = scores.map(({ metric }) => metric)
    expect(recordFrom({ runId: 'run', ...place, rows: kept }, metrics)).toEqual({
      ...place,
      evalCase,
      invocations: [invocation],
      scores,
      result,
    })
  })

  it.each([
    ['case-start', '{"id":"order","conversation":7}'],
    ['case-start', '{"id":"order","conversation":[null]}'],
    ['scores', '[{"metric":"rouge","value":1,"passed":true,"invocations":[null]}]'],
    ['scores', '[{"metric":"rouge","value":1,"passed":true,"invocations":7}]'],
  ])('that are damaged leave the case without a verdict: %s %s', (type, body) => {
    const rows = kept.map((row) => (row.type === type ? { ...row, body } : row))
    expect(recordFrom({ runId: 'run', ...place, rows }, ['rouge'])?.result?.verdict).toBe('not-evaluated')
  })
})
