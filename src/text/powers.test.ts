import { expect, it } from 'vitest'
import { raised, withoutPowers } from './powers.ts'

it.each([
  ['at most 10⁶ CFU', 'at most 1000000 CFU'],
  ['2.5 × 10⁻³ g', '0.0025 g'],
  ['1.2e6 and 12 × 10^5', '1200000 and 1200000'],
  ['6.02 × 10²³ of 10⁻¹⁹ C', '6.02 × 10^23 of 10^-19 C'],
  ['in 2020¹, 5 of 10² and 5 m²', 'in 2020, 5 of 10^2 and 5 m²'],
])('writes the powers of %s out, and leaves no marks of notes behind numbers', (text, written) => {
  expect(withoutPowers(text)).toBe(written)
})

it('raises whole numbers and nothing else', () => {
  expect(['6', '-3', '+2', 'th', '1a', '1.5'].map(raised)).toEqual(['⁶', '⁻³', '⁺²', 'th', '1a', '1.5'])
})
