import { format, getFormatDateInfo, getLocale, isDateFormat, isValidFormat } from 'numfmt'

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
  const pattern = patternOf(code, exact)
  if (pattern === undefined || !isValidFormat(pattern)) return undefined
  const days = from1904 ? value + 1462 : value
  const isDate = isDateFormat(pattern)
  const { year, day } = getFormatDateInfo(pattern)
  if (isDate && (value < 0 || ((year || day) && days < 1))) return undefined
  // Gaps that fill a cell or align digits are one space.
  const text = format(pattern, isDate ? days : exact)
    .replaceAll(/ +/g, ' ')
    .trim()
  return text === '' ? undefined : text
}

/** Formats a text as a spreadsheet shows it; a format may surround it. */
export function shownText(text: string, code: string): string {
  const written = isValidFormat(code) ? format(code, text) : text
  return written === text ? text : written.trim()
}

/** Formats a number without a format, with the 15 digits that spreadsheets keep. */
export function generalNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  return text.replace(/e([+-])(\d+)$/, (_, sign: string, digits: string) => `E${sign}${digits.padStart(2, '0')}`)
}

const token =
  /"[^"]*"|\\[^]|_[^]|\* |\[\$([^\][-]*)(?:-([^\][]*))?\]|\[(?!DBNum)[^\][]*\]|\[|General|@|[bg]|e(?![+-])/gi

/** Leaves to the library what it shows as spreadsheets do; undefined for formats that it shows differently. */
function patternOf(code: string, value: number): string | undefined {
  let isKnown = true
  const pattern = code.replaceAll(token, (piece: string, currency?: string, language?: string) => {
    if (/^(?:["\\_]|\[[^$D])/i.test(piece)) return piece
    if (piece === '* ') return ' '
    if (/^(?:general|@)$/i.test(piece)) return JSON.stringify(generalNumber(Math.abs(value)))
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
