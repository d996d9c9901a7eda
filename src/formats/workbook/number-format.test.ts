import { describe, expect, it } from 'vitest'
import { generalNumber, shownNumber, shownText } from './number-format.ts'

const shown = (value: number, code: string) => shownNumber(value, code, { from1904: false })

it.each([
  [0.25, '0%', '25%'],
  [0.125, '0.0%', '12.5%'],
  [0.285, '0%', '29%'],
  [501, '00000', '00501'],
  [12.5, '0.00', '12.50'],
  [1.005, '0.00', '1.01'],
  [1200, '"$"#,##0.00', '$1,200.00'],
  [1200, '[$€-407]\\ #,##0.00', '€ 1,200.00'],
  [1200.5, '#,##0.00\\ [$€-407]', '1,200.50 €'],
  [1234567, '#,##0', '1,234,567'],
  [1234567, '#,##0,"k"', '1,235k'],
  [999, '#,##0', '999'],
  [0, '#,##0', '0'],
  [0.5, '#.0#', '.5'],
  [7, '0.0##', '7.0'],
  [0.00001, '0.00E+00', '1.00E-05'],
  [123456, '##0.0E+0', '123.5E+3'],
  [9.999, '0.0E+00', '1.0E+01'],
  [0.5, '# ?/?', '1/2'],
  [2.75, '# ??/??', '2 3/4'],
  [0.333333, '# ?/?', '1/3'],
  [1.375, '# ?/8', '1 3/8'],
  [3, '# ?/?', '3'],
  [2.968_75, '# ??/??', '2 31/32'],
  [0.99, '# ??/??', '98/99'],
  [1.995, '# ?/?', '2'],
  [0.99, '# ?/8', '1'],
  [1.75, '# ?/2', '2'],
  [1.5, '?/?', '3/2'],
  [5.05, '?/?', '5/1'],
  [-5, '0;(0)', '(5)'],
  [-5, '0.0', '-5.0'],
  [-0.001, '0', '0'],
  [0, '0;-0;"none"', 'none'],
  [-1200, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', '$ (1,200.00)'],
  [5, '[Red]0', '5'],
  [7, '0 "h"', '7 h'],
  [7, '0°', '7°'],
  [3, '0" days"', '3 days'],
  [5551234, '[<=9999999]###-####;(###) ###-####', '555-1234'],
  [8005551234, '[<=9999999]###-####;(###) ###-####', '(800) 555-1234'],
  [123456789, '000-00-0000', '123-45-6789'],
  [4915112345678, '0', '4915112345678'],
  [1 / 3, '0.00', '0.33'],
  [2.5, 'General" m"', '2.5 m'],
  [12, '"no ";"yes "0', 'no'],
  [1_234_567, '0.0,,"M"', '1.2M'],
  [123_456_789_012, '@', '123456789012'],
])('shows %d in %j as %j', (value, code, text) => {
  expect(shown(value, code)).toBe(text)
})

// 14 January 2025, 9:05.
const morning = 45_671 + 9 / 24 + 5 / 1440

it.each([
  [45_671, 'mm/dd/yyyy;@', '01/14/2025'],
  [45_671, '[$-C0A]dd\\-mmm\\-yy', '14-ene-25'],
  [45_671, '[$-407]d. mmmm yyyy', '14. Januar 2025'],
  [45_671, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'Tuesday, January 14, 2025'],
  [45_671, 'dd.mm.yyyy', '14.01.2025'],
  [45_671, 'mmm yy', 'Jan 25'],
  [45_671, 'mmmmm', 'J'],
  [45_671, 'yyyy"年"m"月"d"日"', '2025年1月14日'],
  [45_671, 'yyyy年m月d日', '2025年1月14日'],
  [45_671, '[Red]dd/mm/yyyy', '14/01/2025'],
  [morning, 'yyyy-mm-dd hh:mm', '2025-01-14 09:05'],
  [morning + 0.5, 'h:mm AM/PM', '9:05 PM'],
  [9 / 24 + 5 / 1440, 'h:mm AM/PM', '9:05 AM'],
  [1.5, '[h]:mm:ss', '36:00:00'],
  [0.01, '[mm]:ss', '14:24'],
  [1.234_567 / 86_400, 'mm:ss.00', '00:01.23'],
  [45_671, '[$-411]m"月"d"日"(aaa)', '1月14日(火)'],
  [45_671, '[$-10409]m/d/yyyy', '1/14/2025'],
  [1e15, 'yyyy-mm-dd', '1E+15'],
])('shows the day %d in %j as %j', (value, code, text) => {
  expect(shown(value, code)).toBe(text)
})

it.each([
  ['[h]:mm:ss', '36:00:00'],
  ['[ss]', '129600'],
  ['h:mm', '12:00'],
  ['yyyy-mm-dd hh:mm', '1904-01-02 12:00'],
  ['[$-411]aaa', '土'],
])('counts only days from 1904 in %j', (code, text) => {
  expect(shownNumber(1.5, code, { from1904: true })).toBe(text)
})

it('leaves a number that meets no condition of its format', () => {
  expect(shown(5, '[>100]"big";[>10]"mid"')).toBeUndefined()
})

it('leaves a fraction that would lose its denominator', () => {
  expect(shown(1, '# 0/16')).toBeUndefined()
  expect(shown(1.5, '# 0/16')).toBe('1 8/16')
})

it('leaves what a hostile format would take long for', () => {
  const hostile = '[$'.repeat(500_000)
  expect(shown(1, hostile)).toBeUndefined()
  expect(shown(1, '0'.repeat(1001))).toBeUndefined()
  expect(shownText('a', hostile)).toBe('a')
})

it.each([
  '#;-#;',
  '[$-411]ggge"年"m"月"d"日"',
  ';;;',
  '[DBNum1]0',
  '0 bottles',
  '[$-1070000]d/mm/yyyy h:mm am/pm "x"mmm',
])('says nothing of %j, which it does not know', (code) => {
  expect(shown(code === '#;-#;' ? 0 : 45_671, code)).toBeUndefined()
})

describe('without a format', () => {
  it.each([
    [0.1 + 0.2, '0.3'],
    [1e-7, '1E-07'],
    [1e21, '1E+21'],
    [4915112345678, '4915112345678'],
  ])('shows %d as %s', (value, text) => {
    expect(generalNumber(value)).toBe(text)
  })
})

it('puts around a text what its format says', () => {
  expect(shownText('a', '"ID-"@')).toBe('ID-a')
  expect(shownText('a', '0;-0;0;"<"@">"')).toBe('<a>')
  expect(shownText('a', '0.00')).toBe('a')
  expect(shownText(' a  b', '0.00')).toBe(' a  b')
})
