import { expect, it } from 'vitest'
import { termsOf } from './terms.ts'
import { oppositesOf } from './word-relations.ts'

const keyOf = (word: string) => termsOf(word)[0]?.key ?? ''

it.each([
  ['open', 'closed'],
  ['rising', 'falling'],
  ['increased', 'dropped'],
  ['allowed', 'prohibited'],
  ['enabled', 'disabled'],
  ['locked', 'unlocked'],
  ['before', 'after'],
  ['passed', 'failed'],
  ['man', 'woman'],
  ['like', 'dislike'],
  ['formal', 'informal'],
  ['responsible', 'irresponsible'],
  ['odd', 'even'],
  ['employer', 'employee'],
  ['公', '私'],
  ['開館', '休館'],
  ['有効', '無効'],
  ['成功', '失敗'],
  ['上昇', '下落'],
  ['営業', '休業'],
  ['食前', '食後'],
  ['入国', '出国'],
  ['合格', '不合格'],
  ['施錠', '解錠'],
])('%s and %s exclude each other', (one, other) => {
  expect(oppositesOf(keyOf(one))).toContain(keyOf(other))
  expect(oppositesOf(keyOf(other))).toContain(keyOf(one))
})

it.each([
  ['rise', 'grow'],
  ['until', 'til'],
  ['less', 'unless'],
  ['有効', '有料'],
  ['開館', '旅館'],
])('%s and %s do not', (one, other) => {
  expect(oppositesOf(keyOf(one))).not.toContain(keyOf(other))
})
