import type { RunPlan } from '../../core/index.ts'
import { createRandom, randomOrder } from '../../statistics/random.ts'

type PlayOrderPlace = { readonly position: number; readonly repeat: number }

/** The order in which results are played and evaluated. A turn is an index in that order, from 0. */
export type PlayOrder = {
  readonly length: number
  /** The number of consecutive turns that are evaluated together. */
  readonly unit: number
  at(turn: number): PlayOrderPlace
  turnOf(place: PlayOrderPlace): number
}

/**
 * Shuffles by the seed: all results alike or, where cases are compared, the cases, each with all of its repeats.
 */
export function playOrder(
  { dataset, repeat, seed, orderSeed = seed }: RunPlan,
  { byCase }: { readonly byCase: boolean },
): PlayOrder {
  const unit = byCase ? repeat : 1
  const order = randomOrder((dataset.cases * repeat) / unit, createRandom(orderSeed + beside))
  const turns = new Uint32Array(order.length)
  for (const [turn, number] of order.entries()) turns[number] = turn
  return {
    length: order.length * unit,
    unit,
    at(turn) {
      const number = (order[Math.floor(turn / unit)] ?? 0) * unit + (turn % unit)
      return { position: Math.floor(number / repeat), repeat: number % repeat }
    },
    turnOf(place) {
      const number = place.position * repeat + place.repeat
      return (turns[Math.floor(number / unit)] ?? 0) * unit + (number % unit)
    },
  }
}

/** Keeps this seed apart from the one that draws the sample, so that the order is independent of the sample. */
const beside = 2 ** 40
