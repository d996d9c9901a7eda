import type { RunPlan } from '../../core/index.ts'
import { createRandom, randomOrder } from '../../statistics/random.ts'

type PlayOrderPlace = { readonly position: number; readonly repeat: number }

/** In which order the results of a run are played and looked at. A turn is a place in that order, from 0. */
export type PlayOrder = {
  readonly length: number
  /** So many turns belong together. */
  readonly unit: number
  at(turn: number): PlayOrderPlace
  turnOf(place: PlayOrderPlace): number
}

/**
 * The order that the seed gives: of all results alike, or where cases are compared, of the cases, each with all of its
 * repeats.
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

/** Which cases a sample takes is drawn from the seed itself; their order is to have nothing to do with that. */
const beside = 2 ** 40
