import type { Message } from './basics/message.ts'
import type { RunPlan } from './run/run.ts'

/** A limit for a mean or a rate: `below` closes the gate under it, `above` over it. */
export type GateLimit = { readonly name: string; readonly side: 'below' | 'above'; readonly limit: number }

/** A value with the results that have no number of their own, `missing`, taken for the worst that they could be. */
export type ValueAtWorst = { readonly value: number; readonly missing: number }

/** What the rules of a gate may ask of a set metric's summary. */
export interface GateMeasures {
  /** The set metric, by name. */
  readonly set: string
  /** What a limit can be set for: `recall<0.95`. */
  readonly names: readonly string[]
  /** Rules that are a word, such as `critical-error`: the problem that closes the gate, if there is one. */
  readonly rules: Readonly<Record<string, (summary: unknown) => Message | undefined>>
  /** Rules to show to somebody who wrote one that is none. */
  readonly examples: readonly string[]
  /** Whether runs with these metrics have such a summary. */
  areMeasuredBy(metrics: RunPlan['metrics']): boolean
  /** Undefined where nothing was measured. `summary` is as the store has it, and undefined where there is none. */
  valueAtWorst(summary: unknown, limit: Pick<GateLimit, 'name' | 'side'>): ValueAtWorst | undefined
}

/** The limit that a rule sets; undefined for the other rules. A pass rate cannot be too high. */
export function limitOf(rule: string): GateLimit | undefined {
  const [, name, sign, limit] = /^([\w.-]+)([<>])(0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/.exec(rule) ?? []
  if (name === undefined || (sign === '>' && isPassRate(name))) return undefined
  return { name, side: sign === '<' ? 'below' : 'above', limit: Number(limit) }
}

function isPassRate(name: string): boolean {
  return passRates.includes(name) || correctedPassRates.includes(name) || metricOfPassRate(name) !== undefined
}

/** The metric whose share of passes a rule is about; undefined for the other rules. */
export function metricOfPassRate(name: string): string | undefined {
  return name.endsWith('.pass-rate') ? name.slice(0, -'.pass-rate'.length) : undefined
}

/** The share of cases that pass, and the lower end of its interval. */
export const passRates: readonly string[] = ['pass-rate', 'pass-rate-low']

/** The same as people would have it, by the results that they labelled. */
export const correctedPassRates: readonly string[] = ['corrected-pass-rate', 'corrected-pass-rate-low']
