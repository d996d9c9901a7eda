import {
  type GateLimit,
  type GateMeasures,
  type GateResult,
  type Message,
  type MetricSummary,
  type RunSummary,
  type ValueAtWorst,
  correctedPassRates,
  cutAnswers,
  EvalError,
  evaluatedOf,
  limitOf,
  message,
  metricOfPassRate,
  passRates,
} from '../core/index.ts'

/** The default rules, which close the gate on anything but a pass. */
export const defaultFailOn: readonly string[] = ['failed', 'error', 'not-evaluated']

type Facts = Omit<RunSummary, 'gate'>
type GateProblem = (facts: Facts, failOn: readonly string[]) => Message | undefined
type GateRule = { readonly text: string; readonly problem: GateProblem }

/**
 * Decides the gate of a run. The rules `failed`, `error` and `not-evaluated` close it on any such result, `cut` on any
 * answer cut off by its length, a filter or an error. Limits are `pass-rate<0.9`, `pass-rate-low<0.8` (the lower end of
 * its interval), `corrected-pass-rate-low<0.8` (corrected by people's labels), `METRIC<0.7` (a metric's mean),
 * `METRIC>0.3` (where lower is better), `METRIC.pass-rate<0.7` and those of set metrics; they apply to the worst value
 * that the unevaluated results allow. `worse-than-baseline`, `unsure-of-baseline`, `unadmitted-judge` and
 * `unadmitted-judge-no-battery` (a judge not admitted in its present form, with or without a bias battery) and `none`
 * complete the list. A run without evaluated results, or stopped before a decision, passes only under `none`.
 *
 * @throws {EvalError} `usage` for a rule that is none of these
 */
export function judgeRun(facts: Facts, failOn: readonly string[], measures: readonly GateMeasures[] = []): GateResult {
  const rules = parseGateRules(failOn, measures)
  if (rules.length === 0) return { passed: true, rules: [...failOn], reasons: [] }
  const problems =
    facts.stoppedEarly === undefined
      ? rules.flatMap((rule) => rule.problem(facts, failOn) ?? [])
      : facts.stoppedEarly.rules.flatMap(({ gate, reason }) => (gate === 'closed' ? reason : []))
  const reasons = [...completeness(facts), ...problems]
  return { passed: reasons.length === 0, rules: [...failOn], reasons }
}

/** Checks rules before a run, so that a typing mistake is found before the agent is asked. */
export function parseGateRules(failOn: readonly string[], measures: readonly GateMeasures[]): readonly GateRule[] {
  if (failOn.length === 0) {
    throw new EvalError('usage', message('there is no rule for the gate'), {
      hint: message('Say `none` for a gate that is always open.'),
    })
  }
  return failOn.filter((text) => text !== 'none').map((text) => parseRule(text, measures))
}

/** True when this version knows the rule; a stored run may come from another version. */
export function isGateRule(text: string, measures: readonly GateMeasures[]): boolean {
  return text === 'none' || problemOf(text, measures) !== undefined
}

function completeness({ results, unfinished, stoppedEarly }: Facts): readonly Message[] {
  const nothing = nothingScored(results)
  const stopped =
    unfinished > 0 && stoppedEarly === undefined
      ? [message('{count} {count|result is|results are} missing: the run was stopped', { count: unfinished })]
      : []
  return [...(nothing === undefined ? [] : [nothing]), ...stopped]
}

/** When the agent failed in every case, all were evaluated, but no rule about scores has anything to check. */
function nothingScored(results: Facts['results']): Message | undefined {
  if (results.total === 0) return message('no case was evaluated')
  if (results.passed + results.failed > 0) return undefined
  return evaluatedOf(results) === 0
    ? message('nothing was evaluated: {count} {count|result|results} without a verdict', { count: results.total })
    : message('nothing was scored: the agent failed wherever it was evaluated')
}

function parseRule(text: string, measures: readonly GateMeasures[]): GateRule {
  const problem = problemOf(text, measures)
  if (problem !== undefined) return { text, problem }
  throw new EvalError('usage', message('{rule} is not a rule for the gate', { rule: JSON.stringify(text) }), {
    hint: ruleHint(
      measures.flatMap(({ set, examples }) => (examples.length > 0 ? `${examples.join(', ')} (${set})` : [])),
    ),
  })
}

function ruleHint(ofSets: readonly string[]): Message {
  if (ofSets.length === 0) {
    return message(
      'Rules are: failed, error, not-evaluated, cut, unadmitted-judge, unadmitted-judge-no-battery, none, pass-rate<0.9, pass-rate-low<0.8, corrected-pass-rate-low<0.8, METRIC<0.7, METRIC>0.3, METRIC.pass-rate<0.7.',
    )
  }
  return message(
    'Rules are: failed, error, not-evaluated, cut, unadmitted-judge, unadmitted-judge-no-battery, none, pass-rate<0.9, pass-rate-low<0.8, corrected-pass-rate-low<0.8, METRIC<0.7, METRIC>0.3, METRIC.pass-rate<0.7; of all results together {rules}.',
    { rules: ofSets.join(', ') },
  )
}

