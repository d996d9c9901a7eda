import { xmlPieces } from '../../files/archive/xml-pieces.ts'
import { symbolTable } from '../symbol-fonts.ts'
import { numberInWord } from './word-numbering.ts'
import { isMonospaced, isOn } from './word-styles.ts'

/** A paragraph as the file has it, before its style and its number are known. */
export type WordParagraph = {
  readonly kind: 'paragraph'
  style?: string
  /** Its own, where the style's does not hold; `0` for none. */
  numbering?: string
  numberingLevel?: number
  /** From 0; 9 for none. */
  outline?: number
  text: string
  /** How many of its characters can be seen, and how many of these are bold, or of a font for code. */
  seen: number
  bold: number
  code: number
  /** The notes that it refers to, as `footnotes 2`. */
  readonly notes: string[]
}
export type WordTable = {
  readonly kind: 'table'
  /** Of one page; a table that goes on over the next has its first row on each. */
  readonly rows: WordCell[][]
  readonly notes: string[]
}
export type WordCell = {
  readonly texts: string[]
  /** How many columns it is wide. */
  columns: number
  /** Whether it is the one above it, which is several rows high. */
  continues: boolean
}
type WordBlocksPlace = {
  /** From 0. */
  readonly page: number
}
export type WordBlock = (WordParagraph | WordTable) & WordBlocksPlace

export type WordBody = {
  readonly blocks: readonly WordBlock[]
  readonly pages: number
  /** How much of each page pictures and charts cover, 0–1, by its number from 0. */
  readonly covered: ReadonlyMap<number, number>
  /** Whether somebody proposes changes: what is to go is left out, and what is to come is there. */
  readonly isRevised: boolean
  /** Paragraphs and cells of tables, text or not; nothing is read behind the first `MOST_PARTS`. */
  readonly parts: number
}

/** A thousand pages have about a tenth of it. */
export const MOST_PARTS = 500_000

/** The paragraphs and tables of `word/document.xml`, or of a part made like it, in one walk. */
export function wordBlocks(xml: string): WordBody {
  const reading = newReading(xml.includes('lastRenderedPageBreak'))
  let skipped = 0
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === 'text') {
      if (skipped === 0 && reading.isText) say(reading, piece.text)
      continue
    }
    if (REVISIONS.has(piece.name)) reading.isRevised = true
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

/** What nobody sees: what was deleted or moved away, what older programs are shown, and settings of before. */
const SKIPPED: ReadonlySet<string> = new Set(
  'del moveFrom Fallback pPrChange rPrChange tblPrChange tcPrChange trPrChange sectPrChange instrText'.split(' '),
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
    /** Whether the file says where its pages ended when it was last shown. */
    isRendered,
    /** Those of text boxes stand within others. */
    paragraphs: [] as WordParagraph[],
    /** The one at work; what stands in tables within it is text of its cells. */
    table: undefined as WordTable | undefined,
    tables: 0,
    /** Where the rows of the table at work are. */
    tablePage: 0,
    runs: [] as { isBold: boolean; isCode: boolean }[],
    isText: false,
    drawings: [] as { area: number; hasText: boolean }[],
    pageArea: PAGE_AREA,
  }
}

/** An A4 page in square twentieths of a point, where the document does not say. */
const PAGE_AREA = 11_906 * 16_838
/** English metric units in a twentieth of a point. */
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
  ['r', ({ runs }) => void runs.push({ isBold: false, isCode: false })],
  ['b', ({ runs }, attributes) => change(runs.at(-1), { isBold: isOn(attributes('val') ?? '') })],
  ['rFonts', ({ runs }, attributes) => change(runs.at(-1), { isCode: isMonospaced(attributes('ascii') ?? '') })],
  ['t', (reading) => void (reading.isText = true)],
  // Where tabulators stand is told by the same name, outside of runs.
  ['tab', (reading) => reading.runs.length > 0 && say(reading, '\t')],
  ['br', (reading, attributes) => (attributes('type') === 'page' ? turnPage(reading, false) : say(reading, '\n'))],
  ['cr', (reading) => say(reading, '\n')],
  ['noBreakHyphen', (reading) => say(reading, '-')],
  ['sym', (reading, attributes) => say(reading, symbolOf(attributes))],
  ['footnoteReference', (reading, attributes) => refer(reading, `footnotes ${attributes('id')}`)],
  ['endnoteReference', (reading, attributes) => refer(reading, `endnotes ${attributes('id')}`)],
  ['tbl', openTable],
  ['tr', (reading) => void ownTable(reading)?.rows.push([])],
  ['tc', (reading) => void ownTable(reading)?.rows.at(-1)?.push({ texts: [], columns: 1, continues: false })],
  ['gridSpan', (reading, attributes) => change(ownCell(reading), { columns: numberInWord(attributes('val')) || 1 })],
  ['vMerge', (reading, attributes) => change(ownCell(reading), { continues: attributes('val') !== 'restart' })],
  ['pgSz', (reading, attributes) => void (reading.pageArea = areaOf(attributes('w'), attributes('h')) || PAGE_AREA)],
  ['drawing', ({ drawings }) => void drawings.push({ area: 0, hasText: false })],
  [
    'extent',
    ({ drawings }, attributes) =>
      change(drawings.at(-1), { area: areaOf(attributes('cx'), attributes('cy')) / (EMU * EMU) }),
  ],
  // A picture of an older program, whose size is told in its own words.
  ['imagedata', (reading) => cover(reading, reading.pageArea)],
])

