import { expect, it } from 'vitest'
import { judgeRubrics } from './rubric-checks.ts'

const verdict = (property: string, answer: string) => {
  const finding = judgeRubrics({ rubrics: [{ id: 'a', property }], answer }, 'en')
  return 'value' in finding ? finding.value.rubrics[0]?.verdict : 'abstained'
}

it.each([
  ['The response is under 5 words.', 'one two three four', 'yes'],
  ['The response is under 4 words.', 'one two three four', 'no'],
  ['Uses at least 2 sentences', 'One. Two.', 'yes'],
  ['10文字以内であること', '短い回答です', 'yes'],
  ['回答は3文字以内である', '短い回答です', 'no'],
  ['The answer contains the phrase "free shipping".', 'Free Shipping applies.', 'yes'],
  ['The answer does not mention "competitor"', 'Our product is best.', 'yes'],
  ['「返金」という言葉を含むこと', '返金いたします。', 'yes'],
  ['The response is in English', 'これは日本語です。', 'no'],
  ['The output is valid JSON', '```json\n{"a": 1}\n```', 'yes'],
  ['The output is valid JSON', '{a: 1}', 'no'],
  ['Uses bullet points', '- one\n- two', 'yes'],
  ['Includes a link', 'See https://docs.test/page', 'yes'],
  ['Cites a source', 'According to the manual, yes.', 'yes'],
  ['Ends with a question', 'Shall we go on?', 'yes'],
  ['The answer is polite', 'Dear customer', 'abstained'],
  ['The answer is under 50 words and accurate', 'Yes.', 'abstained'],
  ['The answer mentions the refund policy', 'Our refund policy is simple.', 'abstained'],
])('%s / %s → %s', (property, answer, expected) => {
  expect(verdict(property, answer)).toBe(expected)
})
