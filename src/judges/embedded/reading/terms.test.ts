import { describe, expect, it } from 'vitest'
import { isJapanese, termsOf } from './terms.ts'

const keys = (text: string) =>
  termsOf(text)
    .filter((term) => !term.isStopWord)
    .map((term) => term.key)
    .join(' ')

describe('termsOf', () => {
  it.each([
    ['May 18, 2018', '@5 #18 #2018'],
    ['2018-05-18', '@5 #18 #2018'],
    ['5/18/2018', '@5 #18 #2018'],
    ['18.5.2018', '@5 #18 #2018'],
    ['2018年5月18日', '#2018 @5 #18'],
    ['平成30年五月十八日', '#2018 @5 #18'],
    ['令和元年', '#2019'],
    ['１，２００円', '#1200 円'],
    ['三千五百人', '#3500 人'],
    ['1億2,000万円', '#120000000 円'],
    ['二人', '#2 人'],
    ['twenty-one', '#21'],
    ['3 million', '#3000000'],
    ['two dozen, a dozen', '#24 #12'],
    ['one hundred and five', '#105'],
    ['two thousand three hundred', '#2300'],
    ['one million two hundred thousand', '#1200000'],
    ['1 million 200 thousand', '#1200000'],
    ['2 billion 300 million', '#2300000000'],
    ['5 million, 200 thousand', '#5000000 #200000'],
    ['a hundred fifteen', '#115'],
    ['nineteen eighty-four', '#1984'],
    ['five and six hundred', '#5 #600'],
    ['2.5e-4', '#0.00025'],
    ['1.2e6', '#1200000'],
    ['1.2 × 10⁶', '#1200000'],
    ['12 x 10^5', '#1200000'],
    ['3 × 10^{8}', '#300000000'],
    ['5 × 10⁻³', '#0.005'],
    ['10⁶', '#1000000'],
    ['build 3e10f and a-3e10', 'build 3e10f 3e10'],
    ['5 MB and 5Mb', '#5 mb #5 mbit'],
    ['$1,200.50', 'dollar #1200.5'],
    ['€1.200,50', 'euro #1200.5'],
    ['five per cent', '#5 %'],
    ['Louis XIV', 'loui #14'],
    ['the 2nd, second', '#2 #2'],
    ['5:30 p.m.', 'clock1730'],
    ['午後5時30分', 'clock1730'],
    ['17:30', 'clock1730'],
    ['6ft', '#6 ft'],
    ['5 percent', '#5 %'],
    ['the constructor, valueOf', 'constructor valueof'],
    ['令和7年1月15日', '#2025 @1 #15'],
    ['05.04.2025', '@4 #5 #2025'],
    ['-5 degrees', '#-5 degre'],
    ['minus 5 degrees', '#-5 degre'],
    ['マイナス5度', '#-5 度'],
    ['10-20', '#10 #20'],
    ['COVID-19', 'covid #19'],
    ['an hour and a half', '#1.5 hour'],
    ['1時間半', '#1.5 時間'],
    ['2か月', '#2 月間'],
    ['月曜', '月曜日'],
    ['03-1234-5678', '#312345678'],
    ['v2.0', 'version #2'],
    ['not plan A', 'not plan a'],
    ['A社', 'a 社'],
  ])('reads %s as %s', (text, expected) => {
    expect(keys(text)).toBe(expected)
  })

  it('does not take words for numbers', () => {
    expect(keys('一緒に十分')).toBe('一緒 十分')
    expect(keys('You may march on')).toBe('march')
    expect(keys('MIX')).toBe('mix')
  })

  it('takes an A that begins a sentence for a name where other letters are names', () => {
    expect(keys('A reports to B.')).toBe('a report b')
    expect(keys('A vitamin is missing.')).toBe('vitamin miss')
  })

  it('knows names by their capitals, but not at the start of a sentence', () => {
    expect(termsOf('Yesterday Alice met Bob.').map((term) => term.kind)).toEqual(['word', 'name', 'word', 'name'])
  })

  it('compares what looks the same as the same', () => {
    expect(keys('ｃａｆé\u200b')).toBe(keys('cafe'))
  })
})

describe('isJapanese', () => {
  it.each([
    ['東京', true],
    ['これは Node です', true],
    ['Tokyo', false],
    ['the word 東京 in English', false],
  ])('%s: %s', (text, expected) => {
    expect(isJapanese(text)).toBe(expected)
  })
})
