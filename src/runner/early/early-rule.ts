import type { CaseResult, Message } from '../../core/index.ts'

/** What is said of a rule of the gate before all results are there. */
export type Ruling = {
  readonly gate: 'open' | 'closed'
  /** How often at most the whole run says otherwise. */
  readonly risk: number
  readonly outcome?: 'better' | 'worse'
  /** @param after how many results had been looked at */
  readonly reason: (after: number) => Message
}

/** A rule of the gate that is asked again after each result. */
export type EarlyRule = {
  readonly rule: string
  /** What a result says of the rule; NaN where that is nothing. */
  read(result: CaseResult): number
  /** @param readings of the results that come next in the order of play: one, or all repeats of a case */
  note(readings: readonly number[]): Ruling | undefined
  /** Whether all that was noted by now, taken by itself, says otherwise than this. */
  contradicts(ruling: Pick<Ruling, 'gate' | 'outcome'>): boolean
}

/** What a result says of each rule: all that is kept of it until those before it are there. */
export type Readings = { readonly ofRules: readonly number[]; readonly scored: boolean }
