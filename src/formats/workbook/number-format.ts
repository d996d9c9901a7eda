import { format, getFormatDateInfo, getFormatInfo, getLocale, isDateFormat, isValidFormat } from 'numfmt'

// Stands in patterns for the number without a format, so that the library knows the pattern again; no cell holds it.
const GENERAL = '\0'

// Spreadsheets take formats of up to 255 characters; reading a hostile one could take long.
const LONGEST_FORMAT = 1000

/**
 * Formats a number as a spreadsheet shows it in a cell with this format; undefined for unsupported formats, such as
 * eras and formats that depend on the computer's settings.
 */
export function shownNumber(
  value: number,
  code: string,
  { from1904 }: { readonly from1904: boolean },
): string | undefined {
  const exact = Number(value.toPrecision(15))
  const pattern = patternOf(code)
  if (pattern === undefined || !isReadable(pattern)) return undefined
  const isDate = isDateFormat(pattern)
  const { year, day } = getFormatDateInfo(pattern)
  const isDuration = /\[(?:h+|m+|s+)\]/i.test(pattern)
  const days = from1904 && !isDuration ? value + 1462 : value
  if (isDate && (value < 0 || ((year || day) && days < 1))) return undefined
  const written = format(pattern, isDate ? days : exact, { overflow: '' })
  const isFraction = getFormatInfo(pattern).type === 'fraction'
  // The library loses a given denominator behind a zero.
  if (isFraction && /\/(?!\d)/.test(written)) return undefined
  // Gaps that fill a cell or align digits are one space.
  const text = (isFraction ? withWhole(written, exact) : written)
    .replaceAll(GENERAL, generalNumber(Math.abs(exact)))
    .replaceAll(/ +/g, ' ')
    .trim()
  return text === '' ? undefined : text
}

/** Formats a text as a spreadsheet shows it; a format may surround it. */
export function shownText(text: string, code: string): string {
  const written = isReadable(code) ? format(code, text) : text
  return written === text ? text : written.trim()
}

function isReadable(pattern: string): boolean {
  return pattern.length <= LONGEST_FORMAT && isValidFormat(pattern)
}

/** The library rounds the whole before it knows the fraction: 2 31/32 comes out as 3 31/32, 2 as 2 1/1, 1/1 as 0/1. */
function withWhole(text: string, value: number): string {
  const size = Math.abs(value)
  return text.replace(
    /(?<!\d)(?:(\d+)( +))?(\d+)\/(\d+)/,
    (fraction, whole?: string, gap?: string, over?: string, under?: string) => {
      if (whole === undefined) return over === '0' && under === '1' ? `${Math.round(size)}/1` : fraction
      const below = Math.trunc(size)
      if (over === under) return String(below + 1)
      return Number(whole) > below ? `${below || ''}${gap}${over}/${under}` : fraction
    },
  )
}

/** Formats a number without a format, with the 15 digits that spreadsheets keep. */
export function generalNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  return text.replace(/e([+-])(\d+)$/, (_, sign: string, digits: string) => `E${sign}${digits.padStart(2, '0')}`)
}

const token =
  /"[^"]*"|\\[^]|_[^]|\* |\[\$([^\][-]*)(?:-([^\][]*))?\]|\[(?!DBNum)[^\][]*\]|\[|General|@|[bg]|e(?![+-])/gi

/** Leaves to the library what it shows as spreadsheets do; undefined for formats that it shows differently. */
function patternOf(code: string): string | undefined {
  if (code.length > LONGEST_FORMAT) return undefined
  let isKnown = true
  const pattern = code.replaceAll(token, (piece: string, currency?: string, language?: string) => {
    if (/^(?:["\\_]|\[[^$D])/i.test(piece)) return piece
    if (piece === '* ') return ' '
    if (/^(?:general|@)$/i.test(piece)) return `"${GENERAL}"`
    // A currency's language does not change the separators.
    if (currency) return `[$${currency}]`
    const known = (language ?? '').replace(/^x-sys.*|^f[48]00$/i, '409').replace(/^c0a$/i, '40a')
    // Further digits ask for another calendar or numeral system.
    if (getLocale(known) !== undefined && !/^[\da-f]{5,}$/i.test(known)) return `[$-${known}]`
    isKnown &&= language !== undefined && !/mmm|ddd/i.test(code)
    return ''
  })
  return isKnown ? pattern : undefined
}
