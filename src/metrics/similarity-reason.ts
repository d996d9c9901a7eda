import type { Message } from '../core/index.ts'
import { message } from '../core/index.ts'

/** Why a similarity that was too low is too low. Rounded down, so that no number looks like the threshold it missed. */
export function similarityReason(measure: string, value: number, threshold: number): Message {
  return message('{measure} with the reference answer is {value}, at least {threshold} is needed', {
    measure,
    value: Math.floor(value * 1000) / 1000,
    threshold,
  })
}
