import type { GateResult, Message, MetricSummary, ReviewSummary, RunSummary } from '../core/index.ts'
import { EvalError, evaluatedOf, message } from '../core/index.ts'

/** What closes the gate unless somebody says otherwise: anything that is not a clean pass. */
export const defaultFailOn: readonly string[] = ['failed', 'error', 'not-evaluated']

type Facts = Omit<RunSummary, 'gate'>
type Rule = {
  readonly text: string
  readonly problem: (facts: Facts, failOn: readonly string[]) => Message | undefined
}

/**
 * Decides a run. Rules: `failed`, `error`, `not-evaluated` (any such result closes the gate), `pass-rate<0.9`,
 * `pass-rate-low<0.8` (the lower end of its interval), `METRIC<0.7` (a metric's mean), `METRIC>0.3` (where lower is better),
 * `METRIC.pass-rate<0.7` (the share of all results that pass that metric), or `none`; over reviews also `critical-error`,
 * and `recall<0.95` or `ece>0.2` for any of `reviewMeasures`. Numbers are held against their limits as they would be if
 * all that was not evaluated had gone wrong. A run that evaluated nothing never passes, except under `none`; neither does
 * one that was stopped.
 *
 * @throws {EvalError} `usage` for a rule that is none of these
 */
export function judgeRun(facts: Facts, failOn: readonly string[]): GateResult {
  const rules = parseGateRules(failOn)
  if (rules.length === 0) return { passed: true, rules: [...failOn], reasons: [] }
  const reasons = [...completeness(facts), ...rules.flatMap((rule) => rule.problem(facts, failOn) ?? [])]
  return { passed: reasons.length === 0, rules: [...failOn], reasons }
}

/** Checks rules without a run, so that a typing error comes before the agent is asked. */
export function parseGateRules(failOn: readonly string[]): readonly Rule[] {
  if (failOn.length === 0) {
    throw new EvalError('usage', message('there is no rule for the gate'), {
      hint: message('Say `none` for a gate that is always open.'),
    })
  }
  return failOn.filter((text) => text !== 'none').map(parseRule)
}

/** Whether this version can judge by a rule: a stored run may have one of another version. */
export function isGateRule(text: string): boolean {
  return text === 'none' || countRules[text] !== undefined || limitOf(text) !== undefined
}

function completeness({ results, unfinished }: Facts): readonly Message[] {
  const nothing = nothingScored(results)
  const stopped =
    unfinished > 0
      ? [message('{count} {count|result is|results are} missing: the run was stopped', { count: unfinished })]
      : []
  return [...(nothing === undefined ? [] : [nothing]), ...stopped]
}

/** An agent that failed everywhere was evaluated, and yet there is nothing that any rule about scores could hold on to. */
function nothingScored(results: Facts['results']): Message | undefined {
  if (results.total === 0) return message('no case was evaluated')
  if (results.passed + results.failed > 0) return undefined
  return evaluatedOf(results) === 0
    ? message('nothing was evaluated: {count} {count|result|results} without a verdict', { count: results.total })
    : message('nothing was scored: the agent failed wherever it was evaluated')
}

function parseRule(text: string): Rule {
  const counted = countRules[text]
  if (counted !== undefined) return { text, problem: counted }
  const limits = limitOf(text)
  if (limits === undefined) {
    throw new EvalError('usage', message('{rule} is not a rule for the gate', { rule: JSON.stringify(text) }), {
      hint: message(
        'Rules are: failed, error, not-evaluated, none, pass-rate<0.9, pass-rate-low<0.8, METRIC<0.7, METRIC>0.3, METRIC.pass-rate<0.7; over reviews critical-error, recall<0.95, ece>0.2.',
      ),
    })
  }
  return { text, problem: (facts) => beyondLimit(facts, limits) }
}

/** A limit for a mean or a rate: `below` closes the gate under it, `above` over it. */
export type GateLimit = { readonly name: string; readonly side: 'below' | 'above'; readonly limit: number }

