// npm run bench:unseen-modes   does the interval hold the chance that the next failure is of a new mode?
import { createRandom } from '../../src/statistics/random.ts'
import { newModeChance, modesFound } from '../../src/statistics/unseen-modes.ts'

const shapes: Readonly<Record<string, readonly number[]>> = {
  'twenty as frequent': Array.from({ length: 20 }, () => 1),
  'twenty, the k-th 1/k': Array.from({ length: 20 }, (_, index) => 1 / (index + 1)),
  'twenty, each .6 of the one before': Array.from({ length: 20 }, (_, index) => 0.6 ** index),
  'a hundred, the k-th 1/k': Array.from({ length: 100 }, (_, index) => 1 / (index + 1)),
}
const drawn = 2000

for (const [shape, weights] of Object.entries(shapes)) {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  for (const read of [15, 30, 60, 150, 400]) {
    const random = createRandom(read)
    let held = 0
    let found = 0
    for (let index = 0; index < drawn; index += 1) {
      const modes = Array.from({ length: read }, () => {
        let left = random() * whole
        return Math.max(
          0,
          weights.findIndex((weight) => (left -= weight) < 0),
        )
      })
      const counts = weights.map((_, mode) => modes.filter((own) => own === mode).length)
      const missing = weights.reduce((sum, weight, mode) => sum + (counts[mode] === 0 ? weight : 0), 0) / whole
      const chance = newModeChance(counts)
      if (chance !== null && chance.low <= missing && missing <= chance.high) held += 1
      found += modesFound(modes.map(String)).at(-1) ?? 0
    }
    console.log(
      `${shape}, ${read} read: holds ${(held / drawn).toFixed(3)}; ${(found / drawn).toFixed(1)} modes found; ${drawn} draws`,
    )
  }
}
