import { expect, it } from 'vitest'
import { z } from 'zod'
import { check } from './answer-route.ts'

it('speaks of the address only where what does not fit came with it', () => {
  const wish = z.object({ runId: z.string().regex(/^\w+$/) })
  expect(() => check(wish, { runId: '.' }, 'query')).toThrow('this address is damaged (query.runId)')
  expect(() => check(wish, { runId: '.' }, 'body')).toThrow(/^body\.runId: /)
})
