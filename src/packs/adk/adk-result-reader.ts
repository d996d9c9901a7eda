import { type Invocation, type Origin, EvalError, message } from '../../core/index.ts'
import { type AdkCaseResultRow, type AdkMetricResult, adkMetricResult, adkResultFile } from './adk-result-shape.ts'
import type { AdkStatus } from './adk-verdict.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { readForeign } from '../../formats/kit/foreign-value.ts'
import { parseJsonDocument } from '../../formats/kit/source-text.ts'

export type AdkResultCase = {
  readonly caseId: string
  readonly invocations: readonly Invocation[]
  /** The expected turns; empty for scenarios. */
  readonly expected: readonly Invocation[]
  readonly metrics: readonly AdkMetricResult[]
  readonly status: AdkStatus
}

export type AdkResult = {
  readonly id: string
  readonly evalSetId: string
  readonly createdAt?: number
  readonly cases: readonly AdkResultCase[]
}

/**
 * Reads an `.evalset_result.json` of any version. The oldest versions hold JSON inside a JSON string.
 *
 * @throws {EvalError} with file, line and path
 */
export function adkResultFrom(value: unknown, origin: Origin): AdkResult {
  if (typeof value !== 'string') return resultFrom(value, origin)
  const inner = parseJsonDocument(value, origin.file)
  if (typeof inner === 'string') throw wrappedTwice(origin.file)
  return resultFrom(inner, { file: origin.file })
}

function resultFrom(value: unknown, origin: Origin): AdkResult {
  const { id, evalSetId, createdAt, cases } = readForeign(adkResultFile, value, { ...origin, lenient: true })
  return { id, evalSetId, ...(createdAt === undefined ? {} : { createdAt }), cases: cases.map(toResultCase) }
}

function wrappedTwice(file: string): EvalError {
  return new EvalError('format', message('{file}: the result is wrapped into JSON text more than once', { file }), {
    hint: message('Old versions of ADK wrote it as one JSON text. Unwrap it until it is an object, or that text.'),
  })
}

function toResultCase({ caseId, invocations, metrics, oldMetrics, status }: AdkCaseResultRow): AdkResultCase {
  return {
    caseId,
    invocations: invocations.map(({ actual }) => actual),
    expected: invocations.flatMap(({ expected }) => expected ?? []),
    metrics: metrics.length > 0 ? metrics : metricsFromPairs(oldMetrics),
    status,
  }
}

// The first versions wrote pairs of a metric and its result, without the metric's name in the result.
function metricsFromPairs(pairs: unknown): readonly AdkMetricResult[] {
  if (!Array.isArray(pairs)) return []
  return (pairs as unknown[]).flatMap((pair) => {
    const [metric, result] = Array.isArray(pair) ? (pair as unknown[]) : []
    if (!isObject(metric) || !isObject(result)) return []
    return readForeign(adkMetricResult, { ...metric, ...result }, { file: 'eval_metric_results', lenient: true })
  })
}
