import { expect, it } from 'vitest'
import { pythonLiteral } from './python-literal.ts'

it.each([
  [`{'city': 'Kobe', 'days': None, 'warm': True, 'n': -1.5e3}`, { city: 'Kobe', days: null, warm: true, n: -1500 }],
  [`[("a", 1), ('it\\'s "here"\\n',)]`, [['a', 1], [`it's "here"\n`]]],
  [`{'text': '神\\u6238 \\x41'}`, { text: '神戸 A' }],
  ['{}', {}],
])('reads %s', (text, value) => {
  expect(pythonLiteral(text)).toEqual(value)
})

it.each(["{'city': 'Kobe'", '[see here]', '{city: Kobe}', '(', 'text', "{'a': datetime(2026, 1, 1)}"])(
  'finds no value in %s',
  (text) => {
    expect(pythonLiteral(text)).toBeUndefined()
  },
)
