import { type Message, message } from '../../core/index.ts'

/** Says why a similarity is too low. The value gets enough decimals to differ visibly from the threshold. */
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
