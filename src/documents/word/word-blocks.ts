import { xmlPieces } from '../../files/archive/xml-pieces.ts'
import { raised } from '../../text/index.ts'
import { wordSymbolTable } from '../symbol-fonts.ts'
import { numberInWord } from './word-numbering.ts'
import { isMonospaced, isOn } from './word-styles.ts'

/** A paragraph before its style and number are resolved. */
export type WordParagraph = {
  readonly kind: 'paragraph'
  style?: string
  /** `0` overrides the style's list with none. */
  numbering?: string
  numberingLevel?: number
  /** Zero-based; 9 means none. */
  outline?: number
  text: string
  /** Number of visible characters, and how many of them are bold or in a code font. */
  seen: number
  bold: number
  code: number
  /** In the form `footnotes 2`. */
  readonly notes: string[]
}
export type WordTable = {
  readonly kind: 'table'
  /** Rows on one page; a table that continues on the next page repeats its first row there. */
  readonly rows: WordCell[][]
  readonly notes: string[]
}
export type WordCell = {
  readonly texts: string[]
  columns: number
  /** True when the cell extends the one above it. */
  continues: boolean
}
type WordBlocksPlace = {
  readonly page: number
}
export type WordBlock = (WordParagraph | WordTable) & WordBlocksPlace

export type WordBody = {
  readonly blocks: readonly WordBlock[]
  readonly pages: number
  /** Share of each page that images and charts cover, 0–1, by zero-based page number. */
  readonly covered: ReadonlyMap<number, number>
  /** True when there are tracked changes: deletions are left out, insertions are kept. */
  readonly isRevised: boolean
  /** Counts paragraphs and table cells; nothing is read after `MOST_PARTS`. */
  readonly parts: number
}

/** A thousand pages have about a tenth of this. */
export const MOST_PARTS = 500_000

export function wordBlocks(xml: string): WordBody {
  const reading = newReading(xml.includes('lastRenderedPageBreak'))
  let skipped = 0
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === 'text') {
      if (skipped === 0 && reading.isText) say(reading, piece.text)
      continue
    }
    if (REVISIONS.has(piece.name)) reading.isRevised = true
    if (piece.name === 'del' && reading.isRowSettings) reading.isRowDeleted = true
    if (SKIPPED.has(piece.name)) skipped = Math.max(0, skipped + (piece.kind === 'open' ? 1 : -1))
    else if (skipped > 0) continue
    else if (piece.kind === 'open') {
      if (PARTS.has(piece.name)) reading.parts += 1
      if (reading.parts > MOST_PARTS) return reading
      opened.get(piece.name)?.(reading, piece.attributes)
    } else closed.get(piece.name)?.(reading)
  }
  return reading
}

/** Invisible content: deleted or moved text, fallbacks for older programs, previous formatting, and how ideographs are read. */
const SKIPPED: ReadonlySet<string> = new Set(
  'del moveFrom Fallback pPrChange rPrChange tblPrChange tcPrChange trPrChange sectPrChange instrText rt'.split(' '),
)
const PARTS: ReadonlySet<string> = new Set(['p', 'tr', 'tc'])
const REVISIONS: ReadonlySet<string> = new Set(['del', 'ins', 'moveFrom', 'moveTo'])

type WordBlocksReading = ReturnType<typeof newReading>

function newReading(isRendered: boolean) {
  return {
    blocks: [] as WordBlock[],
    pages: 1,
    covered: new Map<number, number>(),
    isRevised: false,
    parts: 0,
    /** True when the file records page breaks as last rendered. */
    isRendered,
    /** A stack, since text boxes nest paragraphs. */
    paragraphs: [] as (WordParagraph & { page?: number | undefined })[],
    table: undefined as WordTable | undefined,
    tables: 0,
    tablePage: 0,
    isRowSettings: false,
    /** True when the deletion of the row is tracked. */
    isRowDeleted: false,
    field: undefined as { chosen?: string; readonly entries: string[] } | undefined,
    runs: [] as { isBold: boolean; isCode: boolean; isHidden: boolean; isRaised: boolean }[],
    isText: false,
    drawings: [] as { area: number; hasText: boolean }[],
    pageArea: PAGE_AREA,
  }
}

/** Area of an A4 page in square twentieths of a point, when the document states no size. */
const PAGE_AREA = 11_906 * 16_838
/** English Metric Units per twentieth of a point. */
const EMU = 635

type WordBlocksAttributes = (name: string) => string | undefined

const opened: ReadonlyMap<string, (reading: WordBlocksReading, attributes: WordBlocksAttributes) => unknown> = new Map<
  string,
  (reading: WordBlocksReading, attributes: WordBlocksAttributes) => unknown
