import { expect, it } from 'vitest'
import { passageOf } from '../reading/passage.ts'
import { rivalOf } from './rivals.ts'

it.each([
  ['Paris', 'It is Paris or Lyon.', 'lyon'],
  ['Paris', 'London or Paris', 'london'],
  ['Nice', 'Paris, Lyon, or Nice.', 'paris'],
  ['Jane Austen', 'It was written by Charlotte Bronte or by Jane Austen.', 'charlotte'],
  ['300', '300 or 400 guests', '400'],
  ['May 18, 2018', 'On May 18, 2018 or May 18, 2019.', '2019'],
  ['red', 'red or blue', 'blue'],
  ['パリ', 'パリかロンドンです。', 'ロンドン'],
  ['パリ', 'パリ、もしくはリヨンです。', 'リヨン'],
  ['3月31日', '3月30日または31日です。', '30'],
])('beside %s there is another answer: %s', (reference, sentence, rival) => {
  expect(rivalOf(passageOf(reference), sentence)).toBe(rival)
})

it.each([
  ['By card or bank transfer', 'You can pay by card or by bank transfer.'],
  ['300', 'There were 300 guests or more.'],
  ['Within 30 days of purchase', 'Yes, you may return it within 30 days of purchase, or exchange it.'],
  ['Berlin', 'The office is in Berlin; call us or write to us.'],
  ['loop', 'An edge from a vertex to itself is called a loop or a self-loop.'],
  ['カードまたは銀行振込', 'お支払いはカードまたは銀行振込です。'],
  ['パリ', 'パリかもしれません。'],
  ['パリ', 'それはパリですか。ロンドンですか。'],
])('beside %s there is none: %s', (reference, sentence) => {
  expect(rivalOf(passageOf(reference), sentence)).toBeUndefined()
})
