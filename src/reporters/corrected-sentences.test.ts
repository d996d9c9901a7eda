import { expect, it } from 'vitest'
import { toEnglish } from '../core/index.ts'
import { worthSentence } from './corrected-sentences.ts'

it.each([
  [1, '1 label and 1 verdict are worth 1 label'],
  [2, '2 labels and 2 verdicts are worth 2 labels'],
])('counts %i of each', (n, sentence) => {
  expect(toEnglish(worthSentence({ labels: n, results: n, effectiveLabels: n }))).toBe(sentence)
})
