import { expect, it } from 'vitest'
import { inRecords } from './json-records.ts'

it('makes a sentence of each object, with what it belongs to, and one of what is denied', () => {
  const flights = [
    { flightNo: 'LH401', price: 612, nonstop: true },
    { flightNo: 'UA960', price: 540, nonstop: false, meals: [] },
  ]
  expect(inRecords(`tool output: ${JSON.stringify({ name: 'search', response: { currency: 'USD', flights } })}`)).toBe(
    [
      'name: search.',
      'name: search, response, currency: USD.',
      'name: search, response, currency: USD, flights, flight no: LH401, price: 612, nonstop: true.',
      'name: search, response, currency: USD, flights, flight no: UA960, price: 540.',
      'flight no: UA960, not nonstop.',
      'flight no: UA960, no meals.',
    ].join('\n'),
  )
})

it('reads JSON within a text, and lists of words', () => {
  const content = [{ type: 'text', text: '{"order_id":"A17","tags":["new","gift"]}' }]
  expect(inRecords(JSON.stringify({ content }))).toBe(
    [
      'content, type: text.',
      'content, type: text, text, order id: A17.',
      'content, type: text, text, order id: A17, tags, new, gift.',
    ].join('\n'),
  )
})

it('keeps with a part what it stands in, rather than what its document begins with', () => {
  const page = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`page${index}`, index]))
  const sentences = inRecords(JSON.stringify({ ...page, orders: [{ id: 'A17', total: { amount: 50 } }] })).split('\n')
  expect(sentences.at(-1)).toMatch(/id: A17, total, amount: 50\.$/)
})

it('repeats no long key with everything that stands below it', () => {
  const piece = JSON.stringify({ ['k'.repeat(50_000)]: Array.from({ length: 1900 }, () => ({ a: 1 })) })
  expect(inRecords(piece).length).toBeLessThan(10 * piece.length)
})

it.each([
  ['prose', 'The price is {unknown}.'],
  ['what only begins like JSON', '{"order": '],
  ['an empty object', '{}'],
  ['what is nested without end', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['a long list', JSON.stringify(Array.from({ length: 3000 }, (_, id) => ({ id })))],
])('leaves %s as it is', (_name, piece) => {
  expect(inRecords(piece)).toBe(piece)
})
