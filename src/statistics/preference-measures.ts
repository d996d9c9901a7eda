import { type Measurement, message } from '../core/index.ts'
import { clusteredMeanInterval } from './clustered.ts'
import { measured } from './rate.ts'

/** A pair as it was judged, seen from its first one: 1, 0, or 0.5 for a tie; null where nobody could tell. */
export type JudgedPair = {
  readonly value: number | null
  /** Pairs about one case are not independent. */
  readonly cluster: string | number
  /** What each order said, with the first one shown first and then second; absent where nobody was asked. */
  readonly orders?: readonly [number, number]
  /** Characters of the two answers. */
  readonly lengths: readonly [number, number]
}

export type WinRate = {
  readonly wins: number
  readonly ties: number
  readonly losses: number
  readonly notEvaluated: number
  /** Ties count half. */
  readonly rate: Measurement
}

/** How often the first one is preferred, ties counted half, over cases. */
export function winRate(pairs: readonly Pick<JudgedPair, 'value' | 'cluster'>[]): WinRate {
  const evaluated = pairs.flatMap(({ value, cluster }) => (value === null ? [] : [{ value, cluster }]))
  const count = (wanted: (value: number) => boolean) => evaluated.filter(({ value }) => wanted(value)).length
  return {
    wins: count((value) => value > 0.5),
    ties: count((value) => value === 0.5),
    losses: count((value) => value < 0.5),
    notEvaluated: pairs.length - evaluated.length,
    rate: shareOf(evaluated, message('no pair was judged')),
  }
}

export type OrderBias = {
  /** Pairs that were asked in both orders. */
  readonly asked: number
  /** Of them, those where the one order preferred the one and the other order the other. */
  readonly turned: number
  /** Of them, those where only one order found a difference. */
  readonly halfTurned: number
  /** How often the answer that is shown first is preferred, among verdicts that prefer one; 0.5 for a judge without such a bias. */
  readonly shownFirst: Measurement
}

/** What the order in which two answers are shown does to a verdict. */
export function orderBias(pairs: readonly JudgedPair[]): OrderBias {
  const asked = pairs.flatMap(({ orders, cluster }) => (orders === undefined ? [] : [{ orders, cluster }]))
  const differing = asked.filter(({ orders: [one, other] }) => one !== other)
  const halfTurned = differing.filter(({ orders }) => orders.includes(0.5)).length
  const shown = asked.flatMap(({ orders: [one, other], cluster }) =>
    [one, 1 - other].flatMap((value) => (value === 0.5 ? [] : [{ value, cluster }])),
  )
  return {
    asked: asked.length,
    turned: differing.length - halfTurned,
    halfTurned,
    shownFirst: shareOf(shown, message('no verdict preferred one of two')),
  }
}

/** How often the longer answer is preferred, among pairs with a winner and answers of different lengths. */
export function longerPreferred(pairs: readonly JudgedPair[]): Measurement {
  const decided = pairs.flatMap(({ value, lengths: [first, second], cluster }) =>
    value === null || value === 0.5 || first === second
      ? []
      : [{ value: value > 0.5 === first > second ? 1 : 0, cluster }],
  )
  return shareOf(decided, message('no pair with answers of different lengths has a winner'))
}

function shareOf(
  rows: readonly { readonly value: number; readonly cluster: string | number }[],
  otherwise: ReturnType<typeof message>,
): Measurement {
  const [values, clusters] = [rows.map(({ value }) => value), rows.map(({ cluster }) => cluster)]
  return measured(clusteredMeanInterval(values, clusters, { bounds: [0, 1] }), otherwise)
}
