import { expect, it } from 'vitest'
import { boundsDifferently } from './bounds.ts'

it.each([
  ['More than 200', 'At most 200'],
  ['at least 8 characters', 'at most 8 characters'],
  ['over 18 years old', '18 years old'],
  ['between 50 and 100 staff', 'more than 100 staff'],
  ['30日以内に返品できます', '30日以上で返品できます'],
  ['5万円未満', '5万円以上'],
  ['2 to 3 million', '2 million'],
])('finds another bound: %s, %s', (one, other) => {
  expect(boundsDifferently(one, other)).toBe(true)
  expect(boundsDifferently(other, one)).toBe(true)
})

it.each([
  ['30 days', 'up to 30 days'],
  ['within 30 days', 'at most 30 days'],
  ['at least 90 minutes', '1.5 hours or more'],
  ['at least 8 characters', 'at most 12 characters'],
  ['5万円以上', '50,000円以上'],
  ['30日', '30日以内'],
  ['It is open.', 'at most 3'],
])('finds the same bound, or none to compare: %s, %s', (one, other) => {
  expect(boundsDifferently(one, other)).toBe(false)
  expect(boundsDifferently(other, one)).toBe(false)
})
