import { expect, it } from 'vitest'
import { choicesIn } from './answer-choices.ts'

it('keeps choices that are long numbers, digit by digit', () => {
  expect(choicesIn('[12345678901234567890, 12345678901234567891]')).toEqual([
    '12345678901234567890',
    '12345678901234567891',
  ])
})
