import {
  MONTHS,
  NUMBER_WORDS,
  englishNumbers,
  expandJapaneseNumbers,
  expandNumberWords,
  withoutPowers,
} from '../../../text/index.ts'

/**
 * Normalizes a text for comparison: width, accents, invisible characters, dates, times and numbers. Quotes must be
 * taken from the original text instead.
 */
export function plainText(text: string): string {
  const folded = expandNumberWords(foldCharacters(englishNumbers(withoutPowers(text))))
  const counted = /\p{Script=Han}/u.test(folded) ? expandJapaneseNumbers(folded) : folded
  const whole = unifyHalves(unifyNames(counted)).replace(/(?<=[月火水木金土日]曜)(?!日)/g, '日')
  return /\d/.test(whole) ? unifyUnits(unifyClocks(unifyDates(unifySpans(whole)))) : whole
}

function unifyNames(text: string): string {
  return text
    .replace(/\bunited states(?: of america)?\b/gi, 'USA')
    .replace(/\bper cent\b/gi, 'percent')
    .replace(/\b(?:(once)|twice) (?=(?:an?|per|each|every) )/gi, (_, once?: string) =>
      once === undefined ? '2 times ' : '1 times ',
    )
    .replace(/\bWW(I{1,2}|[12])\b/g, 'World War $1')
    .replace(/\bMt\.? (?=\p{Lu})/gu, 'Mount ')
    .replace(/\bSt\.? (?=\p{Lu})/gu, 'Saint ')
}

function unifyUnits(text: string): string {
  return (
    text
      .replace(/(?<=\d)\s?(?:°\s?|degrees? )(?:c|celsius|centigrade)\b/gi, ' celsius')
      .replace(/(?<=\d)\s?(?:°\s?|degrees? )(?:f|fahrenheit)\b/gi, ' fahrenheit')
      .replace(/摂氏\s?(\d+(?:\.\d+)?)\s?度/g, '$1 celsius ')
      .replace(/華氏\s?(\d+(?:\.\d+)?)\s?度/g, '$1 fahrenheit ')
      .replace(
        /(\d)\s?(?:km\/h|kph|kmh|kilomet(?:er|re)s? (?:per|an) hour)(?![a-z])|時速\s?(\d+(?:\.\d+)?)\s?(?:km|キロ(?:メートル)?)/gi,
        (_whole, digit?: string, speed?: string) => `${digit ?? speed} kmh `,
      )
      .replace(/(\d)\s?(?:mi\/h|miles? (?:per|an) hour)(?![a-z])/gi, '$1 mph')
      .replace(
        /\b(USD|EUR|GBP|JPY|CHF|CNY|KRW|INR)\s?(\d[\d,]*(?:\.\d+)?(?: (?:thousand|million|billion|trillion)\b)?)/g,
        '$2 $1',
      )
      .replace(/\bswiss francs?\b/gi, 'CHF')
      // After a currency or a few digits, a small m means million.
      .replace(/(?<![$€£¥][\d,.]{0,20})(\d,\d{3}|\d{3,9})\s?m(?![\p{Script=Latin}\d])/gu, '$1 metres')
      .replace(/(?<=[\d])\s?[mM](?=[\p{Script=Hiragana}\p{Script=Han}])/gu, ' メートル')
      // A small b means bits, a large one bytes.
      .replace(/(?<=\d\s?)([kKMGT])b\b/g, ' $1bit')
      .replace(UNIT, (whole, digit: string, unit: string) => (/^[MKGLBT]$/.test(unit) ? whole : `${digit} ${unit}`))
  )
}

// `6ft` and `6 ft` are equivalent.
const UNIT =
  /(\d)(ft|in|cm|mm|km|kg|mg|g|ml|l|[kmgt]i?b|mph|hz|khz|mhz|ghz|kw|kwh|mwh|hrs?|mins?|secs?|ms|lbs?|oz|px|yrs?)\b/gi

/** Applies NFKC and removes accents from Latin letters, curly quotes, invisible characters and layout. */
export function foldCharacters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(LINE_BREAK, '')
    .replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/\b(?:[A-Z]\.){2,5}/g, (initials) => initials.replaceAll('.', ''))
}

// Zero-width characters, soft hyphens, direction marks, variation selectors and tag characters.
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]|\p{Variation_Selector}/gu

// A line break in a printed text may have left a space inside a Japanese word.
const LINE_BREAK =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]) +(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々])/gu

/** Turns `an hour and a half`, `one and a half hours` and `1時間半` into 1.5 hours, and `half an hour` into 0.5. */
function unifyHalves(text: string): string {
  if (!/half|半/i.test(text)) return text
  return text
    .replace(HALF_ONE, '0.5 $1')
    .replace(ONE_AND_A_HALF, (_whole, count: string, before?: string, after?: string) => {
      const value = /^\d+$/.test(count) ? Number(count) : (NUMBER_WORDS.get(count.toLowerCase()) ?? 1)
      return `${value}.5 ${before ?? after}`
    })
    .replace(/半年/g, '6か月')
    .replace(/(\d+)(時間|日間|週間|年|[かカヶケヵ]月)半/g, '$1.5$2')
}

