import { expect, it } from 'vitest'
import { printedValue } from './printed-value.ts'

it.each([
  [`{'city': 'Kobe', 'days': None, 'warm': True, 'n': -1.5e3}`, { city: 'Kobe', days: null, warm: true, n: -1500 }],
  [`[("a", 1), ('it\\'s "here"\\n',)]`, [['a', 1], [`it's "here"\n`]]],
  [`{'text': '神\\u6238 \\x41'}`, { text: '神戸 A' }],
  ['{}', {}],
  [
    `{ city: 'Kobe', 'the.days': undefined, said: 'one\\n' +\n  'two', left: [Object], more: \`a"b'c\` }`,
    { city: 'Kobe', 'the.days': null, said: 'one\ntwo', left: [], more: `a"b'c` },
  ],
])('reads %s', (text, value) => {
  expect(printedValue(text)).toEqual(value)
})

it.each(["{'city': 'Kobe'", '[see here]', '(', 'text', "{'a': datetime(2026, 1, 1)}"])(
  'finds no value in %s',
  (text) => {
    expect(printedValue(text)).toBeUndefined()
  },
)
