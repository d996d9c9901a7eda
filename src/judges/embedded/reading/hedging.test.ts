import { describe, expect, it } from 'vitest'
import { isConditional, isElsewhereOnScale, isUnsure, saysFormerly, saysMay } from './hedging.ts'

describe('isUnsure', () => {
  it.each([
    'It is Paris, I guess.',
    'It is Paris, but I am not sure.',
    'パリです、たぶん。',
    'It might be Paris.',
    'Possibly Paris.',
    'It may be Paris.',
    'My guess would be Paris.',
    'It is likely in Paris.',
    'たぶんパリです。',
    'パリかもしれません。',
    'パリでしょう。',
    'パリの可能性があります。',
    'パリではないかと思います。',
  ])('hears the doubt in: %s', (text) => {
    expect(isUnsure(text)).toBe(true)
  })

  it.each([
    'It is Paris.',
    'I believe it is Paris.',
    'The shop opens in May.',
    'Items may be returned within 30 days.',
    'About 300 people came.',
    'パリだと思います。',
    '約300人です。',
    '可能性を計算します。',
  ])('hears none in: %s', (text) => {
    expect(isUnsure(text)).toBe(false)
  })
})

it.each([
  ["I don't know, but it is Paris.", true],
  ['I am not entirely sure.', true],
  ['よくわかりませんが、パリです。', true],
  ['It is Paris, as everybody knows.', false],
  ['パリだとわかります。', false],
])('admits ignorance: %s %s', (text, expected) => {
  expect(isUnsure(text)).toBe(expected)
})

it.each([
  ['If it rains, the concert is cancelled.', true],
  ['He denied that he had sold it.', true],
  ['雨天の場合、中止です。', true],
  ['The concert is cancelled.', false],
])('is said under a condition, or by somebody: %s %s', (text, expected) => {
  expect(isConditional(text)).toBe(expected)
})

it.each([
  ['The plan may be approved in May.', 'The plan was approved in May.', true],
  ['You may work from home.', 'You can work from home.', false],
])('%s says "may" where the other states a fact: %s %s', (statement, other, expected) => {
  expect(saysMay(statement, other)).toBe(expected)
})

it.each([
  ['Some rooms have a balcony.', 'All rooms have a balcony.', true],
  ['Some rooms have a balcony.', 'Room 5 has a balcony.', false],
  ['一部の客室にあります。', 'すべての客室にあります。', true],
])('%s is elsewhere on a scale than: %s %s', (statement, other, expected) => {
  expect(isElsewhereOnScale(statement, other)).toBe(expected)
})

it.each([
  ['It used to be free.', 'It is free.', true],
  ['It was run by Acme until 2019.', 'Acme', true],
  ['以前は無料でした。', '無料', true],
  ['It is valid until 2030.', '2030', false],
  ['It is valid until 2030.', 'It is valid.', false],
  ['It was closed until 2019.', '2019', false],
  ['It used to be free.', 'It used to cost nothing.', false],
  ['It is used to have tea in.', 'for tea', false],
])('%s / %s: said as what was so is %s', (statement, other, former) => {
  expect(saysFormerly(statement, other)).toBe(former)
})
