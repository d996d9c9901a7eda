import { z } from 'zod'
import {
  type EvalCase,
  type Metric,
  type MetricContext,
  type Score,
  type Transcript,
  EvalError,
  InvocationScore,
  Message,
  ScorePart,
  message,
} from '../../core/index.ts'

const Fraction = z.number().min(0).max(1)
const DetailedOutcome = z.strictObject({
  value: Fraction,
  passed: z.boolean().optional(),
  reason: z.union([z.string(), Message]).optional(),
  parts: z.array(ScorePart).optional(),
  invocations: z.array(InvocationScore).optional(),
})

/**
 * The result of a user's metric: a number from 0 to 1, true or false, nothing (there was nothing to evaluate), or the
 * value with details. `passed`, when given, decides instead of the threshold.
 */
export type MetricOutcome = number | boolean | null | undefined | z.input<typeof DetailedOutcome>

/**
 * The function of a metric of your own, sync or async. It returns a number from 0 to 1, true or false, the value with
 * details, or null when there is nothing to evaluate. An error that it throws becomes the case's error.
 *
 * @example
 * const short: MetricFunction = (_evalCase, { invocations }) => invocations.length <= 3
 */
export type MetricFunction = (
  evalCase: EvalCase,
  transcript: Transcript,
  context: MetricContext,
) => MetricOutcome | Promise<MetricOutcome>

/**
 * Makes a metric of your own from a function that returns a number from 0 to 1, true or false, the value with details,
 * or null when there is nothing to evaluate. It passes at `threshold` (1) or above.
 *
 * @throws {EvalError} `config`, when it scores, for a result that is none of these
 * @example
 * defineMetric('short_reply', (_evalCase, { invocations }) =>
 *   invocations.every((invocation) => (responseTextOf(invocation)?.length ?? 0) < 500),
 * )
 */
export function defineMetric(
  name: string,
  score: MetricFunction,
  options: { readonly threshold?: number } = {},
): Metric {
  const { threshold = 1 } = options
  return {
    name,
    async score(evalCase, transcript, context) {
      return scoreOf({ name, threshold, caseId: evalCase.id }, await score(evalCase, transcript, context))
    },
  }
}

type DefineMetricAbout = { readonly name: string; readonly threshold: number; readonly caseId: string }

function scoreOf(about: DefineMetricAbout, outcome: unknown): Score {
  const { name: metric, threshold } = about
  if (outcome === null || outcome === undefined) {
    return { status: 'not-evaluated', metric, reason: message('The metric found nothing to evaluate') }
  }
  const { value, passed, reason, parts, invocations } = parseOutcome(about, outcome)
  return {
    status: 'scored',
    metric,
    value,
    threshold,
    passed: passed ?? value >= threshold,
    ...(reason === undefined ? {} : { reason: typeof reason === 'string' ? message('{reason}', { reason }) : reason }),
    ...(parts === undefined ? {} : { parts }),
    ...(invocations === undefined ? {} : { invocations }),
  }
}

function parseOutcome({ name, caseId }: DefineMetricAbout, outcome: unknown): z.infer<typeof DetailedOutcome> {
  if (typeof outcome === 'boolean') return { value: outcome ? 1 : 0 }
  const parsed = DetailedOutcome.safeParse(typeof outcome === 'number' ? { value: outcome } : outcome)
  if (parsed.success) return parsed.data
  throw notAScore(
    { name, caseId },
    parsed.error,
    message('Return a number from 0 to 1, true or false, nothing, or { value, passed, reason, parts }.'),
  )
}

/** Names the metric, the case and the fields of what cannot be read as a score. */
export function notAScore(
  { name, caseId }: Pick<DefineMetricAbout, 'name' | 'caseId'>,
  error: z.ZodError,
  hint: Message,
): EvalError {
  const problem = error.issues.map(({ path, message: text }) => [...path, text].join(': ')).join('; ')
  return new EvalError(
    'config',
    message('Metric {metric} returned something that is not a score for case {case}: {problem}', {
      metric: name,
      case: caseId,
      problem,
    }),
    { hint, cause: error },
  )
}
