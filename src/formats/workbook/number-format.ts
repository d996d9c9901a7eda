import type { FormatPiece } from './format-piece.ts'
import { shownDate } from './date-format.ts'

type Section = {
  readonly pieces: readonly FormatPiece[]
  readonly condition: ((value: number) => boolean) | undefined
  /** The language of month and day names, as in `[$-C0A]`; undefined when it is unknown. */
  readonly language: string | undefined
}

/**
 * Formats a number as a spreadsheet shows it in a cell with this format; undefined for unsupported formats, such as
 * eras and formats that depend on the computer's settings.
 */
export function shownNumber(
  value: number,
  code: string,
  { from1904 }: { readonly from1904: boolean },
): string | undefined {
  const sections = sectionsOf(code)
  const chosen = sections === undefined ? undefined : sectionFor(value, sections.slice(0, 3))
  if (chosen === undefined) return undefined
  const { section, isSigned } = chosen
  const { pieces } = section
  if (pieces.length === 0) return undefined
  if (pieces.some(({ kind }) => kind === 'date'))
    return shownDate(value, pieces, { from1904, language: section.language })
  const exact = Math.abs(Number(value.toPrecision(15)))
  const text = withSections(exact, pieces)
  if (text === undefined || text.trim() === '') return undefined
  return `${isSigned && /[1-9]/.test(text) ? '-' : ''}${text}`.trim()
}

/** Formats a text as a spreadsheet shows it; a format may surround it. */
export function shownText(text: string, code: string): string {
  const sections = sectionsOf(code)
  const section = sections?.[3] ?? sections?.find(({ pieces }) => pieces.some((piece) => isSign(piece, '@')))
  if (section === undefined) return text
  return section.pieces
    .map((piece) => (isSign(piece, '@') ? text : piece.kind === 'text' ? piece.text : ''))
    .join('')
    .trim()
}

/** Formats a number without a format, with the 15 digits that spreadsheets keep. */
export function generalNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  return text.replace(/e([+-])(\d+)$/, (_, sign: string, digits: string) => `E${sign}${digits.padStart(2, '0')}`)
}

function withSections(value: number, pieces: readonly FormatPiece[]): string | undefined {
  if (pieces.some((piece) => isSign(piece, 'General') || isSign(piece, '@'))) {
    return pieces.map((piece) => (piece.kind === 'text' ? piece.text : generalNumber(value))).join('')
  }
  if (!pieces.some(({ kind }) => kind === 'digit')) return pieces.map(({ text }) => text).join('')
  if (pieces.some((piece) => isSign(piece, '/'))) return fraction(value, pieces)
  if (pieces.some((piece) => isSign(piece, 'E+') || isSign(piece, 'E-'))) return scientific(value, pieces)
  const percents = pieces.filter((piece) => isSign(piece, '%')).length
  return decimal(shifted(value, percents * 2), pieces)
}

/** Sections apply to positive, negative, zero and text values, or to the values that meet their conditions. */
function sectionFor(
  value: number,
  sections: readonly Section[],
): { readonly section: Section; readonly isSigned: boolean } | undefined {
  const [first, second, third] = sections
  if (first === undefined) return undefined
  const isNegative = value < 0
  if (second === undefined) return { section: first, isSigned: isNegative }
  if (first.condition === undefined && second.condition === undefined) {
    const section = isNegative ? second : value === 0 ? (third ?? first) : first
    return { section, isSigned: false }
  }
  const isFirst = first.condition?.(value) ?? value > 0
  const isSecond = third === undefined || (second.condition?.(value) ?? isNegative)
  const section = isFirst ? first : isSecond ? second : third
  return { section, isSigned: isNegative && section.condition === undefined }
}

const token =
  /"([^"]*)"|\\([^])|_[^]|\*[^]|\[([^[\]]*)\]|(General|AM\/PM|A\/P|E[+-]|[.,%/@])|([0#?])|(y+|m+|d+|h+|s+|[bge]+|a{3,})|([1-9]\d*)|([^])/giy

function sectionsOf(code: string): readonly Section[] | undefined {
  const sections: Section[] = []
  let draft = begun()
  const text = (more: string) => draft.pieces.push({ kind: 'text', text: more })
  for (const [whole, quoted, escaped, bracketed, sign, digit, dated, number, other] of code.matchAll(
    new RegExp(token),
  )) {
    if (whole === ';') {
      sections.push(draft)
      draft = begun()
    } else if (quoted !== undefined || escaped !== undefined) text(quoted ?? escaped ?? '')
    else if (whole.startsWith('_') || whole === '* ') text(' ')
    else if (whole.startsWith('*')) continue
    else if (bracketed !== undefined) {
      if (!readBracket(bracketed, draft)) return undefined
    } else if (sign !== undefined) draft.pieces.push(signPiece(sign))
    else if (digit !== undefined || number !== undefined) draft.pieces.push({ kind: 'digit', text: whole })
    else if (dated !== undefined) draft.pieces.push({ kind: 'date', text: dated.toLowerCase() })
    // An unknown letter makes the format unsupported.
    else if (other !== undefined && /[a-z]/i.test(other)) return undefined
    else if (other !== undefined) text(other)
  }
  return [...sections, draft]
}

