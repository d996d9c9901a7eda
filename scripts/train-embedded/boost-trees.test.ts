import { describe, expect, it } from 'vitest'
import { probability } from '../../src/judges/embedded/classifier.ts'
import { createRandom } from '../../src/statistics/index.ts'
import { type Sample, boostTrees } from './boost-trees.ts'

const options = { trees: 40, depth: 2, rate: 0.2, minimum: 1, share: 1, seed: 1, features: ['x', 'y'] }

function samples(label: (x: number, y: number) => boolean): readonly Sample[] {
  const random = createRandom(7)
  return Array.from({ length: 600 }, () => {
    const x = random()
    const y = random()
    return { features: { x, y }, label: label(x, y) ? 1 : 0 }
  })
}

describe('boostTrees', () => {
  it('learns what no straight line divides', () => {
    const classifier = boostTrees(
      samples((x, y) => x > 0.5 !== y > 0.5),
      options,
    )
    expect(probability(classifier, { x: 0.9, y: 0.1 })).toBeGreaterThan(0.8)
    expect(probability(classifier, { x: 0.9, y: 0.9 })).toBeLessThan(0.2)
  })

  it('is the same for the same seed', () => {
    const rows = samples((x) => x > 0.3)
    expect(boostTrees(rows, { ...options, share: 0.5 })).toEqual(boostTrees(rows, { ...options, share: 0.5 }))
  })

  it('never learns against a given direction', () => {
    const rows = samples((x) => x < 0.5)
    const classifier = boostTrees(rows, { ...options, features: ['x'], directions: { x: 1 } })
    expect(probability(classifier, { x: 0.1 })).toBeCloseTo(probability(classifier, { x: 0.9 }), 5)
  })
})
