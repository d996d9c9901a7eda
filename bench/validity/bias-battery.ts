// npm run bench:biases   are planted biases of judges found, and unbiased judges left alone?
import { detectableExcess, testBiases, type BiasTrial } from '../../src/statistics/bias-battery.ts'
import { wilsonInterval } from '../../src/statistics/proportion.ts'
import { createRandom } from '../../src/statistics/random.ts'

const biases = ['length', 'order', 'format', 'praise', 'self', 'language']
const judges = 400
const answers = 150

for (const unsteady of [0, 0.03, 0.08]) {
  const random = createRandom(Math.round(unsteady * 100) + 1)
  const size = detectableExcess(answers, unsteady, 0.05 / biases.length) ?? 1
  const trial = (planted: number): BiasTrial => {
    const original = random() < 0.6
    const flips = (rate: number) => (random() < rate ? !original : original)
    return { original, variant: flips(unsteady + planted), placebo: flips(unsteady) }
  }
  const battery = (biased: string | undefined) =>
    testBiases(
      Object.fromEntries(
        biases.map((bias) => [bias, Array.from({ length: answers }, () => trial(bias === biased ? size : 0))]),
      ),
    )
  let found = 0
  let refused = 0
  for (let judge = 0; judge < judges; judge += 1) {
    const biased = biases[judge % biases.length]
    if (battery(biased).find(({ bias }) => bias === biased)?.found === true) found += 1
    if (battery(undefined).some((bias) => bias.found)) refused += 1
  }
  const said = (count: number) => {
    const { value, low, high } = wilsonInterval(count, judges)
    return `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`
  }
  console.log(
    `flips for blanks ${unsteady}, ${answers} answers: a planted bias of ${size} found ${said(found)}; ` +
      `unbiased refused ${said(refused)}; ${judges} judges each`,
  )
}
