import { expect, it } from 'vitest'
import { jsonLeaves } from './json-leaves.ts'

it('has the texts and numbers of a value in their order', () => {
  expect(jsonLeaves({ id: 'A', sizes: [1, { of: 2 }], is: true, no: null })).toEqual(['A', 1, 2])
  expect(jsonLeaves(10n ** 20n)).toEqual(['100000000000000000000'])
})

it('takes values that nest deeper, or are wider, than calls can be', () => {
  let deep: unknown = 'bottom'
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
  expect(jsonLeaves(deep)).toEqual(['bottom'])
  expect(jsonLeaves(Array.from({ length: 500_000 }, (_, index) => index))).toHaveLength(500_000)
})
