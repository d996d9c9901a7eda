import { describe, expect, it } from 'vitest'
import { deadlinesIn, meets, periodsIn } from './period.ts'

describe('a deadline', () => {
  it.each([
    ['before 3 November 2025', '28 October 2025', true],
    ['by 20 November 2025', '24 November 2025', false],
    ['no later than 2025-11-20', '2025-11-24', false],
    ['no later than 2025-11-20', '2025-11-20', true],
    ['on or after 2024-12-01', '2 November 2023', false],
    ['valid beyond 1 January 2027', '2027-08-31', true],
    ['in December 2025', '8 December 2025', true],
    ['in December 2025', 'November 2025', false],
    ['2027年1月1日以降', '2027年8月31日', true],
    ['2025年11月20日まで', '2025年11月24日', false],
  ])('%s: %s meets it? %s', (asked, found, met) => {
    const [deadline] = deadlinesIn(asked)
    const [period] = periodsIn(found)
    expect(deadline !== undefined && period !== undefined && meets(period, deadline)).toBe(met)
  })
})