const closed: ReadonlyMap<string, (reading: WordBlocksReading) => unknown> = new Map<
  string,
  (reading: WordBlocksReading) => unknown
>([
  ['t', (reading) => void (reading.isText = false)],
  ['r', ({ runs }) => void runs.pop()],
  ['p', closeParagraph],
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

/** Undefined within a table that stands in another one. */
function ownTable({ table, tables }: WordBlocksReading): WordTable | undefined {
  return tables === 1 ? table : undefined
}

function ownCell(reading: WordBlocksReading): WordCell | undefined {
  return ownTable(reading)?.rows.at(-1)?.at(-1)
}

function areaOf(width: string | undefined, height: string | undefined): number {
  return numberInWord(width) * numberInWord(height)
}

function say({ paragraphs, runs, drawings }: WordBlocksReading, text: string): void {
  const [paragraph, run, drawing] = [paragraphs.at(-1), runs.at(-1), drawings.at(-1)]
  if (paragraph === undefined) return
  const length = text.replaceAll(/\s/g, '').length
  paragraph.text += text
  paragraph.seen += length
  if (run?.isBold === true) paragraph.bold += length
  if (run?.isCode === true) paragraph.code += length
  if (length > 0) change(drawing, { hasText: true })
}

/** Breaks that somebody set count where the file does not say where its pages ended; else they are among those. */
function turnPage(reading: WordBlocksReading, isRendered: boolean): void {
  if (isRendered === reading.isRendered) reading.pages += 1
}

function refer({ paragraphs }: WordBlocksReading, note: string): void {
  paragraphs.at(-1)?.notes.push(note)
}

/** A character of a font that has signs where others have letters, as the boxes of forms. */
function symbolOf(attributes: WordBlocksAttributes): string {
  const code = Number.parseInt(attributes('char') ?? '', 16)
  const table = symbolTable(attributes('font') ?? '')
  if (table !== undefined) return table(code) ?? ''
  return code > 0 && code < 0xd800 ? String.fromCodePoint(code) : ''
}

function closeParagraph(reading: WordBlocksReading): void {
  const paragraph = reading.paragraphs.pop()
  if (paragraph === undefined || paragraph.text.trim() === '') return
  const cell = reading.table?.rows.at(-1)?.at(-1)
  if (cell === undefined) reading.blocks.push({ ...paragraph, page: reading.pages - 1 })
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

/** Where a page was turned since the row before it, the table goes on as one of the next page. */
function closeRow(reading: WordBlocksReading): void {
  const table = ownTable(reading)
  const page = reading.pages - 1
  const row = table?.rows.at(-1)
  if (table === undefined || row === undefined) return
  if (page > reading.tablePage && table.rows.length > 1) {
    reading.blocks.push({ ...table, rows: table.rows.slice(0, -1), page: reading.tablePage })
    reading.table = { kind: 'table', rows: [...headOf(table), row], notes: [] }
  }
  reading.tablePage = page
}

/** The names of the columns, which stand on each page; what is as long as a page is no names. */
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

/** A drawing with text in it is a text box. */
function closeDrawing(reading: WordBlocksReading): void {
  const drawing = reading.drawings.pop()
  if (drawing?.hasText === false) cover(reading, drawing.area)
}

function cover({ covered, pages, pageArea }: WordBlocksReading, area: number): void {
  covered.set(pages - 1, Math.min(1, (covered.get(pages - 1) ?? 0) + area / pageArea))
}