function problemOf(text: string, measures: readonly GateMeasures[]): GateProblem | undefined {
  if (Object.hasOwn(countRules, text)) return countRules[text]
  for (const { set, rules } of measures) {
    const problem = Object.hasOwn(rules, text) ? rules[text] : undefined
    if (problem !== undefined) return ({ sets }) => problem(sets?.[set])
  }
  const limit = limitOf(text)
  return limit && ((facts) => beyondLimit(facts, limit, measures))
}

const countRules: Readonly<Record<string, GateProblem>> = {
  // A comparison without common cases closes the gate.
  'worse-than-baseline': ({ baseline }) =>
    baseline?.outcome === 'worse' || baseline?.outcome === 'not-compared' ? baseline.reason : undefined,
  'unsure-of-baseline': ({ baseline }) => (baseline?.outcome === 'unsure' ? baseline.reason : undefined),
  failed: ({ results }) =>
    results.failed === 0 ? undefined : message('{count} {count|result|results} failed', { count: results.failed }),
  error: ({ results }, failOn) => {
    // Failures of others are left to the rule `not-evaluated` when it is set.
    const count = results.error + (failOn.includes('not-evaluated') ? 0 : (results.broken ?? 0))
    return count === 0 ? undefined : message('{count} {count|result|results} ended in an error', { count })
  },
  'not-evaluated': ({ results }) =>
    results.notEvaluated === 0
      ? undefined
      : message('{count} {count|result|results} could not be evaluated', { count: results.notEvaluated }),
  'unadmitted-judge': ({ admissions = [] }) =>
    unadmitted(admissions.filter(({ admitted }) => admitted === undefined)) ??
    unadmitted(
      admissions.filter(({ admitted }) => admitted?.battery === undefined),
      'without battery',
    ),
  'unadmitted-judge-no-battery': ({ admissions = [] }) =>
    unadmitted(admissions.filter(({ admitted }) => admitted === undefined)),
  cut: ({ evidence }) => {
    const count = cutAnswers(evidence)
    return count === 0 ? undefined : message('{count} {count|answer was|answers were} cut', { count })
  },
}

function unadmitted(standings: NonNullable<Facts['admissions']>, how?: 'without battery'): Message | undefined {
  if (standings.length === 0) return undefined
  const judges = standings.map(({ metric, judge }) => `${judge} (${metric})`).join(', ')
  const values = { count: standings.length, judges }
  return how === undefined
    ? message('not evaluated: {judges} {count|was|were} not admitted as {count|it is|they are} asked now', values)
    : message(
        'not evaluated: {judges} {count|was|were} admitted without a look for biases: `shinsa judge admit --battery`, or the rule unadmitted-judge-no-battery',
        values,
      )
}

// The mean of ten times 0.7 must not miss 0.7 by a rounding error.
export const tolerance = 1e-9

function beyondLimit(facts: Facts, limits: GateLimit, measures: readonly GateMeasures[]): Message | undefined {
  const { name, side, limit } = limits
  const { value, missing = 0 } = valueAtWorst(facts, limits, measures) ?? {}
  if (value === undefined && correctedPassRates.includes(name)) {
    return message('{name} cannot be told before people labelled some results: `shinsa labels plan` says which', {
      name,
    })
  }
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

function valueAtWorst(
  facts: Facts,
  { name, side }: GateLimit,
  measures: readonly GateMeasures[],
): ValueAtWorst | undefined {
  const { results, metrics, sets = {} } = facts
  const ofSet = measures.find(({ set, names }) => names.includes(name) && sets[set] !== undefined)
  if (ofSet !== undefined) return ofSet.valueAtWorst(sets[ofSet.set], { name, side })
  if (correctedPassRates.includes(name)) {
    const rate = facts.corrected?.passRate?.estimate
    // The estimate already covers results without a verdict.
    return rate && { value: name === 'corrected-pass-rate' ? rate.value : rate.low, missing: 0 }
  }
  if (passRates.includes(name)) {
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

/** A measured quantity has no worst value, and results where the metric does not apply are not missing. */
function meanAtWorst(metric: MetricSummary, side: GateLimit['side']): ValueAtWorst | undefined {
  const { mean, scored, notEvaluated, error, agentErrors = 0 } = metric
  const missing = notEvaluated + error + agentErrors
  if (mean === null) return undefined
  if (scored === 0) return { value: mean.value, missing: 0 }
  const worst = side === 'below' ? 0 : 1
  return { value: (mean.value * scored + worst * missing) / (scored + missing), missing }
}
