import { describe, expect, it } from 'vitest'
import { type ToolCall, EvalError } from '../../core/index.ts'
import { type ArgumentMatcher, ArgumentMatchers, argumentMatch } from './argument-matchers.ts'
import { type ArgumentOptions, compareArguments } from './compare-arguments.ts'

describe('argumentMatch', () => {
  it.each<[ArgumentMatcher, unknown, unknown]>([
    ['ignore', 1, 'anything'],
    ['exact', { a: 1 }, { a: 1.0 }],
    ['text', ' Hotel  Ｋyoto ', 'hotel kyoto'],
    ['text', 3, 3],
    ['subset', ['b', 'a'], ['a', 'b', 'c']],
    ['superset', { a: 1, b: 2 }, { a: 1 }],
    [{ match: 'superset' }, [1, 2], []],
    [{ match: 'number', tolerance: 1 }, 3, 4],
    [{ match: 'number', tolerance: 0.1 }, 0.3, 0.4],
    [{ match: 'number', relative: 0.1 }, -100, -110],
    [{ match: 'number', tolerance: 2 }, 9_007_199_254_740_993n, 9_007_199_254_740_995n],
    [{ match: 'regex', pattern: '^Kyo' }, undefined, 'Kyoto'],
    [{ match: 'regex', pattern: '^kyo', flags: 'iu' }, undefined, 'Kyoto'],
    [{ match: 'regex', pattern: '^\\d+$' }, undefined, 12],
    [{ match: 'one-of', values: ['a', { b: 1 }] }, undefined, { b: 1 }],
    [{ match: 'range', min: 1, max: 5 }, undefined, 5],
  ])('%o accepts %o beside %o', (matcher, expected, actual) => {
    expect(match(matcher, expected, actual)).toBe(true)
  })

  it.each<[ArgumentMatcher, unknown, unknown]>([
    ['exact', '1', 1],
    ['text', 'Kyoto', undefined],
    ['text', 'a b', 'ab'],
    ['subset', { a: 1 }, {}],
    ['superset', { a: 1 }, { a: 1, b: 2 }],
    [{ match: 'number', tolerance: 1 }, 3, '3'],
    [{ match: 'number', tolerance: 1 }, 3, 4.001],
    [{ match: 'number', tolerance: 1 }, 3, undefined],
    [{ match: 'number' }, 9_007_199_254_740_993n, 9_007_199_254_740_995n],
    [{ match: 'regex', pattern: 'undefined' }, 'x', undefined],
    [{ match: 'regex', pattern: 'a' }, undefined, ['a']],
    [{ match: 'regex', pattern: 'a' }, undefined, 'a'.repeat(10_001)],
    [{ match: 'one-of', values: ['a'] }, undefined, undefined],
    [{ match: 'range', min: 1 }, undefined, '5'],
  ])('%o does not accept %o beside %o', (matcher, expected, actual) => {
    expect(match(matcher, expected, actual)).toBe(false)
  })

  it('says which side is missing', () => {
    expect(argumentMatch('superset')({ a: 1 }, { a: 1, b: 2 }, 'x')).toEqual([{ path: 'x.b', actual: 2 }])
    expect(argumentMatch('text')('a', undefined, 'x')).toEqual([{ path: 'x', expected: 'a' }])
  })
})

