import { type Message, message } from '../../core/index.ts'

/** Why a similarity that was too low is too low. With as many decimals as it takes not to look like the threshold it missed. */
export function similarityReason(measure: string, value: number, threshold: number): Message {
  return message('{measure} with the reference answer is {value}, at least {threshold} is needed', {
    measure,
    value: roundedBelow(threshold, value),
    threshold,
  })
}

function roundedBelow(threshold: number, value: number): number {
  for (let digits = 3; digits < 12; digits += 1) {
    const rounded = Number(value.toFixed(digits))
    if (rounded < threshold || value >= threshold) return rounded
  }
  return value
}
