import { expect, it } from 'vitest'
import { toEnglish } from '../../core/index.ts'
import { onePageOfSeveral } from './one-page.ts'

it.each([
  { meta: { page: 1, limit: 50, totalItems: 120, totalPages: 3 } },
  { total: 120, has_more: true },
  { num_rows_total: 120, partial: false },
  { pagination: { total_count: 120 } },
])('says how many of all there are: %j', (value) => {
  const said = onePageOfSeveral(value, 2, 'a.json')
  expect(said && toEnglish(said)).toBe('a.json: 2 of 120 are in this file, the others are on other pages and not read')
})

it.each([
  { has_more: true },
  { hasMore: true },
  { next_cursor: 'abc' },
  { cursors: { next: 'abc' } },
  { nextPageToken: 'abc' },
  { pageInfo: { hasNextPage: true } },
  { links: { next: { href: '/x' } } },
  { meta: { page: 1, totalPages: 3 } },
  { '@odata.nextLink': 'https://example.com' },
  { partial: true },
])('says that there are more: %j', (value) => {
  const said = onePageOfSeveral(value, 2, 'a.json')
  expect(said && toEnglish(said)).toBe(
    'a.json: this is one page of several: after its 2 there are more, which are not read',
  )
})

it.each([
  { meta: { page: 1, totalItems: 2, totalPages: 1 } },
  { has_more: false, next_cursor: null, total: 2 },
  { next_cursor: '' },
  { meta: { page: 3, totalPages: 3 } },
  [],
  { name: 'set', page: 'x' },
])('says nothing of what is whole: %j', (value) => {
  expect(onePageOfSeveral(value, 2, 'a.json')).toBeUndefined()
})