describe('argument matchers in a configuration', () => {
  it('apply by tool and path, and the rest is compared exactly', () => {
    const argumentMatchers: ArgumentMatchers = {
      book: { nights: { match: 'number', tolerance: 1 }, 'room.note': 'ignore', 'guests[*].name': 'text' },
    }
    const expected = { nights: 3, room: { note: 'a', size: 1 }, guests: [{ name: 'Ann' }, { name: 'Bo' }] }
    const actual = { nights: 4, room: { note: 'b', size: 1 }, guests: [{ name: 'ANN' }, { name: 'bo ' }] }
    expect(differencesWith({ argumentMatchers }, expected, actual)).toEqual([])
    expect(differencesWith({ argumentMatchers }, { ...expected, nights: 2, city: 'x' }, actual)).toEqual([
      'nights',
      'city',
    ])
    expect(differencesWith({ argumentMatchers: { cancel: { '*': 'ignore' } } }, { a: 1 }, { a: 2 })).toEqual(['a'])
  })

  it('give way from every tool to the named one, and from * to the named path', () => {
    const argumentMatchers: ArgumentMatchers = {
      '*': { '*': 'ignore', nights: 'exact' },
      book: { 'room.size': 'exact', nights: { match: 'number', tolerance: 1 } },
    }
    const expected = { nights: 3, room: { size: 1, view: 'sea' }, note: 'a' }
    expect(differencesWith({ argumentMatchers }, expected, { nights: 4, room: { size: 2 } })).toEqual(['room.size'])
  })

  it('do not tell absent arguments from an empty list of them, with matchers and without', () => {
    expect(differencesWith({}, undefined, {})).toEqual([])
    expect(differencesWith({}, {}, undefined)).toEqual([])
    expect(differencesWith({}, { city: 'Kyoto' }, undefined)).toEqual(['city'])
    expect(differencesWith({ argumentMatchers: { '*': { note: 'ignore' } } }, undefined, { note: 1 })).toEqual([])
  })

  it('do not take names that objects inherit for tools', () => {
    const comparison = compareArguments({ argumentMatchers: {} })
    expect(
      comparison.differences({ name: 'constructor', args: { a: 1 } }, { name: 'constructor', args: { a: 1 } }),
    ).toEqual([])
  })

  it('are refused when the metric is made', () => {
    expect(errorOf({ book: { note: { match: 'regex', pattern: '(' } } })).toBe(
      'config: The pattern ( is not a regular expression',
    )
    expect(errorOf({ book: { note: { match: 'regex', pattern: 'a', flags: 'g' } } })).toMatch(/^config/)
    expect(errorOf({ book: { note: { match: 'nubmer', tolerance: 1 } } })).toMatch(/^config/)
    expect(errorOf({ book: { note: { match: 'number', tolerence: 1 } } })).toMatch(/^config/)
    expect(errorOf({ book: { 'note[': 'ignore' } })).toBe(`config: "note[" is not a path to an argument`)
    expect(errorOf({ book: { room: 'subset', 'room.note': 'ignore' } })).toMatch(/^config: There is a matcher/)
    expect(errorOf({ book: { 'room.note': 'ignore', room: 'subset' } })).toMatch(/^config: There is a matcher/)
  })

  it('give credit for the fraction of expected arguments that match', () => {
    const { credit } = compareArguments({
      argumentMatchers: { '*': { note: 'ignore', nights: { match: 'number', tolerance: 1 } } },
    })
    expect(
      credit(call({ note: 'a', nights: 3, room: 1, city: 'x' }), call({ nights: 4, room: 2, city: 'x' })),
    ).toBeCloseTo(2 / 3)
    expect(credit(call({ note: 'a' }), call(undefined))).toBe(1)
    expect(credit(call({ room: null }), call({}))).toBe(0)
  })
})

describe('ArgumentMatchers', () => {
  it('can stand in a configuration file', () => {
    const text =
      '{ "book": { "nights": { "match": "number", "tolerance": 1 }, "note": "ignore" }, "*": { "*": "text" } }'
    expect(ArgumentMatchers.parse(JSON.parse(text))).toEqual(JSON.parse(text))
  })
})

function match(matcher: ArgumentMatcher, expected: unknown, actual: unknown): boolean {
  return argumentMatch(matcher)(expected, actual, 'x').length === 0
}

function differencesWith(options: ArgumentOptions, expected: ToolCall['args'], actual: ToolCall['args']) {
  return compareArguments(options)
    .differences(call(expected), call(actual))
    .map(({ path }) => path)
}

function errorOf(argumentMatchers: unknown) {
  try {
    compareArguments({ argumentMatchers: argumentMatchers as ArgumentMatchers })
    return undefined
  } catch (error) {
    return error instanceof EvalError ? `${error.code}: ${error.message}` : error
  }
}

function call(args: ToolCall['args']): ToolCall {
  return { name: 'book', args }
}
