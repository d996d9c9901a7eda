import { describe, expect, it } from 'vitest'
import { jsonPath } from './json-path.ts'

const answer = {
  choices: [{ message: { content: 'hi', 'tool calls': [{ function: { name: 'a' } }, { function: { name: 'b' } }] } }],
  list: [1, 2, 3],
  "it's": { 'a.b': null },
  content_type: 'x',
}

describe('jsonPath', () => {
  it.each([
    ['$', answer],
    ['$.choices[0].message.content', 'hi'],
    ['choices[0].message.content', 'hi'],
    ["$.choices[*].message['tool calls'][*].function.name", [['a', 'b']]],
    ['$.list[-1]', 3],
    ['$.list.[0]', 1],
    [`$["it's"]["a.b"]`, null],
    [`$['it\\'s']['a.b']`, null],
    ['$.absent?', undefined],
    ['$.absent?[*].function', undefined],
    ["$['it\\'s']['a.b']?.deeper?", undefined],
    ['$.choices[*].message.absent?', []],
  ])('%s', (path, found) => {
    expect(jsonPath(path)(answer)).toEqual(found)
  })

  it.each([
    ['$.choices[1].message', '[1]: $ is'],
    [
      '$.choices[0].message.text',
      '.text: $.choices[0].message is {"content":"hi","tool calls":[{"function":{"name":"a"}},{"function":{"name":"b"}}]}',
    ],
    ['$.list[*].name', '.name: $.list[0] is 1'],
    ['$.list.length', '.length: $.list is [1,2,3]'],
    ['$.content_type[0]', '[0]: $.content_type is "x"'],
    ['$.content_type[*]', '[*]: $.content_type is "x"'],
    ['$.toString', '.toString: $ is'],
  ])('%s shows where it broke', (path, where) => {
    const broke = where.replace('$ is', path.startsWith('$.choices') ? '$.choices is' : '$ is')
    expect(() => jsonPath(path)(answer)).toThrow(`The path ${path} broke at ${broke}`)
  })

  it.each([
    ['$.a[', '['],
    ['$.a[x]', '[x]'],
    ['$..a', '..a'],
    ['$.a b', ' b'],
    ['$.a[?(@.b)]', '[?(@.b)]'],
  ])('%s cannot be read', (path, rest) => {
    expect(() => jsonPath(path)).toThrow(`The path ${path} cannot be read from ${rest} on`)
  })
})
