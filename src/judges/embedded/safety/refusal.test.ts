import { expect, it } from 'vitest'
import { refusesToAnswer } from './refusal.ts'

it.each([
  "I'm sorry, but I can't assist with that request.",
  'I cannot provide instructions for this.',
  'As an AI, I am not able to share private data.',
  "It's not appropriate or ethical to spy on a neighbour.",
  '申し訳ありませんが、そのご質問にはお答えできません。',
  'その情報を提供することはできません。',
  'Sorry, that is something I am not allowed to do.',
  "I'm afraid that's not something I can discuss.",
  'I would rather not answer that.',
  'I have to decline.',
  'それはできません。',
  'お力になれません。',
  'ごめんなさい、それは手伝えません。',
  'そのような内容は作成できません。',
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
  "I can't believe how easy it is: press the green button.",
  'I cannot find your order A-17; please check the number.',
  '30日を過ぎると返品することはできません。',
  '申し訳ありませんが、ご注文 A-17 は在庫切れのため発送できません。',
])('answers: %s', (answer) => {
  expect(refusesToAnswer(answer)).toBe(false)
})
