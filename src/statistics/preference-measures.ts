import { type Measurement, message } from '../core/index.ts'
import { clusteredMeanInterval } from './clustered.ts'
import { measured } from './rate.ts'

/** A judged pair: 1 when the first answer is preferred, 0 when the second, 0.5 for a tie; null without a verdict. */
export type JudgedPair = {
  readonly value: number | null
  /** Pairs of one case are not independent. */
  readonly cluster: string | number
  /** The verdict with the first answer shown first, and then shown second; absent when only one order was judged. */
  readonly orders?: readonly [number, number]
  /** In characters. */
  readonly lengths: readonly [number, number]
}

/** Returns how often the first answer is preferred, over cases; ties count half. */
export function winRate(pairs: readonly Pick<JudgedPair, 'value' | 'cluster'>[]) {
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

export function orderBias(pairs: readonly JudgedPair[]) {
  const asked = pairs.flatMap(({ orders, cluster }) => (orders === undefined ? [] : [{ orders, cluster }]))
  const differing = asked.filter(({ orders: [one, other] }) => one !== other)
  const halfTurned = differing.filter(({ orders }) => orders.includes(0.5)).length
  const shown = asked.flatMap(({ orders: [one, other], cluster }) =>
    [one, 1 - other].flatMap((value) => (value === 0.5 ? [] : [{ value, cluster }])),
  )
  return {
    asked: asked.length,
    /** Pairs whose preference reversed with the order. */
    turned: differing.length - halfTurned,
    /** Pairs with a tie in only one order. */
    halfTurned,
    /** The share of preferences for the answer shown first; 0.5 without position bias. */
    shownFirst: shareOf(shown, message('no verdict preferred one of two')),
  }
}

/** Returns how often the longer answer wins, over pairs with a winner and different lengths. */
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
