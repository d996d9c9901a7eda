import { growth } from '../../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { message } from '../../core/index.ts'
import { locate, parseJsonDocument, parseJsonLine, withoutComments } from './source-text.ts'

describe('parseJsonDocument', () => {
  it.each([
    ['{\n  "a": 1,,\n}', 'f.json:3:1: expected a key in double quotes'],
    ['{\n  "a": 1, // one\n  b: 2,\n}', 'f.json:3:3: this is not JSON'],
    ['{"a" 1}', 'f.json:1:6: expected a colon after the key'],
    ['[1 2]', 'f.json:1:4: expected a comma'],
    ['{"a": 1\n', 'f.json:2:1: expected a closing brace'],
    ['{"a": 1', 'f.json:1:8: the file ends in the middle of what stands here'],
    ['{"a": [1, "x\\"', 'f.json:1:11: the file ends in the middle of what stands here'],
    ['{"a": tru', 'f.json:1:7: the file ends in the middle of what stands here'],
    ['{"a": }', 'f.json:1:7: expected a value'],
    ['{"a": "x\ny"}', 'f.json:1:7: this text has no closing quote'],
    ['{} {}', 'f.json:1:4: expected nothing after the value'],
    ['{"a": NaN}', 'f.json:1:7: this is not JSON'],
    ['', 'f.json:1:1: expected a value'],
    ['{"text": "1e400",\n "n": [1e400]}', 'f.json:2:8: 1e400 is no number that can be kept'],
    ['{"n": -1.5E+999}', 'f.json:1:7: -1.5E+999 is no number that can be kept'],
    ['{"price": 12345678901234567.89}', 'f.json:1:11: 12345678901234567.89 is no number that can be kept'],
  ])('says of %j where and what it expected', (text, sentence) => {
    expect(() => parseJsonDocument(text, 'f.json')).toThrow(sentence)
  })

  it.each([
    ['// hello\n{"a": "// no # comment", /* b */ "c": [1, 2,], # d\n}', { a: '// no # comment', c: [1, 2] }],
    ['{"url": "http://a/b", "q": "\\"#", }', { url: 'http://a/b', q: '"#' }],
    ['[{"a": ",]"},\n]\n# the end', [{ a: ',]' }]],
  ])('passes over comments and commas behind the last entry: %j', (text, value) => {
    expect(parseJsonDocument(text, 'f.json')).toEqual(value)
  })

  it('tells lines behind comments', () => {
    expect(locate('# one\n{ "a": [1, 2, ], // two\n  "b": 3 }', ['b'])).toBe(3)
    expect(() => parseJsonDocument('# one\n{"a": 1, // a\n "a": 2}', 'f.json')).toThrow(
      'f.json:3: a: this key is there twice',
    )
  })

  it.each(['/*', '/*/', '#', '"', '"\\', ', ', ',', '// ', '/**'])(
    'passes over %j with work that grows with the text',
    async (piece) => {
      expect(await growth((scale) => withoutComments(piece.repeat(1000 * scale)))).toBeLessThan(2.3)
    },
  )

  it('keeps long integers exact', () => {
    expect(parseJsonDocument('{"order": 9007199254740993}', 'f.json')).toEqual({ order: 9007199254740993n })
  })

  it('says that NaN is not JSON', () => {
    const hint = 'Python writes NaN and Infinity, which JSON does not have: write null, or a text in quotes.'
    for (const text of ['{"a": [1, NaN]}', '{"a": -Infinity}'])
      expect(() => parseJsonDocument(text, 'f.json')).toThrow(expect.objectContaining({ hint: { text: hint } }))
  })

  it('suggests .jsonl when the first line is a value by itself', () => {
    expect(() => parseJsonDocument('{"a": 1}\n{"a": 2}\n', 'f.json')).toThrow(
      expect.objectContaining({
        hint: expect.objectContaining({ text: expect.stringContaining('.jsonl') as string }) as object,
      }),
    )
  })

  it.each([
    ['{\n "a": 1,\n "b": 2,\n "a": 1}', 'f.json:4: a: this key is there twice', 2],
    ['[{"a": [{},\n {"b": {"c": 0}, "b": 1}]}]', 'f.json:2: [0].a[1].b: this key is there twice', 2],
    ['{"a:": "a", "\\u0061": ":", "b\\"": 1, "a"\n: 2}', 'f.json:1: a: this key is there twice', 1],
    ['{"__proto__": 1, "__proto__": 2}', 'f.json:1: __proto__: this key is there twice', 1],
    ['{"n": 12345678901234567890, "n": 1}', 'f.json:1: n: this key is there twice', 1],
  ])('refuses a key that is there twice: %j', (text, sentence, line) => {
    expect(() => parseJsonDocument(text, 'f.json')).toThrow(
      expect.objectContaining({
        message: sentence,
        hint: message('Only the last one would count; the first one is on line {line}. Take one of them out.', {
          line,
        }),
      }),
    )
  })

  it.each([
    '{"a": {"a": {"a": []}}, "b": [{"a": 1}, {"a": 2}]}',
    '{"a\\\\": "b\\"", "a": "\\\\", "c": "\\\\\\":"}',
    '{"__proto__": {"x": 1}, "constructor": ":"}',
    '["a", ":", "a", "\\":"]',
    '""',
  ])('takes %j as it is', (text) => {
    expect(parseJsonDocument(text, 'f.json')).toEqual(JSON.parse(text))
  })

  it('accepts 200 levels', () => {
    expect(parseJsonDocument('['.repeat(200) + ']'.repeat(200), 'f.json')).toEqual([expect.anything()])
  })

  it.each([201, 100_000])('refuses %d levels', (depth) => {
    expect(() => parseJsonDocument('['.repeat(depth) + ']'.repeat(depth), 'f.json')).toThrow(
      'f.json: nested deeper than 200 levels',
    )
  })

  it('refuses deep text that is not even JSON', () => {
    expect(() => parseJsonDocument('['.repeat(100_000), 'f.json')).toThrow('f.json: nested deeper than 200 levels')
  })

  it('survives nesting that ends the stack of a recursive walk', () => {
    const text = `${'['.repeat(200_000)}1234567890123456789${']'.repeat(200_000)}`
    expect(() => parseJsonDocument(text, 'f.json')).toThrow('f.json: nested deeper than 200 levels')
  })
})

