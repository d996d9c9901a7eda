import { describe, expect, it } from 'vitest'
import { expandCardinals, expandNumberWords } from './number-words.ts'

describe('expandNumberWords', () => {
  it.each([
    ['one hundred and five', '105'],
    ['a hundred and twenty-three thousand four hundred and fifty-six', '123456'],
    ['1 million 200 thousand yen', '1200000 yen'],
    ['5 thousand 300 yen', '5300 yen'],
    ['half a million yen', '500000 yen'],
    ['half a dozen, two dozen', '6, 24'],
    ['nineteen eighty-four', '1984'],
  ])('writes the number %s in digits', (text, digits) => {
    expect(expandNumberWords(text)).toBe(digits)
    expect(expandCardinals(text)).toBe(digits)
  })

  it.each([
    ['2 to 3 million', '2 million to 3 million', '2000000 to 3000000'],
    ['between $1.5 and $2 billion', 'between $1.5 billion and $2 billion', 'between $1500000000 and $2000000000'],
    ['10-12 thousand', '10 thousand to 12 thousand', '10000 to 12000'],
    ['two to three million', '2000000 to 3000000', '2000000 to 3000000'],
    ['500 to 2 million', '500 to 2 million', '500 to 2000000'],
    ['On May 3 and 5 million tickets', 'On May 3 and 5 million tickets', 'On May 3 and 5000000 tickets'],
  ])('reads the scale of %s for both numbers', (text, written, digits) => {
    expect(expandNumberWords(text)).toBe(written)
    expect(expandCardinals(text)).toBe(digits)
  })

  it('takes no longer for a word the more number words an answer repeats', () => {
    expect(expandNumberWords('twenty one '.repeat(5000))).toBe('21 '.repeat(5000))
  })

  it.each([
    ['between one hundred and two hundred', 'between 100 and 200'],
    ['200 thousand 1 million', '200000 1000000'],
    ['one two three', 'one two three'],
    ['a million, a 100', '1000000, a 100'],
    ['between forty and fifty', 'between forty and fifty'],
  ])('keeps the numbers of %s apart', (text, apart) => {
    expect(expandNumberWords(text)).toBe(apart)
    expect(expandCardinals(text)).toBe(apart)
  })

  it.each([
    ['$2.5 million', '$2500000'],
    ['5,200 thousand', '5200000'],
    ['5 million 30 days', '5000000 30 days'],
    ['5 thousand 3000', '5000 3000'],
  ])('writes %s in digits only where cardinals are asked for', (text, digits) => {
    expect(expandNumberWords(text)).toBe(text)
    expect(expandCardinals(text)).toBe(digits)
  })

  it('leaves ordinals alone where only cardinals are asked for', () => {
    expect(expandNumberWords('the twenty-first floor')).toBe('the 21 floor')
    expect(expandCardinals('the twenty-first floor, in thirty second steps')).toBe(
      'the twenty-first floor, in thirty second steps',
    )
  })
})