>([
  ['p', ({ paragraphs }) => void paragraphs.push(newParagraph())],
  ['pStyle', (reading, attributes) => changeParagraph(reading, { style: attributes('val') ?? '' })],
  ['numId', (reading, attributes) => changeParagraph(reading, { numbering: attributes('val') ?? '' })],
  ['ilvl', (reading, attributes) => changeParagraph(reading, { numberingLevel: numberInWord(attributes('val')) })],
  ['outlineLvl', (reading, attributes) => changeParagraph(reading, { outline: numberInWord(attributes('val')) })],
  ['pageBreakBefore', (reading, attributes) => isOn(attributes('val') ?? '') && turnPage(reading, false)],
  ['lastRenderedPageBreak', (reading) => turnPage(reading, true)],
  ['r', ({ runs }) => void runs.push({ isBold: false, isCode: false, isHidden: false, isRaised: false })],
  ['b', ({ runs }, attributes) => change(runs.at(-1), { isBold: isOn(attributes('val') ?? '') })],
  ['rFonts', ({ runs }, attributes) => change(runs.at(-1), { isCode: isMonospaced(attributes('ascii') ?? '') })],
  ['vanish', ({ runs }, attributes) => change(runs.at(-1), { isHidden: isOn(attributes('val') ?? '') })],
  ['vertAlign', ({ runs }, attributes) => change(runs.at(-1), { isRaised: attributes('val') === 'superscript' })],
  ['t', (reading) => void (reading.isText = true)],
  // Tab stop definitions have the same element name outside of runs.
  ['tab', (reading) => reading.runs.length > 0 && say(reading, '\t')],
  ['ptab', (reading) => say(reading, '\t')],
  ['br', breakLine],
  ['cr', (reading) => say(reading, '\n')],
  ['noBreakHyphen', (reading) => say(reading, '-')],
  // The denominator of a fraction.
  ['den', (reading) => say(reading, '/')],
  ['sym', (reading, attributes) => say(reading, symbolOf(attributes))],
  ['footnoteReference', (reading, attributes) => refer(reading, `footnotes ${attributes('id')}`)],
  ['endnoteReference', (reading, attributes) => refer(reading, `endnotes ${attributes('id')}`)],
  ['ffData', (reading) => void (reading.field = { entries: [] })],
  ['default', ({ field }, attributes) => change(field, { chosen: field?.chosen ?? attributes('val') ?? '' })],
  ['checked', ({ field }, attributes) => change(field, { chosen: attributes('val') ?? '' })],
  ['result', ({ field }, attributes) => change(field, { chosen: attributes('val') ?? '' })],
  ['listEntry', ({ field }, attributes) => field?.entries.push(attributes('val') ?? '')],
  ['tbl', openTable],
  ['tr', (reading) => void ownTable(reading)?.rows.push([])],
  ['trPr', (reading) => void (reading.isRowSettings = true)],
  ['gridBefore', (reading, attributes) => openCell(reading, numberInWord(attributes('val')) || 1)],
  ['tc', (reading) => openCell(reading, 1)],
  ['gridSpan', (reading, attributes) => change(ownCell(reading), { columns: numberInWord(attributes('val')) || 1 })],
  ['vMerge', (reading, attributes) => change(ownCell(reading), { continues: attributes('val') !== 'restart' })],
  ['pgSz', (reading, attributes) => void (reading.pageArea = areaOf(attributes('w'), attributes('h')) || PAGE_AREA)],
  ['drawing', ({ drawings }) => void drawings.push({ area: 0, hasText: false })],
  [
    'extent',
    ({ drawings }, attributes) =>
      change(drawings.at(-1), { area: areaOf(attributes('cx'), attributes('cy')) / (EMU * EMU) }),
  ],
  // An image in VML, the format of older programs, whose size is not parsed.
  ['imagedata', (reading) => cover(reading, reading.pageArea)],
])

const closed: ReadonlyMap<string, (reading: WordBlocksReading) => unknown> = new Map<
  string,
  (reading: WordBlocksReading) => unknown
>([
  ['t', (reading) => void (reading.isText = false)],
  ['r', ({ runs }) => void runs.pop()],
  ['p', closeParagraph],
  ['checkBox', (reading) => say(reading, isOn(reading.field?.chosen ?? '0') ? '☑' : '☐')],
  ['ddList', (reading) => say(reading, reading.field?.entries[numberInWord(reading.field.chosen)] ?? '')],
  ['trPr', (reading) => void (reading.isRowSettings = false)],
  ['tr', closeRow],
  ['tbl', closeTable],
  ['drawing', closeDrawing],
])

function newParagraph(): WordParagraph {
  return { kind: 'paragraph', text: '', seen: 0, bold: 0, code: 0, notes: [] }
}

function change<Part extends object>(part: Part | undefined, to: Partial<Part>): void {
  if (part !== undefined) Object.assign(part, to)
}

function changeParagraph({ paragraphs }: WordBlocksReading, to: Partial<WordParagraph>): void {
  change(paragraphs.at(-1), to)
}

