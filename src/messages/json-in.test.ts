import { expect, it } from 'vitest'
import { jsonIn } from './json-in.ts'

it.each([
  ['{"a":[1]}', { a: [1] }],
  ['"{\\"a\\":1}"', { a: 1 }],
  [JSON.stringify(JSON.stringify(JSON.stringify([1]))), [1]],
  ["{'a': None}", { a: null }],
  ['"a text"', '"a text"'],
  ['[see here]', '[see here]'],
  ['12', '12'],
])('finds in %s what it holds', (text, value) => {
  expect(jsonIn(text)).toEqual(value)
})

it.each(['12345678901234567890,', "'one', ", ''])(
  'leaves what nests without end as the text that it is: %s',
  (first) => {
    const text = `[${first}${'['.repeat(50_000)}${']'.repeat(50_000)}]`
    expect(jsonIn(text)).toBe(text)
  },
)
