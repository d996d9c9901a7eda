import { expect, it } from 'vitest'
import { providerKeysIn, withoutProviderKeys } from './provider-keys.ts'

// Put together here, so that no scanner takes this file for a leak.
const keys = [
  `AKIA${'Q7GDT2KP4WZ3XN5B'}`,
  `AIza${'SyD3kQp7Lm92Vb47Ty65RwZx81kQp3Lm92V'}`,
  `ghp_${'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`,
  `glpat-${'Zx81kQp3Lm92Vb47Ty65'}`,
  `hf_${'aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeF12'}`,
  `sk-ant-api03-${'Zx81kQp3-Lm92Vb47_Ty65Rw'}`,
  `xoxb-${'123456789012-abcdEFGHijkl'}`,
  `SG.${'Zx81kQp3Lm92Vb47Ty65Rw.aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'}`,
  `lsv2_pt_${'0a1b2c3d4e5f60718293a4b5c6d7e8f9_0123456789'}`,
  `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJzdWIiOiIxMjM0In0.abc-def_123`,
]

it.each(keys)('finds %s, alone and between other words', (key) => {
  expect(providerKeysIn(key)).toEqual([key])
  expect(withoutProviderKeys(`first ${key}, then ${key} again`, '[key]')).toBe('first [key], then [key] again')
})

it.each([
  'the class sk-loading-indicator-large',
  'hf_transformers_and_more_names',
  'npm_config_registry_of_the_project',
  'ya29. August is a date',
  'SG. stands for Singapore',
  'AKIA is the beginning of keys',
  'eyJ is the beginning of tokens',
])('takes no word for a key: %s', (text) => {
  expect(providerKeysIn(text)).toEqual([])
})
