import { expect, it } from 'vitest'
import { hasOtherSigns } from './signs.ts'

it.each([
  ['x > 5', 'x < 5'],
  ['n >= 0', 'n > 0'],
  ['SELECT name FROM users WHERE age > 30', 'select name from users where age < 30'],
  ['a + b', 'a - b'],
  ['E = mc^2', 'E = mc^3'],
  ['A-', 'A+'],
  ['B+', 'The grade is B.'],
  ['C++', 'It is written in C.'],
  ['git revert HEAD', 'git revert HEAD~1'],
  ['5 - 3', '5 + 3'],
  ['revenue > cost', 'revenue < cost'],
  ['Jupiter > Saturn', 'Jupiter is smaller than Saturn'],
])('finds other signs between the same words: %s, %s', (one, other) => {
  expect(hasOtherSigns(one, other)).toBe(true)
  expect(hasOtherSigns(other, one)).toBe(true)
})

it.each([
  ['x > 5', 'The condition is `x>5`.'],
  ['a * b', 'a*b'],
  ['5-10 mg', '5–10 mg'],
  ['The score was 3-2.', 'It ended 3 to 2.'],
  ['The score was 3 - 2.', 'It ended 3-2.'],
  ['月 - 金', '月〜金'],
  ['x >= 5 && x != 7', 'x ≥ 5 && x ≠ 7'],
  ['4 x 4', '4×4'],
  ['4 × 4', '4 * 4'],
  ['Settings > Security > Users', 'Settings → Security → Users'],
  ['> quoted\n- listed', 'quoted, listed'],
  ['<b>Kyoto</b> 5', 'Kyoto 5'],
  ['x > 5', 'y > 6'],
])('takes layout, ranges and other words for none: %s, %s', (one, other) => {
  expect(hasOtherSigns(one, other)).toBe(false)
  expect(hasOtherSigns(other, one)).toBe(false)
})
