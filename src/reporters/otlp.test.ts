import { expect, it } from 'vitest'
import { caseResult, recordOf, sampleRun, textFrom } from '../../test/fixtures/sample-run.ts'
import type { CaseResult, Invocation, Score } from '../core/index.ts'
import { toOtlp } from './otlp.ts'

const first = { traceId: 'A'.repeat(32), spanId: 'b'.repeat(16) }
const second = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) }

it('is an event at the judged span for each score; what was not evaluated has an error type and no value', async () => {
  const result = traced(
    [first],
    [
      { status: 'scored', metric: 'rouge-1', value: 0.5, threshold: 0.8, passed: false, comment: 'too short' },
      { status: 'measured', metric: 'tokens', value: 12, unit: 'tokens' },
      { status: 'not-evaluated', metric: 'match', reason: { text: 'there is no reference' } },
      { status: 'error', metric: 'safety', blame: 'judge', reason: { text: 'no answer' } },
    ],
  )
  const [line] = await linesOf(result)
  const { scopeLogs } = line.resourceLogs[0]
  expect(scopeLogs[0].logRecords[0]).toMatchInlineSnapshot(`
    {
      "attributes": [
        {
          "key": "gen_ai.evaluation.name",
          "value": {
            "stringValue": "rouge-1",
          },
        },
        {
          "key": "gen_ai.evaluation.score.value",
          "value": {
            "doubleValue": 0.5,
          },
        },
        {
          "key": "gen_ai.evaluation.score.label",
          "value": {
            "stringValue": "fail",
          },
        },
        {
          "key": "gen_ai.evaluation.explanation",
          "value": {
            "stringValue": "too short",
          },
        },
        {
          "key": "shinsa.case.id",
          "value": {
            "stringValue": "weather",
          },
        },
        {
          "key": "shinsa.run.id",
          "value": {
            "stringValue": "20260801-1200-a1b2",
          },
        },
        {
          "key": "shinsa.repeat",
          "value": {
            "intValue": "1",
          },
        },
      ],
      "eventName": "gen_ai.evaluation.result",
      "observedTimeUnixNano": "1785585600000000000",
      "spanId": "bbbbbbbbbbbbbbbb",
      "timeUnixNano": "1785585600000000000",
      "traceId": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    }
  `)
  expect(scopeLogs[0].logRecords.map(said)).toMatchInlineSnapshot(`
    [
      "aa/bb gen_ai.evaluation.name=rouge-1 gen_ai.evaluation.score.value=0.5 gen_ai.evaluation.score.label=fail gen_ai.evaluation.explanation=too short",
      "aa/bb gen_ai.evaluation.name=tokens gen_ai.evaluation.score.value=12",
      "aa/bb gen_ai.evaluation.name=match error.type=not_evaluated gen_ai.evaluation.explanation=there is no reference",
      "aa/bb gen_ai.evaluation.name=safety error.type=judge_error gen_ai.evaluation.explanation=no answer",
    ]
  `)
})

it('binds what was scored exchange by exchange to the span of each', async () => {
  const invocations = [0, 1].map((value) => ({ status: 'scored' as const, value, passed: value === 1 }))
  const result = traced([first, second], [{ status: 'scored', metric: 'm', value: 0.5, passed: false, invocations }])
  const [line] = await linesOf(result)
  expect(line.resourceLogs[0].scopeLogs[0].logRecords.map(said)).toMatchInlineSnapshot(`
    [
      "aa/bb gen_ai.evaluation.name=m gen_ai.evaluation.score.value=0 gen_ai.evaluation.score.label=fail shinsa.exchange=1",
      "cc/dd gen_ai.evaluation.name=m gen_ai.evaluation.score.value=1 gen_ai.evaluation.score.label=pass shinsa.exchange=2",
      "cc/dd gen_ai.evaluation.name=m gen_ai.evaluation.score.value=0.5 gen_ai.evaluation.score.label=fail",
    ]
  `)
})

it('keeps ids that OTLP has no form for as attributes, and counts events without any span', async () => {
  const score: Score = { status: 'scored', metric: 'm', value: 1, passed: true }
  const [foreign] = await linesOf(traced([{ traceId: 'cm1', spanId: 'obs-2' }], [score]))
  expect(said(foreign.resourceLogs[0].scopeLogs[0].logRecords[0])).toMatchInlineSnapshot(
    `"/ gen_ai.evaluation.name=m gen_ai.evaluation.score.value=1 gen_ai.evaluation.score.label=pass shinsa.trace_id=cm1 shinsa.span_id=obs-2"`,
  )
  let unbound = 0
  const records = [recordOf(traced([undefined], [score, score]))]
  await textFrom(toOtlp({ run: sampleRun(), records }, () => (unbound += 1)))
  expect(unbound).toBe(2)
})

function traced(places: readonly (Invocation['trace'] | undefined)[], scores: Score[]): CaseResult {
  const invocations = places.map((trace) => ({ userContent: {}, ...(trace === undefined ? {} : { trace }) }))
  return { ...caseResult('weather', 'hi', scores), transcript: { invocations } }
}

async function linesOf(result: CaseResult) {
  const text = await textFrom(toOtlp({ run: sampleRun(), records: [recordOf(result)] }))
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

type LogRecord = {
  readonly traceId?: string
  readonly spanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

/** A log record on one line, without what all of them have. */
function said({ traceId = '', spanId = '', attributes }: LogRecord): string {
  const others = attributes.filter(({ key }) => !['shinsa.case.id', 'shinsa.run.id', 'shinsa.repeat'].includes(key))
  const values = others.map(({ key, value }) => `${key}=${Object.values(value).join()}`)
  return [`${traceId.slice(0, 2)}/${spanId.slice(0, 2)}`, ...values].join(' ')
}
