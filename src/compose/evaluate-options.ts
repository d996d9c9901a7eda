import { type Metric, type Reporter, type SetMetric, EvalError, JsonObject, message } from '../core/index.ts'
import type { CasesInCode } from '../formats/code/open-cases.ts'
import { asWritten, refusedValue, requestSettings, reviewSettings, runSettings } from '../settings/index.ts'
import { RunRequest } from '../settings/run-request.ts'
import type { StubbedTools } from '../targets/environment/stubbed-tools.ts'
import type { TargetSetting } from './config/kind-config.ts'
import type { Scorer } from './metrics/scorers.ts'
import { isSetMetric, setMetricShape } from './set-metric-shape.ts'

/**
 * Lists the options of `evaluate`: cases, agent, metrics, gate, and every setting of the command line. All but the
 * cases may come from the config.
 *
 * @example
 * const options: EvaluationOptions = { dataset: 'weather.evalset.json', agent, repeat: 3, gate: 'pass-rate-low<0.8' }
 */
export type EvaluationOptions = Partial<Omit<RunRequest, 'dataset' | 'target'>> & {
  /** The dataset's file, or a folder, in which each eval set is a run of its own. */
  readonly dataset?: string
  /** Cases written in code, in place of a dataset; a text is the dataset's file. */
  readonly cases?: string | CasesInCode
  readonly target?: TargetSetting
  /** Alias of `target`. */
  readonly agent?: TargetSetting
  /** Alias of `failOn`; a single rule may be a text. */
  readonly gate?: string | readonly string[]
  /** Metrics, functions, or scorers in the form of Evalite and autoevals. */
  readonly metrics?: readonly (Metric | Scorer)[]
  /** Metrics over all results, in addition to those of the config. */
  readonly setMetrics?: readonly SetMetric[]
  /** Answers the agent's tools by name: functions of the arguments, or a value for every call. Other tools run. */
  readonly tools?: StubbedTools
  readonly reporters?: readonly Reporter[]
  /** File of the run store; defaults to the project's `.shinsa/runs.db`, and `:memory:` keeps nothing. */
  readonly store?: string
  readonly signal?: AbortSignal
}

export function rulesOf(gate: string | readonly string[]): readonly string[] {
  return typeof gate === 'string' ? gate.split(',').map((rule) => rule.trim()) : gate
}

export const evaluateOptionNames: readonly string[] = [
  ...Object.keys(RunRequest.shape),
  'cases',
  'agent',
  'gate',
  'metrics',
  'setMetrics',
  'tools',
  'reporters',
  'store',
  'signal',
]
/** Options named in errors where the intended one cannot be guessed. */
export const usualOptions = 'cases, agent, metrics, gate, judge, repeat, tools, timeoutMs, name'

/** Pairs of aliases, of which only one may be given. */
const sameOptions = [
  ['cases', 'dataset'],
  ['agent', 'target'],
  ['gate', 'failOn'],
] as const

/** What code gives and no command line can: which values fit, and one of them. */
const valuesInCode: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  metrics: [Array.isArray, '[responseMatch()]'],
  reporters: [Array.isArray, '[reporter]'],
  store: [(value) => typeof value === 'string' && value !== '', '".shinsa/runs.db"'],
  signal: [(value) => value instanceof AbortSignal, 'AbortSignal.timeout(60_000)'],
}

/** Tests in plain JavaScript have no other check of these options. */
export function checkOptions(options: unknown): void {
  const given = JsonObject.safeParse(options).data ?? {}
  const unknown = Object.keys(given).find((name) => !evaluateOptionNames.includes(name))
  if (unknown !== undefined) {
    throw new EvalError('usage', message('evaluate has no option {option}', { option: unknown }), {
      hint: message('There are: {names}.', { names: `${usualOptions} … (docs/test-runners.md)` }),
    })
  }
  for (const [one, other] of sameOptions) {
    if (given[one] === undefined || given[other] === undefined) continue
    throw new EvalError('usage', message('{one} and {other} say the same: leave one of them out', { one, other }))
  }
  if (typeof given['dataset'] !== 'string' && given['cases'] === undefined) {
    throw new EvalError(
      'usage',
      message('evaluate needs cases or the path of a dataset: {example}', { example: '{ cases: […] }' }),
    )
  }
  const sets: unknown = given['setMetrics']
  if (sets !== undefined && !(Array.isArray(sets) && sets.every(isSetMetric))) {
    throw new EvalError('usage', message('{option} of evaluate is no list of set metrics', { option: 'setMetrics' }), {
      hint: message('Each is {shape}.', { shape: setMetricShape }),
    })
  }
  for (const [name, [fits, example]] of Object.entries(valuesInCode)) {
    const value = given[name]
    if (value === undefined || fits(value)) continue
    const values = { name, example, given: asWritten(value) }
    throw new EvalError('usage', message('{name} takes a value such as {example}, not {given}', values))
  }
  // The target is a name, or a value that is checked when the target is made.
  const { target: _, setMetrics: __, gate, tools: ___, review, ...values } = given
  const refused =
    refusedValue(requestSettings, values) ??
    refusedValue(runSettings, {
      ...values,
      ...(gate !== undefined && { failOn: typeof gate === 'string' ? [gate] : gate }),
    }) ??
    refusedValue(reviewSettings, JsonObject.safeParse(review).data ?? {})
  if (refused !== undefined) throw new EvalError('usage', refused)
}