function ownTable({ table, tables }: WordBlocksReading): WordTable | undefined {
  return tables === 1 ? table : undefined
}

function ownCell(reading: WordBlocksReading): WordCell | undefined {
  return ownTable(reading)?.rows.at(-1)?.at(-1)
}

function areaOf(width: string | undefined, height: string | undefined): number {
  return numberInWord(width) * numberInWord(height)
}

function say({ paragraphs, runs, drawings, pages }: WordBlocksReading, text: string): void {
  const [paragraph, run, drawing] = [paragraphs.at(-1), runs.at(-1), drawings.at(-1)]
  if (paragraph === undefined || run?.isHidden === true) return
  const length = text.replaceAll(/\s/g, '').length
  if (length > 0) paragraph.page ??= pages - 1
  paragraph.text += run?.isRaised === true ? raised(text) : text
  paragraph.seen += length
  if (run?.isBold === true) paragraph.bold += length
  if (run?.isCode === true) paragraph.code += length
  if (length > 0) change(drawing, { hasText: true })
}

function breakLine(reading: WordBlocksReading, attributes: WordBlocksAttributes): void {
  if (attributes('type') !== 'page') return say(reading, '\n')
  const paragraph = reading.paragraphs.at(-1)
  if (paragraph !== undefined && paragraph.text.trim() !== '') {
    // What stands behind the break belongs to the next page, and has no number of its own.
    closeParagraph(reading)
    reading.paragraphs.push({ ...paragraph, ...newParagraph(), numbering: '0', page: undefined })
  }
  turnPage(reading, false)
}

/** Manual page breaks count only when the file does not record rendered ones, which include them. */
function turnPage(reading: WordBlocksReading, isRendered: boolean): void {
  if (isRendered === reading.isRendered) reading.pages += 1
}

function refer({ paragraphs }: WordBlocksReading, note: string): void {
  paragraphs.at(-1)?.notes.push(note)
}

function symbolOf(attributes: WordBlocksAttributes): string {
  const code = Number.parseInt(attributes('char') ?? '', 16)
  const table = wordSymbolTable(attributes('font') ?? '')
  if (table !== undefined) return table(code) ?? ''
  return code > 0 && code < 0xd800 ? String.fromCodePoint(code) : ''
}

function closeParagraph(reading: WordBlocksReading): void {
  const paragraph = reading.paragraphs.pop()
  if (paragraph === undefined || paragraph.text.trim() === '') return
  const cell = reading.table?.rows.at(-1)?.at(-1)
  if (cell === undefined) reading.blocks.push({ ...paragraph, page: paragraph.page ?? reading.pages - 1 })
  else {
    cell.texts.push(paragraph.text)
    reading.table?.notes.push(...paragraph.notes)
  }
}

function openTable(reading: WordBlocksReading): void {
  reading.tables += 1
  if (reading.tables > 1) return
  reading.table = { kind: 'table', rows: [], notes: [] }
  reading.tablePage = reading.pages - 1
}

function openCell(reading: WordBlocksReading, columns: number): void {
  ownTable(reading)?.rows.at(-1)?.push({ texts: [], columns, continues: false })
}

/** Splits a table when a page break came before this row. */
function closeRow(reading: WordBlocksReading): void {
  const table = ownTable(reading)
  if (reading.isRowDeleted) table?.rows.pop()
  if (reading.isRowDeleted) return void (reading.isRowDeleted = false)
  const page = reading.pages - 1
  const row = table?.rows.at(-1)
  if (table === undefined || row === undefined) return
  if (page > reading.tablePage && table.rows.length > 1) {
    reading.blocks.push({ ...table, rows: table.rows.slice(0, -1), page: reading.tablePage })
    reading.table = { kind: 'table', rows: [...headOf(table), row], notes: [] }
  }
  reading.tablePage = page
}

/** Returns the header row to repeat on each page, unless it is too long to be one. */
function headOf({ rows }: WordTable): readonly WordCell[][] {
  const [head = []] = rows
  const length = head.reduce((sum, { texts }) => sum + texts.reduce((own, text) => own + text.length, 0), 0)
  return length <= LONGEST_HEAD ? [head] : []
}

const LONGEST_HEAD = 1000

function closeTable(reading: WordBlocksReading): void {
  reading.tables -= 1
  if (reading.tables > 0 || reading.table === undefined) return
  reading.blocks.push({ ...reading.table, page: reading.tablePage })
  reading.table = undefined
}

function closeDrawing(reading: WordBlocksReading): void {
  const drawing = reading.drawings.pop()
  if (drawing?.hasText === false) cover(reading, drawing.area)
}

function cover({ covered, pages, pageArea }: WordBlocksReading, area: number): void {
  covered.set(pages - 1, Math.min(1, (covered.get(pages - 1) ?? 0) + area / pageArea))
}