type NumberFormatDraft = { pieces: FormatPiece[]; condition: Section['condition']; language: string | undefined }

function begun(): NumberFormatDraft {
  return { pieces: [], condition: undefined, language: 'en-US' }
}

function signPiece(sign: string): FormatPiece {
  const upper = sign.toUpperCase()
  if (upper === 'AM/PM' || upper === 'A/P') return { kind: 'date', text: upper }
  return { kind: 'sign', text: (upper === 'GENERAL' ? 'General' : upper) as '.' } // the pattern allows only these signs
}

const conditions: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '>': (value, limit) => value > limit,
  '<=': (value, limit) => value <= limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
}

/** Colours are skipped; a currency, a language, a condition or elapsed time is kept. */
function readBracket(text: string, draft: NumberFormatDraft): boolean {
  const [, compare, limit] = /^(<=|>=|<>|<|>|=)(-?[\d.]+)$/.exec(text) ?? []
  const [, currency, language] = /^\$([^-]*)(?:-(.*))?$/.exec(text) ?? []
  if (compare !== undefined) draft.condition = (value) => conditions[compare]?.(value, Number(limit)) ?? false
  else if (currency !== undefined) {
    if (currency !== '') draft.pieces.push({ kind: 'text', text: currency })
    if (language !== undefined) draft.language = languageOf(language)
  } else if (/^(?:h+|m+|s+)$/i.test(text)) draft.pieces.push({ kind: 'date', text: `[${text.toLowerCase()}]` })
  else return /^(?:black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d+)$/i.test(text)
  return true
}

// Microsoft's language codes.
const languages = new Map(
  [
    '404 zh-TW, 405 cs, 406 da, 407 de, 409 en-US, 40a es, 40b fi, 40c fr, 40e hu, 410 it, 411 ja, 412 ko, 413 nl, 414 nb',
    '415 pl, 416 pt-BR, 419 ru, 41d sv, 41f tr, 804 zh-CN, 807 de-CH, 809 en-GB, 80a es-MX, 816 pt-PT, c07 de-AT, c09 en-AU',
    'c0a es, c0c fr-CA, f400 en-US, f800 en-US',
  ]
    .join(', ')
    .split(', ')
    .map((pair) => [Number.parseInt(pair, 16), pair.split(' ')[1]]),
)

/** Digits before the last four ask for another calendar or numeral system. */
function languageOf(text: string): string | undefined {
  if (/^[\dA-F]+$/i.test(text)) return languages.get(Number.parseInt(text, 16))
  if (/^x-sys/i.test(text)) return 'en-US'
  return /^[a-z]{2,3}(?:-[A-Za-z]+)?$/.test(text) ? text : undefined
}

function isSign(piece: FormatPiece, sign: string): boolean {
  return piece.kind === 'sign' && piece.text === sign
}

function isDigit({ kind }: FormatPiece): boolean {
  return kind === 'digit'
}

