import { describe, expect, it } from 'vitest'
import { fillJson, fillText, placeholdersOf } from './json-template.ts'

const values = { message: 'say "hi" {{secret}} $&', history: [{ a: 1 }], 'case.id': 'c/1', secret: 'no' }

describe('fillJson', () => {
  it('puts the value itself where a string is one placeholder, and text inside other text', () => {
    const template = {
      a: '{{history}}',
      b: ['{{ message }}', 'about {{case.id}}: {{history}}'],
      c: 7,
      d: null,
      e: true,
    }
    expect(fillJson(template, values)).toEqual({
      a: [{ a: 1 }],
      b: ['say "hi" {{secret}} $&', 'about c/1: [{"a":1}]'],
      c: 7,
      d: null,
      e: true,
    })
  })

  it('does not fill what a value brought in', () => {
    expect(fillText('<{{message}}>', values)).toBe('<say "hi" {{secret}} $&>')
  })
})

describe('placeholdersOf', () => {
  it('finds them at any depth', () => {
    expect(placeholdersOf({ a: ['x {{case.id}}', { b: '{{message}}' }] }, Object.keys(values))).toEqual(
      new Set(['case.id', 'message']),
    )
  })

  it('refuses a name that does not exist', () => {
    expect(() => placeholdersOf('{{mesage}}', ['message'])).toThrow('There is no placeholder {{mesage}}')
  })
})
