import { expect, it } from 'vitest'
import { toImproveLines } from './improve-lines.ts'

it('rounds the interval of a difference outwards, as the page does', () => {
  const difference = { value: 0.1515, low: 0.0796, high: 0.2234, n: 99, level: 0.95, method: 'bonett-price' } as const
  const looked = { type: 'looked', change: 1, look: 1, alpha: 0.03, outcome: 'better', notEvaluated: 0 } as const
  const lines = toImproveLines([{ ...looked, difference }], { language: 'en', color: false, columns: 100 })
  expect(lines).toContain('better +15.2 (+7.9 … +22.4)')
})
