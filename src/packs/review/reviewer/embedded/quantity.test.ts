import { describe, expect, it } from 'vitest'
import { keeps, limitsIn, quantitiesIn, setsLimit } from './quantity.ts'

describe('quantitiesIn', () => {
  it.each([
    ['-19 °C', 'temperature', -19],
    ['冷凍庫は-18℃', 'temperature', -18],
    ['two months', 'time', 5_259_600],
    ['6 weeks', 'time', 3_628_800],
    ['45日後に消去', 'time', 3_888_000],
    ['5年以上', 'time', 157_788_000],
    ['19歳', 'age', 19],
    ['82,000円', 'yen', 82_000],
    ['0.3 mg/L', 'concentration', 0.3],
    ['72 dB', 'sound', 72],
    ['500 kPa', 'kPa', 500],
    ['2 ABC extinguishers', 'count', 2],
  ])('reads %s', (text, kind, amount) => {
    expect(quantitiesIn(text)).toMatchObject([{ kind, amount }])
  })

  it.each(['2025年3月12日', '2025年', '前月27日まで', 'web-1', 'AB-204', '2025-02-10'])('finds none in %s', (text) => {
    expect(quantitiesIn(text)).toEqual([])
  })
})

describe('a limit', () => {
  it.each([
    ['within 30 days', '14 days', true],
    ['within 30 days', '6 weeks', false],
    ['within 72 hours', '96 hours', false],
    ['no more than 3 hours', '150 minutes', true],
    ['at least 12 months', '1 year', true],
    ['does not exceed 85,000 yen', '82,000 yen', true],
    ['exceeds 85,000 yen', '82,000 yen', false],
    ['-15 °C or below', '-19 °C', true],
    ['-15℃以下', '-12℃', false],
    ['20歳以上', '19歳', false],
    ['14日以内', '2週間', true],
  ])('of %s: %s keeps it? %s', (limit, found, kept) => {
    const [asked] = limitsIn(limit)
    const [quantity] = quantitiesIn(found)
    expect(asked !== undefined && quantity !== undefined && keeps(quantity, asked)).toBe(kept)
    expect(asked?.kind).toBe(quantity?.kind)
  })

  it.each([
    ['at most 4XU/h', true],
    ['0.5NTU以下', true],
    ['30 ohms or more', true],
    ['is clean', false],
    ['page 3', false],
  ])('is noticed in %s also where its unit is not known: %s', (text, limited) => {
    expect(setsLimit(text)).toBe(limited)
  })
})