const PERIOD = '(hours?|minutes?|days?|weeks?|months?|years?|miles?|kilomet(?:er|re)s?|percent|million|billion)'
const HALF_ONE = new RegExp(String.raw`\bhalf an? ${PERIOD}\b`, 'gi')
const ONE_AND_A_HALF = new RegExp(
  String.raw`\b(\d{1,3}|an?|${[...NUMBER_WORDS.keys()].join('|')}) (?:${PERIOD} and a half|and a half ${PERIOD})\b`,
  'gi',
)

/** Normalizes negative numbers, spans of months, telephone numbers and versions. */
function unifySpans(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}%)\]\-.]|\d\s)[-\u2212]([$€£¥]?)(?=\d)/gu, '$1\u2212')
    .replace(/(?<!\d\s?)(?:\bminus |マイナス|氷点下)(?=\d)/gi, '\u2212')
    .replace(/(\d)\s?[かカヶケヵ箇]月間?/g, '$1月間')
    .replace(/\b0\d{1,4}-\d{1,4}-\d{3,4}\b/g, (number) => {
      const digits = number.replaceAll('-', '')
      return digits.length >= 10 ? digits : number
    })
    .replace(/\bv(?=\d+\.\d)/gi, 'version ')
}

function unifyDates(text: string): string {
  return text
    .replace(/\b(\d{4}-\d{2}-\d{2})T(?=\d{2}:\d{2})/g, '$1 ')
    .replace(
      /\b(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\b/g,
      (whole, year: string, _mark: string, month: string, day: string) => dateOf(whole, year, month, day),
    )
    .replace(
      /\b(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\b/g,
      (whole, first: string, mark: string, second: string, year: string) => {
        // With dots the day comes first. Otherwise the month does, as in American English, if it is a valid one.
        const dayFirst = mark === '.' ? Number(second) <= 12 : Number(first) > 12
        return dayFirst ? dateOf(whole, year, second, first) : dateOf(whole, year, first, second)
      },
    )
    .replace(/(\d{1,2})月(?!間)/g, (whole, month: string) => {
      const name = MONTHS[Number(month) - 1]
      return name === undefined ? whole : ` ${name} `
    })
}

/** Returns whether a text has a date that is ambiguous between day and month: 05/04/2025. */
export function isOfEitherOrder(text: string): boolean {
  return /\b(?:0?[1-9]|1[0-2])([-/])(?:0?[1-9]|1[0-2])\1\d{4}\b/.test(text)
}

/** Writes out a date such as `3/31` if the other text has it, whether the day or the month comes first. */
export function withDateOf(other: string, text: string): string {
  const pattern = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?![\d/])/g
  if (!pattern.test(text)) return text
  const plain = plainText(other)
  const isIn = (month: string, day: string): boolean => {
    const name = MONTHS[Number(month) - 1]
    if (name === undefined) return false
    const number = String.raw`0?${Number(day)}(?:st|nd|rd|th)?`
    return new RegExp(String.raw`\b${name}\s{1,3}${number}\b|\b${number} (?:of )?${name}\b`).test(plain)
  }
  return text.replace(pattern, (whole, first: string, second: string) => {
    const [month, day] = isIn(first, second) ? [first, second] : isIn(second, first) ? [second, first] : []
    return month === undefined ? whole : ` ${MONTHS[Number(month) - 1]} ${Number(day)} `
  })
}

function dateOf(whole: string, year: string, month: string, day: string): string {
  const name = MONTHS[Number(month) - 1]
  return name === undefined || Number(day) > 31 ? whole : ` ${name} ${Number(day)} ${year} `
}

/** Turns times into a single word such as `clock1730`. */
function unifyClocks(text: string): string {
  return text
    .replace(
      /\b(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(?:Z\b|\s?([ap])\.?m\b\.?)?/gi,
      (_whole, hour: string, minute: string, half?: string) => clock(hour, minute, half),
    )
    .replace(
      /\b(\d{1,2})(?:\.([0-5]\d))?\s?([ap])\.?m\b\.?/gi,
      (_whole, hour: string, minute: string | undefined, half: string) => clock(hour, minute ?? '00', half),
    )
    .replace(
      /(午前|午後)?(\d{1,2})時(?!間)(?:(\d{1,2})分|(半))?/g,
      (_whole, half, hour: string, minute = '00', thirty) =>
        clock(hour, thirty === undefined ? minute : '30', half === '午後' ? 'p' : undefined),
    )
}

function clock(hour: string, minute: string, half: string | undefined): string {
  const afternoon = half?.toLowerCase() === 'p' && Number(hour) < 12
  const midnight = half?.toLowerCase() === 'a' && Number(hour) === 12
  const hours = midnight ? 0 : Number(hour) + (afternoon ? 12 : 0)
  return ` clock${String(hours % 24).padStart(2, '0')}${minute.padStart(2, '0')} `
}
