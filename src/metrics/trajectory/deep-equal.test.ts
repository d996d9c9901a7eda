import { describe, expect, it } from 'vitest'
import { parseJson } from '../../core/index.ts'
import { deepEqual, differences } from './deep-equal.ts'

describe('deepEqual', () => {
  it.each([
    ['{"a":1,"b":[{"c":null}]}', '{"b":[{"c":null}],"a":1}'],
    ['1', '1.0'],
    ['-0', '0'],
    ['9007199254740993', '9007199254740993'],
    ['18446744073709551616', '18446744073709551616.0'],
    // Written with a point it is the same integer, and both are kept with every digit.
    ['9007199254740993', '9007199254740993.0'],
    ['[]', '[]'],
  ])('%s equals %s', (expected, actual) => {
    expect(deepEqual(parseJson(expected), parseJson(actual))).toBe(true)
    expect(deepEqual(parseJson(actual), parseJson(expected))).toBe(true)
  })

  it.each([
    ['1', '"1"'],
    ['true', '"true"'],
    ['null', '0'],
    ['null', 'false'],
    ['null', '""'],
    ['{"a":null}', '{}'],
    ['[1,2]', '[2,1]'],
    ['[]', '{}'],
    ['[1]', '[1,null]'],
    ['9007199254740993', '9007199254740992'],
    ['9007199254740993', '9007199254740992.0'],
    ['2', 'true'],
    ['1', 'true'],
    ['{"ok":1}', '{"ok":true}'],
    ['0', 'false'],
    ['{"__proto__":{}}', '{}'],
  ])('%s does not equal %s', (expected, actual) => {
    expect(deepEqual(parseJson(expected), parseJson(actual))).toBe(false)
    expect(deepEqual(parseJson(actual), parseJson(expected))).toBe(false)
  })

  it('tells absent arguments from none, and NaN from everything', () => {
    expect(deepEqual(undefined, {})).toBe(false)
    expect(deepEqual(undefined, undefined)).toBe(true)
    expect(deepEqual({ a: undefined }, {})).toBe(true)
    expect(deepEqual(Number.NaN, Number.NaN)).toBe(false)
  })

  it('compares what agents in this process hand over as it would be written down', () => {
    expect(deepEqual({ at: new Date(0) }, { at: new Date(0) })).toBe(true)
    expect(deepEqual({ at: new Date(0) }, { at: new Date(1) })).toBe(false)
  })

  it('survives nesting that is deeper than the call stack', () => {
    expect(deepEqual(nested('1'), nested('1'))).toBe(true)
    expect(deepEqual(nested('1'), nested('2'))).toBe(false)
    expect(differences(nested('1'), nested('1'), { subset: true })).toEqual([])
    expect(differences(nested('1'), nested('2'))[0]?.path).toHaveLength('[0]'.length * 64)
  })
})

describe('differences', () => {
  it('says where, and which side has nothing', () => {
    const expected = { room: { guests: ['Ann', 'Bo'], 'bed size': 2 }, nights: 3, note: null }
    const actual = { room: { guests: ['Ann', 'Cy', 'Di'], 'bed size': 1 }, nights: 3, pets: true }
    expect(differences(expected, actual)).toEqual([
      { path: 'room.guests[1]', expected: 'Bo', actual: 'Cy' },
      { path: 'room.guests[2]', actual: 'Di' },
      { path: 'room["bed size"]', expected: 2, actual: 1 },
      { path: 'note', expected: null },
      { path: 'pets', actual: true },
    ])
  })

  it('tells the first 50', () => {
    expect(differences(Array(200_000).fill(1), Array(200_000).fill(2))).toHaveLength(50)
  })

  it('lets the actual value have more of everything as a superset', () => {
    const expected = { tags: ['a', { id: 1 }], room: { size: 2 } }
    const actual = { tags: [{ id: 1, x: 0 }, 'b', 'a'], room: { size: 2, view: 'sea' }, more: 1 }
    expect(differences(expected, actual, { subset: true })).toEqual([])
    expect(differences(actual, expected, { subset: true }).map(({ path }) => path)).toEqual([
      'tags[0]',
      'tags[1]',
      'room.view',
      'more',
    ])
  })

  it('finds partners for list elements whatever their order', () => {
    const wide = { a: 1, b: 2 }
    for (const expected of [
      [{ a: 1 }, wide],
      [wide, { a: 1 }],
    ]) {
      expect(differences(expected, [wide, { a: 1 }], { subset: true })).toEqual([])
      expect(differences(expected, [{ a: 1 }, wide], { subset: true })).toEqual([])
    }
    expect(differences([1, 1], [1, 2], { subset: true })).toEqual([{ path: '[1]', expected: 1 }])
  })
})

function nested(end: string): unknown {
  return JSON.parse(`${'['.repeat(50_000)}${end}${']'.repeat(50_000)}`)
}
