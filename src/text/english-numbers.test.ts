import { expect, it } from 'vitest'
import { englishNumbers } from './english-numbers.ts'

it.each([
  ['€1.250,00', '€1250.00'],
  ['1.250.000,5 in total', '1250000.5 in total'],
  ['12,5 %', '12.5 %'],
  ['12\u00a0500 kg, 1\u202f250\u202f000 t', '12500 kg, 1250000 t'],
  ['0,25 mg/l and 3,5 bar', '0.25 mg/l and 3.5 bar'],
  ['€1.250.000 or 2.500.000 EUR', '€1250000 or 2500000 EUR'],
  ['€12,50', '€12.50'],
])('%s is %s', (text, plain) => {
  expect(englishNumbers(text)).toBe(plain)
})

it.each([
  '$1,250.00',
  '1,250 kg',
  '1.250 kg',
  'rooms 3,5 and 7',
  'room 12 500 kg',
  '2024\u00a0500 kg',
  '1,2,5 %',
  'version 1.250.100',
  '€1.25',
  'from €1.250',
  '0.299 €',
  '$12,500',
  '2.500.100.3 EUR',
  'in 2024, 5 % more',
])('%s stays', (text) => {
  expect(englishNumbers(text)).toBe(text)
})