describe('parseJsonLine', () => {
  it('counts from the line it stands on', () => {
    expect(() => parseJsonLine({ text: '{"a": }', number: 17 }, 'f.jsonl')).toThrow('f.jsonl:17:7: expected a value')
  })

  it('refuses a key that is there twice', () => {
    expect(() => parseJsonLine({ text: '{"id": 1, "id": 2}', number: 17 }, 'f.jsonl')).toThrow(
      'f.jsonl:17: id: this key is there twice',
    )
  })

  it('refuses brackets that nobody closes, however many', () => {
    expect(() => parseJsonLine({ text: '['.repeat(100_000), number: 3 }, 'f.jsonl')).toThrow(
      'f.jsonl: nested deeper than 200 levels',
    )
  })

  it('refuses deep nesting', () => {
    const deep = `{"a": ${'['.repeat(250)}${']'.repeat(250)}}`
    expect(() => parseJsonLine({ text: deep, number: 3 }, 'f.jsonl')).toThrow(
      'f.jsonl:3: nested deeper than 200 levels',
    )
  })
})

describe('locate', () => {
  const text = '{\n  "evalCases": [\n    {},\n    {\n      "eval_id": "b" }\n  ]\n}'

  it('finds the line of a path whichever way its keys are spelt', () => {
    expect(locate(text, ['eval_cases', 1, 'eval_id'])).toBe(5)
    expect(locate(text, ['eval_cases', 1])).toBe(4)
  })

  it('names the line of what a missing key is missing from', () => {
    expect(locate(text, ['eval_cases', 0, 'conversation', 0])).toBe(3)
  })
})
