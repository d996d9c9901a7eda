import {
  type CaseResult,
  type InvocationScore,
  type Message,
  type RunPlan,
  type Score,
  type TracePlace,
  judgedOf,
  stringifyJson,
  toEnglish,
} from '../core/index.ts'
import type { RunReport } from './run-report.ts'

/**
 * Writes scores as OTLP logs in JSON, one `ExportLogsServiceRequest` per result and line: each score is an event
 * `gen_ai.evaluation.result` at the span that it judges. An unevaluated one has `error.type` and no value. `unbound` is
 * called for each event without a span.
 */
export async function* toOtlp({ run, records }: RunReport, unbound?: () => void): AsyncGenerator<string> {
  const at = `${Date.parse(run.endedAt ?? run.plan.createdAt)}000000`
  for await (const { result } of records) {
    if (result === undefined || result.scores.length === 0) continue
    const judged = result.scores.flatMap((score) => judgedPlaces(score, result))
    for (const { place } of judged) if (place === undefined) unbound?.()
    const logRecords = judged.map((one) => logRecord(one, { at, result, runId: run.plan.runId }))
    yield `${stringifyJson({ resourceLogs: [resourceLog(run.plan, logRecords)] })}\n`
  }
}

type JudgedPlace = {
  readonly metric: string
  readonly score: Score | InvocationScore
  readonly place: TracePlace | undefined
  /** From 1; set when one exchange of several was judged. */
  readonly exchange?: number
}

/** Exchanges scored one by one are placed at their own spans, a conversation as a whole at its last span. */
function judgedPlaces(score: Score, { transcript: { invocations } }: CaseResult): readonly JudgedPlace[] {
  const whole = { metric: score.metric, score, place: invocations.findLast(({ trace }) => trace !== undefined)?.trace }
  const each = 'invocations' in score ? (score.invocations ?? []) : []
  if (each.length < 2) return [whole]
  const apart = each.map((one, index) => ({
    metric: score.metric,
    score: one,
    place: invocations[index]?.trace,
    exchange: index + 1,
  }))
  return [...apart, whole]
}

type EventContext = { readonly at: string; readonly result: CaseResult; readonly runId: string }

function logRecord({ metric, score, place, exchange }: JudgedPlace, { at, result, runId }: EventContext): object {
  const ids = place === undefined ? {} : isWireId(place) ? wireId(place) : undefined
  return {
    timeUnixNano: at,
    observedTimeUnixNano: at,
    eventName: 'gen_ai.evaluation.result',
    ...ids,
    attributes: attributes({
      'gen_ai.evaluation.name': metric,
      ...outcomeOf(score),
      'shinsa.case.id': result.evalCase.id,
      'shinsa.run.id': runId,
      'shinsa.repeat': result.repeat + 1,
      'shinsa.exchange': exchange,
      // OTLP cannot represent some ids, such as those of older Langfuse SDKs.
      ...(ids === undefined ? { 'shinsa.trace_id': place?.traceId, 'shinsa.span_id': place?.spanId } : {}),
    }),
  }
}

function outcomeOf(score: Score | InvocationScore): OtlpAttributes {
  const explanation = explanationOf(score)
  const explained = explanation === '' ? {} : { 'gen_ai.evaluation.explanation': explanation }
  if (score.status === 'scored' || score.status === 'measured') {
    const label = score.status === 'measured' ? undefined : score.passed ? 'pass' : 'fail'
    return { 'gen_ai.evaluation.score.value': score.value, 'gen_ai.evaluation.score.label': label, ...explained }
  }
  const type = score.status === 'error' ? `${score.blame}_error` : 'not_evaluated'
  return { 'error.type': type, ...explained }
}

function explanationOf(score: Score | InvocationScore): string {
  const reason: Message | undefined = 'reason' in score ? score.reason : undefined
  const comment = 'comment' in score ? score.comment : undefined
  const said = [...(reason === undefined ? [] : [toEnglish(reason)]), ...(comment === undefined ? [] : [comment])]
  if (said.length > 0) return said.join('\n')
  const judged = 'metric' in score ? judgedOf(score) : 'judged' in score && score.judged ? [score.judged] : []
  return judged.flatMap(({ samples }) => samples.flatMap((sample) => sample.reason ?? []))[0] ?? ''
}

type OtlpAttributes = Readonly<Record<string, string | number | undefined>>

/** Protobuf's JSON form writes integers as text and doubles as numbers. */
function attributes(values: OtlpAttributes): readonly object[] {
  const present = Object.entries(values).filter(([, value]) => value !== undefined)
  return present.map(([key, value]) => ({ key, value: wireValue(key, value) }))
}

function wireValue(key: string, value: OtlpAttributes[string]): object {
  if (typeof value === 'string') return { stringValue: value }
  return key.startsWith('shinsa.') ? { intValue: String(value) } : { doubleValue: value }
}

function isWireId({ traceId, spanId }: TracePlace): boolean {
  return /^[0-9a-f]{32}$/i.test(traceId.replaceAll('-', '')) && /^[0-9a-f]{16}$/i.test(spanId)
}

function wireId({ traceId, spanId }: TracePlace): TracePlace {
  return { traceId: traceId.replaceAll('-', '').toLowerCase(), spanId: spanId.toLowerCase() }
}

function resourceLog({ version, dataset, target }: RunPlan, logRecords: readonly object[]): object {
  return {
    resource: { attributes: attributes({ 'service.name': 'shinsa', 'service.version': version }) },
    scopeLogs: [
      {
        scope: {
          name: 'shinsa',
          version,
          attributes: attributes({ 'shinsa.dataset': dataset.name ?? dataset.id, 'shinsa.target': target.name }),
        },
        logRecords,
      },
    ],
  }
}
