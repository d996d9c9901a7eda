import { xmlPieces } from '../../files/archive/xml-pieces.ts'

type Level = { readonly start: number; readonly format: string; readonly text: string; readonly isLegal: boolean }
type List = {
  readonly abstract: string
  readonly levels: ReadonlyMap<number, Level>
  readonly starts: Map<number, number>
}

export type WordLabel = {
  /** The label before the paragraph: `1.`, `(a)`, `第3条`, or a dash for a bullet. */
  readonly text: string
  /** Zero-based depth in its list. */
  readonly level: number
}

/** Numbers list paragraphs as Word does, because the text does not contain their numbers. */
export function wordNumbering(xml: string): (id: string, level: number) => WordLabel | undefined {
  const lists = listsIn(xml)
  const counts = new Map<string, number[]>()
  const begun = new Set<string>()
  return (id, level) => {
    const list = lists.get(id)
    const own = list?.levels.get(level)
    if (list === undefined || own === undefined) return undefined
    const count = counts.get(list.abstract) ?? []
    counts.set(list.abstract, count)
    const restart = begun.has(`${id} ${level}`) ? undefined : list.starts.get(level)
    begun.add(`${id} ${level}`)
    const before = count[level]
    count[level] = restart ?? (before === undefined ? own.start : before + 1)
    count.length = level + 1
    return { text: labelOf(own, count, list.levels), level }
  }
}

function labelOf(own: Level, count: readonly number[], levels: ReadonlyMap<number, Level>): string {
  if (own.format === 'bullet') return '-'
  if (own.format === 'none') return ''
  return own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1
    const level = levels.get(at)
    const number = count[at] ?? level?.start ?? 1
    return written(number, own.isLegal ? 'decimal' : (level?.format ?? 'decimal'))
  })
}

function written(number: number, format: string): string {
  if (format === 'lowerLetter') return letters(number)
  if (format === 'upperLetter') return letters(number).toUpperCase()
  if (format === 'lowerRoman') return roman(number)
  if (format === 'upperRoman') return roman(number).toUpperCase()
  if (format === 'decimalZero') return String(number).padStart(2, '0')
  if (/circle/i.test(format) && number <= 20) return String.fromCodePoint(0x245f + number)
  if (/^(?:aiueo|iroha)/.test(format)) return kanaOf(number, format)
  if (/^(?:japanese|chinese|ideograph)(?:Counting|Digital|DigitalTen)/i.test(format)) return kanji(number)
  return String(number)
}

function letters(number: number): string {
  const letter = String.fromCodePoint(97 + ((number - 1) % 26))
  return letter.repeat(Math.min(20, Math.ceil(number / 26)))
}

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number)
  let [text, rest] = ['', number]
  for (const [value, sign] of romanSigns) {
    text += sign.repeat(Math.floor(rest / value))
    rest %= value
  }
  return text
}

const romanSigns: readonly (readonly [value: number, sign: string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function kanaOf(number: number, format: string): string {
  const signs = Array.from(
    format.startsWith('iroha')
      ? 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン'
      : 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  )
  return signs[(number - 1) % signs.length] ?? String(number)
}

function kanji(number: number): string {
  if (number < 1 || number > 99) return String(number)
  const digits = Array.from('〇一二三四五六七八九')
  const [tens, ones] = [Math.floor(number / 10), number % 10]
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : digits[tens]}十`
  return `${ten}${ones === 0 ? '' : digits[ones]}`
}

function listsIn(xml: string): ReadonlyMap<string, List> {
  const abstracts = new Map<string, Map<number, Level>>()
  const lists = new Map<string, List>()
  let levels: Map<number, Level> | undefined
  let id = ''
  let at = 0
  for (const piece of xmlPieces(xml)) {
    if (piece.kind !== 'open') continue
    const { name, attributes } = piece
    const value = attributes('val') ?? ''
    if (name === 'abstractNum') {
      levels = new Map()
      abstracts.set(attributes('abstractNumId') ?? '', levels)
    } else if (name === 'num') {
      levels = undefined
      id = attributes('numId') ?? ''
    } else if (name === 'abstractNumId') {
      lists.set(id, { abstract: value, levels: abstracts.get(value) ?? new Map(), starts: new Map() })
    } else if (name === 'lvl' || name === 'lvlOverride') at = numberInWord(attributes('ilvl'))
    else if (name === 'startOverride') lists.get(id)?.starts.set(at, numberInWord(value))
    else if (levels !== undefined && at <= DEEPEST) noteLevel(levels, at, { name, value })
  }
  return lists
}

/** Zero-based, as levels are in the file. */
const DEEPEST = 8

function noteLevel(
  levels: Map<number, Level>,
  at: number,
  { name, value }: { readonly name: string; readonly value: string },
): void {
  const level = levels.get(at) ?? { start: 1, format: 'decimal', text: '', isLegal: false }
  if (name === 'start') levels.set(at, { ...level, start: numberInWord(value) })
  else if (name === 'numFmt') levels.set(at, { ...level, format: value })
  else if (name === 'lvlText') levels.set(at, { ...level, text: value })
  else if (name === 'isLgl') levels.set(at, { ...level, isLegal: true })
}

/** Parses a number; anything else is 0, as in Word. */
export function numberInWord(text = ''): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
