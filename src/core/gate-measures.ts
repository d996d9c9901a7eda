import type { Message } from './basics/message.ts'
import type { RunPlan } from './run/run.ts'

/** A limit for a mean or a rate. The gate closes when the value is `below` or `above` it. */
export type GateLimit = { readonly name: string; readonly side: 'below' | 'above'; readonly limit: number }

/** A value computed as if the `missing` results without a value had the worst possible one. */
export type ValueAtWorst = { readonly value: number; readonly missing: number }

/** The numbers and rules that a gate can take from a set metric's summary. */
export interface GateMeasures {
  readonly set: string
  /** Names that a limit can be set for, as in `recall<0.95`. */
  readonly names: readonly string[]
  /** Rules that are one word, such as `critical-error`, each with a function that returns the problem, if any. */
  readonly rules: Readonly<Record<string, (summary: unknown) => Message | undefined>>
  /** Example rules for the message about a rule that does not exist. */
  readonly examples: readonly string[]
  /** True when runs with these metrics have such a summary. */
  areMeasuredBy(metrics: RunPlan['metrics']): boolean
  /** Undefined where nothing was measured. `summary` is the stored value, or undefined where there is none. */
  valueAtWorst(summary: unknown, limit: Pick<GateLimit, 'name' | 'side'>): ValueAtWorst | undefined
}

/** Returns undefined for rules that set no limit. A pass rate has no upper limit. */
export function limitOf(rule: string): GateLimit | undefined {
  const [, name, sign, limit] = /^([\w.-]+)([<>])(0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/.exec(rule) ?? []
  if (name === undefined || (sign === '>' && isPassRate(name))) return undefined
  return { name, side: sign === '<' ? 'below' : 'above', limit: Number(limit) }
}

function isPassRate(name: string): boolean {
  return passRates.includes(name) || correctedPassRates.includes(name) || metricOfPassRate(name) !== undefined
}

/** Returns the metric whose pass rate a rule limits; undefined for the other rules. */
export function metricOfPassRate(name: string): string | undefined {
  return name.endsWith('.pass-rate') ? name.slice(0, -'.pass-rate'.length) : undefined
}

/** The share of cases that passed, and the lower end of its interval. */
export const passRates: readonly string[] = ['pass-rate', 'pass-rate-low']

/** The same rates, corrected by people's labels. */
export const correctedPassRates: readonly string[] = ['corrected-pass-rate', 'corrected-pass-rate-low']
