import { describe, expect, it } from 'vitest'
import { pythonRandom } from './python-random.ts'

describe('pythonRandom', () => {
  // From Python 3.12: `r = random.Random(seed); [r.random() for _ in range(3)]`.
  it.each([
    [0, [0.8444218515250481, 0.7579544029403025, 0.420571580830845]],
    [1, [0.13436424411240122, 0.8474337369372327, 0.763774618976614]],
    [42, [0.6394267984578837, 0.025010755222666936, 0.27502931836911926]],
    [-7, [0.32383276483316237, 0.15084917392450192, 0.6509344730398537]],
    [2 ** 40, [0.1036394562812375, 0.6705558677439764, 0.4266543913526999]],
  ])('gives Python’s numbers for seed %i', (seed, numbers) => {
    const random = pythonRandom(seed)
    expect(numbers.map(() => random())).toEqual(numbers)
  })
})
