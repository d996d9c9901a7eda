import { describe, expect, it } from 'vitest'
import { affirmed, conditionOf, denies } from './condition.ts'

describe('conditionOf', () => {
  it.each([
    ['The pump is in working order.', 'good'],
    ['すべて点灯し、遮るものなく見える', 'good'],
    ['No defects were found.', 'good'],
    ['期限切れはない', 'good'],
    ['The extinguisher has expired.', 'bad'],
    ['署名: (空欄)', 'bad'],
    ['Signature: (blank)', 'bad'],
    ['The alarm is installed, the bell is broken.', 'mixed'],
    ['To be confirmed', 'open'],
    // Which of the two is denied cannot be told.
    ['The pump is not in good order.', 'open'],
    ['Stored in the cellar.', 'unsaid'],
  ])('of %s is %s', (text, condition) => {
    expect(conditionOf(text)).toBe(condition)
  })
})

describe('denies', () => {
  it.each([
    ['The grease trap was not cleaned.', true],
    ['Nobody was hurt.', true],
    ['外国への移転は行いません', true],
    ['北面の足場は点検していない', true],
    ['The trap was cleaned.', false],
    ['手袋を着用しなければならない', false],
    ['The notebook is noted.', false],
  ])('%s: %s', (text, denied) => {
    expect(denies(text)).toBe(denied)
  })

  it('leaves what is denied', () => {
    expect(affirmed('is not expired')).toBe('is expired')
    expect(affirmed('有効になっていない')).toMatch(/^有効になっ/)
  })
})
