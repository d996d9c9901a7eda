import { type NgramClassifier, NGRAM_BUCKETS } from '../../src/judges/embedded/safety/harm.ts'
import { sigmoid } from '../../src/judges/embedded/classifier.ts'
import { createRandom } from '../../src/statistics/index.ts'

export type NgramSample = { readonly buckets: ReadonlyMap<number, number>; readonly label: 0 | 1 }

type FitOptions = { readonly epochs: number; readonly rate: number; readonly decay: number; readonly seed: number }

/** Logistic regression by AdaGrad (Duchi, Hazan & Singer 2011) with both labels weighing the same; weights end as bytes. */
export function fitNgrams(samples: readonly NgramSample[], { epochs, rate, decay, seed }: FitOptions): NgramClassifier {
  const random = createRandom(seed)
  const weights = new Float64Array(NGRAM_BUCKETS)
  const squares = new Float64Array(NGRAM_BUCKETS).fill(1e-3)
  const positives = samples.filter(({ label }) => label === 1).length
  const balance = (samples.length - positives) / Math.max(positives, 1)
  let bias = 0
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const { buckets, label } of shuffled(samples, random)) {
      let score = bias
      for (const [bucket, value] of buckets) score += value * (weights[bucket] ?? 0)
      const error = (sigmoid(score) - label) * (label === 1 ? balance : 1)
      bias -= 0.02 * error
      for (const [bucket, value] of buckets) {
        const weight = weights[bucket] ?? 0
        const gradient = error * value + decay * weight
        const square = (squares[bucket] ?? 0) + gradient * gradient
        squares[bucket] = square
        weights[bucket] = weight - (rate * gradient) / Math.sqrt(square)
      }
    }
  }
  return asBytes(weights, bias)
}

function asBytes(weights: Float64Array, bias: number): NgramClassifier {
  const scale = weights.reduce((largest, weight) => Math.max(largest, Math.abs(weight)), 1e-9) / 127
  return {
    bias: Number(bias.toPrecision(5)),
    scale: Number(scale.toPrecision(5)),
    weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)),
  }
}

function shuffled<Element>(elements: readonly Element[], random: () => number): readonly Element[] {
  const order = [...elements]
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1))
    const [a, b] = [order[index], order[other]]
    if (a === undefined || b === undefined) continue
    order[index] = b
    order[other] = a
  }
  return order
}
