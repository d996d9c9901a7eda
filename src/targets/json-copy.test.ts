import { expect, it } from 'vitest'
import { parseJson } from '../core/index.ts'
import { plainCopy } from './json-copy.ts'

it('copies what JSON has, key by key, and what it has not as it is', () => {
  const value = { list: [{ id: 2n ** 60n }], none: null, at: new Date(0), by: new Map([['a', { b: 1 }]]) }
  const copy = plainCopy(value)
  expect(copy).toEqual(value)
  for (const key of ['list', 'at', 'by'] as const) expect(copy[key]).not.toBe(value[key])
  expect(copy.list[0]).not.toBe(value.list[0])
  const named = plainCopy(parseJson('{"__proto__": {"admin": true}}'))
  expect(Object.keys(Object(named))).toEqual(['__proto__'])
  expect(Reflect.get(Object(named), 'admin')).toBeUndefined()
})
