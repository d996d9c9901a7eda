import { describe, expect, it } from 'vitest'
import { parsePath, pathInside, valuesAt } from './argument-path.ts'

describe('parsePath', () => {
  it('reads keys, indexes, stars and quoted keys', () => {
    expect(parsePath('room.guests[1].name')).toEqual(['room', 'guests', '1', 'name'])
    expect(parsePath('*')).toEqual([undefined])
    expect(parsePath('部屋[*].*')).toEqual(['部屋', undefined, undefined])
    expect(parsePath('["a.b"]["say \\"hi\\""]')).toEqual(['a.b', 'say "hi"'])
  })

  it.each(['', '.a', 'a..b', 'a[', 'a[x]', 'a b', 'a[0]b', 'a.'])('does not accept %j', (path) => {
    expect(() => parsePath(path)).toThrow(`${JSON.stringify(path)} is not a path to an argument`)
  })

  it.each(['a', 'a.b', '', '*', 'x[0]', 'say "hi"', 'back\\slash', 'new\nline', '鍵'])(
    'reads back what is written for the key %j',
    (key) => {
      expect(parsePath(pathInside('top', key))).toEqual(['top', key])
    },
  )
})

describe('valuesAt', () => {
  it('finds all that a star stands for', () => {
    expect(valuesAt({ rooms: [{ price: 1 }, { price: 2 }, {}] }, parsePath('rooms[*].price'))).toEqual([1, 2])
  })

  it('does not find what an object merely inherits', () => {
    expect(valuesAt({ a: {} }, parsePath('a.constructor'))).toEqual([])
    expect(valuesAt(undefined, parsePath('a'))).toEqual([])
  })
})