/** The limit that a rule sets; undefined for the other rules. A pass rate cannot be too high. */
export function limitOf(rule: string): GateLimit | undefined {
  const [, name, sign, limit] = /^([\w.-]+)([<>])(0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/.exec(rule) ?? []
  if (name === undefined || (sign === '>' && (rates.includes(name) || metricOfPassRate(name)))) return undefined
  return { name, side: sign === '<' ? 'below' : 'above', limit: Number(limit) }
}

/** The metric whose share of passes a rule is about; undefined for the other rules. */
export function metricOfPassRate(name: string): string | undefined {
  return name.endsWith('.pass-rate') ? name.slice(0, -'.pass-rate'.length) : undefined
}

const rates: readonly string[] = ['pass-rate', 'pass-rate-low']

const countRules: Readonly<Record<string, Rule['problem']>> = {
  failed: ({ results }) =>
    results.failed === 0 ? undefined : message('{count} {count|result|results} failed', { count: results.failed }),
  error: ({ results }, failOn) => {
    // Where others broke, the rule about what was not evaluated says so.
    const count = results.error + (failOn.includes('not-evaluated') ? 0 : (results.broken ?? 0))
    return count === 0 ? undefined : message('{count} {count|result|results} ended in an error', { count })
  },
  'not-evaluated': ({ results }) =>
    results.notEvaluated === 0
      ? undefined
      : message('{count} {count|result|results} could not be evaluated', { count: results.notEvaluated }),
  'critical-error': ({ review }) => {
    if (review === undefined) return message('there are no reviews that could have critical errors')
    const { length } = review.confidence.criticalErrors
    return length === 0 ? undefined : message('{count} critical {count|error|errors}', { count: length })
  },
}

// The mean of ten times 0.7 must not miss 0.7 by the last bit.
const tolerance = 1e-9

function beyondLimit(facts: Facts, limits: GateLimit): Message | undefined {
  const { name, side, limit } = limits
  const { value, missing = 0 } = valueAtWorst(facts, limits) ?? {}
  if (value === undefined) return message('{name} was not measured, and the gate asks for {limit}', { name, limit })
  const isBeyond = side === 'below' ? value < limit - tolerance : value > limit + tolerance
  if (!isBeyond) return undefined
  const values = { name, value: Number(value.toFixed(4)), limit, missing }
  if (missing > 0) {
    return side === 'below'
      ? message('{name} is {value} with {missing} not evaluated counted against it, below {limit}', values)
      : message('{name} is {value} with {missing} not evaluated counted against it, above {limit}', values)
  }
  return side === 'below'
    ? message('{name} is {value}, below {limit}', values)
    : message('{name} is {value}, above {limit}', values)
}

/** `missing` results have no number of their own, and are taken for the worst that they could be. */
type AtWorst = { readonly value: number; readonly missing: number }

function valueAtWorst(facts: Facts, { name, side }: GateLimit): AtWorst | undefined {
  const { results, metrics, review } = facts
  if (reviewMeasures.includes(name)) return review && reviewAtWorst(review, { name, side })
  if (rates.includes(name)) {
    const rate = facts.passRateAtWorst ?? facts.passRate
    return rate === null
      ? undefined
      : { value: name === 'pass-rate' ? rate.value : rate.low, missing: results.notEvaluated }
  }
  const ofMetric = metricOfPassRate(name)
  const metric = metrics.find((one) => one.metric === (ofMetric ?? name))
  if (metric === undefined) return undefined
  if (ofMetric === undefined) return meanAtWorst(metric, side)
  const missing = results.total - metric.scored - (metric.agentErrors ?? 0)
  return results.total === 0 ? undefined : { value: metric.passed / results.total, missing }
}

/** A quantity in its own unit has no worst value; what was not applicable is missing nowhere. */
function meanAtWorst(metric: MetricSummary, side: GateLimit['side']): AtWorst | undefined {
  const { mean, scored, notEvaluated, error, agentErrors = 0 } = metric
  const missing = notEvaluated + error + agentErrors
  if (mean === null) return undefined
  if (scored === 0) return { value: mean.value, missing: 0 }
  const worst = side === 'below' ? 0 : 1
  return { value: (mean.value * scored + worst * missing) / (scored + missing), missing }
}

/** What a rule may ask of a set of reviews. */
export const reviewMeasures: readonly string[] = [
  'accuracy',
  'precision',
  'recall',
  'f1',
  'specificity',
  'miss-rate',
  'false-alarm-rate',
  'ece',
  'brier',
]

/** Each review that could not be scored is taken for a mistake of the kind that the measure counts. */
function reviewAtWorst(
  { classification, calibration, rows }: ReviewSummary,
  { name, side }: Pick<GateLimit, 'name' | 'side'>,
): AtWorst | undefined {
  const { accuracy, precision, recall, f1, specificity, missRate, falseAlarmRate } = classification
  const { truePositives, falsePositives, trueNegatives, falseNegatives } = classification
  const { ece, brier } = calibration
  const [violations, compliant] = [truePositives + falseNegatives, trueNegatives + falsePositives]
  // How much each measure is a share of; of F1 that is twice the hits and all mistakes.
  const [measurement, n] =
    new Map([
      ['accuracy', [accuracy, rows.scored] as const],
      ['precision', [precision, truePositives + falsePositives] as const],
      ['recall', [recall, violations] as const],
      ['f1', [f1, 2 * truePositives + falsePositives + falseNegatives] as const],
      ['specificity', [specificity, compliant] as const],
      ['miss-rate', [missRate, violations] as const],
      ['false-alarm-rate', [falseAlarmRate, compliant] as const],
      ['ece', [ece, calibration.n] as const],
      ['brier', [brier, calibration.n] as const],
    ]).get(name) ?? []
  if (measurement?.status !== 'measured' || n === undefined) return undefined
  const missing = rows.total - (name === 'ece' || name === 'brier' ? rows.calibrated : rows.scored)
  const worst = side === 'below' ? 0 : 1
  return { value: (measurement.value * n + worst * missing) / (n + missing), missing }
}
