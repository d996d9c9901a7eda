import { readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { probability } from './classifier.ts'
import { compareClaim } from './differences/claim-features.ts'
import { comparedText } from './differences/comparison-text.ts'
import { compareAnswer } from './equivalence-features.ts'
import { passageOf } from './reading/passage.ts'
import { loadWeights, StoredWeights } from './weights.ts'

const path = new URL('weights.json', import.meta.url)
const counted = (features: Readonly<Record<string, number>> = {}) => new Set(Object.keys(features))

it('is a small file that says what it was made from and how good it was', () => {
  const stored = StoredWeights.parse(JSON.parse(readFileSync(path, 'utf8')))
  expect(statSync(path).size).toBeLessThan(500_000)
  expect(stored.trained).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(stored.sources.map(({ licence }) => licence)).toEqual([
    'Apache-2.0',
    'CC BY 4.0',
    'Apache-2.0',
    'CC BY 4.0',
    'MIT',
  ])
  expect(stored.classifiers.equivalence.figures['kappa']).toBeGreaterThan(0.75)
  expect(stored.classifiers.coverage.figures['kappa']).toBeGreaterThan(0.5)
})

it('asks for no feature that nobody counts: it would be zero in every text', async () => {
  const { idf, equivalence, support, coverage } = await loadWeights()
  const [question, reference, answer] = [
    passageOf('Who wrote it?'),
    passageOf('Jane Austen'),
    passageOf('It was Jane Austen.'),
  ]
  const claim = compareClaim(reference, comparedText('Jane Austen wrote it.'), idf)
  const asked = [...support.features, ...coverage.features].filter((name) => !counted(claim?.features).has(name))
  expect(asked).toEqual([])
  const { features } = compareAnswer(question, reference, answer, idf)
  expect(equivalence.features.filter((name) => !counted(features).has(name))).toEqual([])
})

it('is less sure of a claim the less of it is found', async () => {
  const { support } = await loadWeights()
  const whole = {
    recallBest: 1,
    recallWindow: 1,
    recallAll: 1,
    wordRecall: 1,
    alignedShare: 1,
    characterPairs: 1,
    evidenceUsed: 0.8,
    claimTerms: 2.3,
    contentShare: 0.6,
  }
  const half = {
    ...whole,
    recallBest: 0.5,
    recallWindow: 0.5,
    recallAll: 0.5,
    wordRecall: 0.5,
    missingShare: 0.5,
  }
  expect(probability(support, whole)).toBeGreaterThan(0.9)
  expect(probability(support, half)).toBeLessThan(0.5)
})
