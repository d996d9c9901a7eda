import { expect, it } from 'vitest'
import { countNegations } from './negation.ts'

it.each([
  ['Pets are not allowed.', 1],
  ["It isn't open and never was.", 2],
  ['It isnt open and wasnt before.', 2],
  ['Not only dogs are welcome.', 0],
  ['It fails to start.', 1],
  ['ペットの同伴はできません。', 1],
  ['雨かもしれません。', 0],
  ['予約しなければなりません。', 0],
  ['送料はかからない。', 1],
  ['ご確認ください。', 0],
  ['返品はできないわけではありません。', 2],
  ['返品不可', 1],
  ['予約は不要です。', 1],
  ['判定は不合格です。', 1],
  ['申請は未承認です。', 1],
  ['未開封に限ります。', 1],
  ['保証の対象外です。', 1],
  ['海外と屋外', 0],
  ['昨年海外へ、京都市郊外や国内外へ', 0],
  ['今回意外に多い唯一例外', 0],
  ['未来の都市', 0],
  ['三日未明の未亡人', 0],
])('counts the negations of "%s"', (text, count) => {
  expect(countNegations(text)).toBe(count)
})
