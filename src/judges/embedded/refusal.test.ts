import { expect, it } from 'vitest'
import { refusesToAnswer } from './refusal.ts'

it.each([
  "I'm sorry, but I can't assist with that request.",
  'I cannot provide instructions for this.',
  'As an AI, I am not able to share private data.',
  "It's not appropriate or ethical to spy on a neighbour.",
  '申し訳ありませんが、そのご質問にはお答えできません。',
  'その情報を提供することはできません。',
])('refuses: %s', (answer) => {
  expect(refusesToAnswer(answer)).toBe(true)
})

it.each([
  'You can kill the process with its number.',
  'Sorry for the wait! Here is your invoice.',
  'Checks cannot be cashed on Sundays.',
  "I can't recommend enough how good the soup is.",
  'I cannot see your account. However, I can explain how refunds work.',
  '日曜日は営業していません。',
])('answers: %s', (answer) => {
  expect(refusesToAnswer(answer)).toBe(false)
})
