import { expandJapaneseNumbers } from './japanese-numbers.ts'

/**
 * A text as it is compared: width, accents, invisible and direction-changing characters, dates and clock times written in
 * one way. Not for showing: quotes are cut from the text as it was.
 */
export function plainText(text: string): string {
  const folded = foldCharacters(text)
  const counted = /\p{Script=Han}/u.test(folded) ? expandJapaneseNumbers(folded) : folded
  return /\d/.test(counted) ? unifyClocks(unifyDates(counted)).replace(UNIT, '$1 $2') : counted
}

// `6ft` and `5 kg` are written either way.
const UNIT =
  /(\d)(ft|in|cm|mm|km|kg|mg|g|ml|l|kb|mb|gb|tb|mph|hz|khz|mhz|ghz|kw|kwh|mwh|hrs?|mins?|secs?|ms|lbs?|oz|px|yrs?)\b/gi

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** NFKC without accents on Latin letters, with plain quotes and without what cannot be seen. */
export function foldCharacters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/\b(?:[A-Z]\.){2,5}/g, (initials) => initials.replaceAll('.', ''))
}

// Zero width, soft hyphen, direction marks, variation selectors, tag characters.
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]|\p{Variation_Selector}/gu

function unifyDates(text: string): string {
  return text
    .replace(
      /\b(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\b/g,
      (whole, year: string, _mark: string, month: string, day: string) => dateOf(whole, year, month, day),
    )
    .replace(
      /\b(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\b/g,
      (whole, first: string, _mark: string, second: string, year: string) =>
        // Month first as in American English, unless that month does not exist.
        Number(first) > 12 ? dateOf(whole, year, second, first) : dateOf(whole, year, first, second),
    )
    .replace(/(\d{1,2})月(?!間)/g, (whole, month: string) => {
      const name = MONTHS[Number(month) - 1]
      return name === undefined ? whole : ` ${name} `
    })
}

function dateOf(whole: string, year: string, month: string, day: string): string {
  const name = MONTHS[Number(month) - 1]
  return name === undefined || Number(day) > 31 ? whole : ` ${name} ${Number(day)} ${year} `
}

/** Clock times become one word such as `clock1730`. */
function unifyClocks(text: string): string {
  return text
    .replace(
      /\b(\d{1,2}):(\d{2})(?::\d{2})?(?:\s?([ap])\.?m\b\.?)?/gi,
      (_whole, hour: string, minute: string, half?: string) => clock(hour, minute, half),
    )
    .replace(/\b(\d{1,2})\s?([ap])\.?m\b\.?/gi, (_whole, hour: string, half: string) => clock(hour, '00', half))
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
  return ` clock${String(hours).padStart(2, '0')}${minute.padStart(2, '0')} `
}
