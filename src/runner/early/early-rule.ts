import type { CaseResult, Message } from '../../core/index.ts'

export type Ruling = {
  readonly gate: 'open' | 'closed'
  /** Upper bound of the probability that the whole run decides otherwise. */
  readonly risk: number
  readonly outcome?: 'better' | 'worse'
  /** @param after the number of results used for the decision */
  readonly reason: (after: number) => Message
}

export type EarlyRule = {
  readonly rule: string
  /** Returns the number by which a result counts for the rule; NaN when it does not count. */
  read(result: CaseResult): number
  /** @param readings of the next results in the order of play: one, or all repeats of a case */
  note(readings: readonly number[]): Ruling | undefined
  /** True when all readings so far, taken by themselves, contradict this ruling. */
  contradicts(ruling: Pick<Ruling, 'gate' | 'outcome'>): boolean
}

/** The readings of a result for each rule, kept until all earlier results have arrived. */
export type Readings = { readonly ofRules: readonly number[]; readonly scored: boolean }
