import type { GateResult, Message, ReviewSummary, RunSummary } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'

/** What closes the gate unless somebody says otherwise: anything that is not a clean pass. */
export const defaultFailOn: readonly string[] = ['failed', 'error', 'not-evaluated']

type Facts = Omit<RunSummary, 'gate'>
type Rule = { readonly text: string; readonly problem: (facts: Facts) => Message | undefined }

/**
 * Decides a run. Rules: `failed`, `error`, `not-evaluated` (any such result closes the gate), `pass-rate<0.9`,
 * `pass-rate-low<0.8` (the lower end of its interval), `METRIC<0.7` (a metric's mean), `METRIC>0.3` (where lower is better),
 * `METRIC.pass-rate<0.7` (the share of all results that pass that metric: one that has no score does not), or `none`; over
 * reviews also `critical-error`, and `recall<0.95` or `ece>0.2` for any of `reviewMeasures`. A run that
 * evaluated nothing never passes, except under `none`; neither does one that was stopped.
 *
 * @throws {EvalError} `usage` for a rule that is none of these
 */
export function judgeRun(facts: Facts, failOn: readonly string[]): GateResult {
  const rules = parseGateRules(failOn)
  if (rules.length === 0) return { passed: true, rules: [...failOn], reasons: [] }
  const reasons = [...completeness(facts), ...rules.flatMap((rule) => rule.problem(facts) ?? [])]
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

function completeness({ results, unfinished }: Facts): readonly Message[] {
  const nothing = results.total === 0 ? [message('no case was evaluated')] : []
  const stopped =
    unfinished > 0
      ? [message('{count} {count|result is|results are} missing: the run was stopped', { count: unfinished })]
      : []
  return [...nothing, ...stopped]
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

const countRules: Readonly<Record<string, (facts: Facts) => Message | undefined>> = {
  failed: ({ results }) =>
    results.failed === 0 ? undefined : message('{count} {count|result|results} failed', { count: results.failed }),
  error: ({ results }) =>
    results.error === 0
      ? undefined
      : message('{count} {count|result|results} ended in an error', { count: results.error }),
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

function beyondLimit(facts: Facts, { name, side, limit }: GateLimit): Message | undefined {
  const value = valueOf(facts, name)
  if (value === undefined) return message('{name} was not measured, and the gate asks for {limit}', { name, limit })
  const values = { name, value: Number(value.toFixed(4)), limit }
  if (side === 'below')
    return value < limit - tolerance ? message('{name} is {value}, below {limit}', values) : undefined
  return value > limit + tolerance ? message('{name} is {value}, above {limit}', values) : undefined
}

function valueOf({ results, passRate, metrics, review }: Facts, name: string): number | undefined {
  if (reviewMeasures.includes(name)) return review === undefined ? undefined : reviewValue(review, name)
  if (name === 'pass-rate') return passRate?.value
  if (name === 'pass-rate-low') return passRate?.low
  const ofMetric = metricOfPassRate(name)
  if (ofMetric === undefined) return metrics.find(({ metric }) => metric === name)?.mean?.value
  const passed = metrics.find(({ metric }) => metric === ofMetric)?.passed
  return passed === undefined || results.total === 0 ? undefined : passed / results.total
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

function reviewValue({ classification, calibration }: ReviewSummary, name: string): number | undefined {
  const { accuracy, precision, recall, f1, specificity, missRate, falseAlarmRate } = classification
  const { ece, brier } = calibration
  const measurement = new Map([
    ['accuracy', accuracy],
    ['precision', precision],
    ['recall', recall],
    ['f1', f1],
    ['specificity', specificity],
    ['miss-rate', missRate],
    ['false-alarm-rate', falseAlarmRate],
    ['ece', ece],
    ['brier', brier],
  ]).get(name)
  return measurement?.status === 'measured' ? measurement.value : undefined
}