/** Moves the decimal point by text, because multiplying would add a rounding error. */
function shifted(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** Rounds half away from zero, as spreadsheets do. */
function rounded(value: number, places: number): { readonly whole: string; readonly part: string } {
  const moved = shifted(value, places)
  const digits = moved < Number.MAX_SAFE_INTEGER ? String(Math.round(moved)) : BigInt(Math.round(moved)).toString()
  const padded = digits.padStart(places + 1, '0')
  return { whole: padded.slice(0, padded.length - places), part: padded.slice(padded.length - places) }
}

function decimal(value: number, pieces: readonly FormatPiece[]): string {
  const point = pieces.findIndex((piece) => isSign(piece, '.'))
  const before = point < 0 ? pieces : pieces.slice(0, point)
  const after = point < 0 ? [] : pieces.slice(point + 1)
  const lastDigit = before.findLastIndex(({ kind }) => kind === 'digit')
  const firstDigit = before.findIndex(({ kind }) => kind === 'digit')
  // A comma after the digits divides by a thousand; one between them groups thousands.
  const scale = before.slice(lastDigit + 1).filter((piece) => isSign(piece, ',')).length
  const isGrouped = before.slice(firstDigit, lastDigit).some((piece) => isSign(piece, ','))
  const places = after.filter(({ kind }) => kind === 'digit').length
  const { whole, part } = rounded(shifted(value, -3 * scale), places)
  const head = wholePart(whole, before, isGrouped)
  return point < 0 ? head : `${head}.${decimals(part, after)}`
}

/** Fills digits from the right; the first place takes all that remain. */
function wholePart(whole: string, pieces: readonly FormatPiece[], isGrouped: boolean): string {
  const written: string[] = []
  let left = whole === '0' ? '' : whole
  let count = 0
  const put = (digit: string) => {
    if (isGrouped && count > 0 && count % 3 === 0) written.unshift(',')
    written.unshift(digit)
    count += 1
  }
  const first = pieces.findIndex(({ kind }) => kind === 'digit')
  for (const [at, piece] of [...pieces.entries()].toReversed()) {
    if (piece.kind !== 'digit') {
      if (!isSign(piece, ',')) written.unshift(piece.text)
      continue
    }
    if (left !== '') put(left.at(-1) ?? '')
    else if (piece.text === '0') put('0')
    const rest = at === first ? left.slice(0, -1) : ''
    for (const digit of [...rest].toReversed()) put(digit)
    left = left.slice(0, -1)
  }
  return written.join('')
}

function decimals(part: string, pieces: readonly FormatPiece[]): string {
  let at = 0
  return pieces
    .map((piece) => {
      if (piece.kind !== 'digit') return isSign(piece, ',') ? '' : piece.text
      const rest = part.slice(at)
      const digit = part[at] ?? ''
      at += 1
      return piece.text === '0' || /[1-9]/.test(rest) ? digit : ''
    })
    .join('')
}

function scientific(value: number, pieces: readonly FormatPiece[]): string {
  const at = pieces.findIndex((piece) => isSign(piece, 'E+') || isSign(piece, 'E-'))
  const mantissa = pieces.slice(0, at)
  const point = mantissa.findIndex((piece) => isSign(piece, '.'))
  const wholes = mantissa.slice(0, point < 0 ? undefined : point).filter(isDigit).length
  const places = point < 0 ? 0 : mantissa.slice(point).filter(isDigit).length
  const step = Math.max(wholes, 1)
  const own = value === 0 ? 0 : Number(value.toExponential(14).split('e')[1])
  let exponent = Math.floor(own / step) * step
  // Rounding up may add a digit.
  if (Number(rounded(shifted(value, -exponent), places).whole) >= 10 ** step) exponent += step
  const digits = String(Math.abs(exponent)).padStart(pieces.slice(at).filter(({ text }) => text === '0').length, '0')
  const sign = exponent < 0 ? '-' : pieces[at]?.text === 'E+' ? '+' : ''
  const rest = pieces.slice(at).flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
  return `${decimal(shifted(value, -exponent), mantissa)}E${sign}${digits}${rest.join('')}`
}

function fraction(value: number, pieces: readonly FormatPiece[]): string | undefined {
  const bar = pieces.findIndex((piece) => isSign(piece, '/'))
  const below = pieces[bar + 1]
  const numerator = pieces.slice(0, bar).findLastIndex(({ kind }) => kind !== 'digit') + 1
  const whole = pieces.slice(0, numerator)
  if (below?.kind !== 'digit' || bar === numerator) return undefined
  const places = pieces.slice(bar + 1).findIndex(({ kind }) => kind !== 'digit')
  const end = places < 0 ? pieces.length : bar + 1 + places
  const written = pieces
    .slice(bar + 1, end)
    .map(({ text }) => text)
    .join('')
  const hasWhole = whole.some(({ kind }) => kind === 'digit')
  const integer = hasWhole ? Math.floor(value) : 0
  const [above, under] = /^[1-9]/.test(written)
    ? [Math.round((value - integer) * Number(written)), Number(written)]
    : nearestFraction(value - integer, Math.min(10 ** written.length - 1, 9999))
  const isWhole = hasWhole && above % under === 0
  const head = wholePart(String(integer + (isWhole ? above / under : 0)), whole, false)
  const shown = isWhole ? `${head.trim() === '' ? '0' : head}` : `${head}${above}/${under}`
  return `${shown}${pieces
    .slice(end)
    .map(({ text }) => text)
    .join('')}`
}

function nearestFraction(value: number, largest: number): readonly [number, number] {
  let best: readonly [number, number] = [Math.round(value), 1]
  for (let under = 1; under <= largest; under += 1) {
    const above = Math.round(value * under)
    if (Math.abs(above / under - value) < Math.abs(best[0] / best[1] - value) - 1e-12) best = [above, under]
  }
  return best
}
