import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerShape } from './answer-shape.ts'
import { sameVerdict } from './same-verdict.ts'

const Rows = z.object({
  rows: z.array(
    z.object({
      index: z.number().int().min(0),
      reason: z.string(),
      quote: z.string().nullable(),
      label: z.enum(['yes', 'no']),
    }),
  ),
})
const row = (index: number, label: string, quote: string | null = null) => ({
  index,
  reason: `r${index}`,
  quote,
  label,
})
const same = (schema: z.ZodType, one: unknown, other: unknown, tolerance?: number) =>
  sameVerdict(one, other, answerShape(schema), { tolerance })

describe('sameVerdict', () => {
  it('does not look at reasons and quotes, nor at the order of entries', () => {
    const one = { rows: [row(0, 'yes', 'here'), row(1, 'no')] }
    expect(same(Rows, one, { rows: [row(1, 'no', 'there'), { ...row(0, 'yes'), reason: 'other' }] })).toBe(true)
  })

  it.each([
    ['another label', [row(0, 'no'), row(1, 'no')]],
    ['an entry less', [row(0, 'yes')]],
    ['an entry more', [row(0, 'yes'), row(1, 'no'), row(1, 'no')]],
    ['another entry', [row(0, 'yes'), row(2, 'no')]],
    ['one entry twice', [row(0, 'yes'), row(0, 'yes')]],
  ])('sees %s', (_what, rows) => {
    const all = [row(0, 'yes'), row(1, 'no')]
    expect(same(Rows, { rows: all }, { rows })).toBe(false)
    expect(same(Rows, { rows }, { rows: all })).toBe(false)
  })

  it('looks at a list of words only for being empty', () => {
    const Categories = z.object({ categories: z.array(z.string()) })
    expect(same(Categories, { categories: ['hate'] }, { categories: ['hate', 'violence'] })).toBe(true)
    expect(same(Categories, { categories: [] }, { categories: ['hate'] })).toBe(false)
  })

  it('lets numbers be a part of their range apart, and others not at all', () => {
    const Share = z.object({ share: z.number().min(0).max(1) })
    expect(same(Share, { share: 0.5 }, { share: 0.59 }, 0.1)).toBe(true)
    expect(same(Share, { share: 0.5 }, { share: 0.7 }, 0.1)).toBe(false)
    expect(same(Share, { share: 0.5 }, { share: 0.51 })).toBe(false)
    const Five = z.object({ score: z.number().int().min(1).max(5) })
    expect(same(Five, { score: 4 }, { score: 5 }, 0.1)).toBe(false)
    expect(same(z.object({ words: z.number() }), { words: 100 }, { words: 101 }, 0.1)).toBe(false)
  })

  it('tells nothing from something', () => {
    const Maybe = z.object({ score: z.number().nullable() })
    expect(same(Maybe, { score: null }, { score: 0 })).toBe(false)
    expect(same(Maybe, { score: null }, { score: null })).toBe(true)
  })
})
