import { setImmediate } from 'node:timers/promises'
import type { Message } from '../../../../core/index.ts'
import { message } from '../../../../core/index.ts'
import type { Document } from '../../../../documents/index.ts'
import type { Aspect } from './aspects.ts'
import { aspectsIn } from './aspects.ts'
import { longestPiece, piecesOf } from './line-pieces.ts'
import { subjectTerms } from './subject-terms.ts'

/** A line of a document, with what stands above it. */
export type EvidenceLine = {
  readonly document: string
  readonly page: number
  /** On one line, as it can be quoted. */
  readonly text: string
  /** All that is said on its line. */
  readonly whole: string
  /** The same with the cells of a table apart, so that numbers of two cells are not taken for one date. */
  readonly cells: string
  readonly terms: readonly string[]
  /** Of the heading that it stands under. */
  readonly headingTerms: readonly string[]
  /** What it speaks of, with the names of its columns where it is a row of a table. */
  readonly aspects: readonly Aspect[]
  /** The values of a row of a table with the words that their columns are about. */
  readonly values: readonly { readonly terms: readonly string[]; readonly text: string }[]
  /** It only says what the lines below it are about. */
  readonly heading: boolean
}

/** The lines of documents, and what had to be left out. */
export type Evidence = { readonly lines: readonly EvidenceLine[]; readonly warnings: readonly Message[] }

// Some thousand dense pages. More of them take minutes, and no check is about so many.
const mostLines = 50_000

/** All lines of all documents, up to a number. Others get their turn while it reads. */
export async function readEvidence(documents: readonly Document[], signal: AbortSignal): Promise<Evidence> {
  const lines: EvidenceLine[] = []
  let read = 0
  for (const { name, pages } of documents) {
    for (const { number, text } of pages) {
      for (const line of linesOfPage(text)) {
        if (lines.length === mostLines) return { lines, warnings: [tooMuch(name, number)] }
        lines.push({ document: name, page: number, ...line })
        read += 1
        if (read % 200 !== 0) continue
        await setImmediate()
        signal.throwIfAborted()
      }
    }
  }
  return { lines, warnings: [] }
}

function tooMuch(name: string, page: number): Message {
  return message('only the first {lines} lines were compared, up to page {page} of {name}', {
    lines: mostLines,
    page,
    name,
  })
}

type PageLine = Omit<EvidenceLine, 'document' | 'page'>

function* linesOfPage(page: string): Generator<PageLine> {
  let above: Above = { headingTerms: [], columns: [] }
  const rows = page.split('\n')
  for (const [index, raw] of rows.entries()) {
    const text = raw.replaceAll(/\s+/g, ' ').trim()
    if (text === '' || tableRule.test(text)) continue
    const isMarkdownRow = text.length > 1 && text.startsWith('|') && text.endsWith('|')
    const isRow = isMarkdownRow || raw.includes('\t')
    const isColumnNames = isMarkdownRow
      ? tableRule.test(rows[index + 1]?.trim() ?? '')
      : isRow && !/[\d✓✗✔✘□☐]/.test(text)
    if (isRow) {
      const cells = cellsOf(raw)
      yield* isColumnNames ? [headingLine(text, above)] : rowLines(text, cells, above)
      if (isColumnNames) above = { ...above, columns: cells.map((name) => ({ name, terms: subjectTerms(name) })) }
    } else if (isHeading(text)) {
      yield headingLine(text, above)
      above = { ...above, headingTerms: subjectTerms(text) }
    } else yield* sentencesOf(text, above)
  }
}

/** What a line stands under. */
type Above = {
  readonly headingTerms: readonly string[]
  readonly columns: readonly { readonly name: string; readonly terms: readonly string[] }[]
}

const tableRule = /^\|(?:\s*:?-+:?\s*\|)+$/

function cellsOf(raw: string): readonly string[] {
  const row = raw.trim().split('\t').join('|')
  return row
    .slice(row.startsWith('|') ? 1 : 0, row.endsWith('|') ? -1 : undefined)
    .split('|')
    .map((cell) => cell.trim())
}

/** It is compared with nothing, and only shows where a part begins. */
function headingLine(text: string, { headingTerms }: Above): PageLine {
  return { text, whole: text, cells: text, terms: [], headingTerms, aspects: [], values: [], heading: true }
}

/** A row, or the parts of a long one, each with what its columns are about. */
function* rowLines(text: string, cells: readonly string[], { headingTerms, columns }: Above): Generator<PageLine> {
  const named = cells.length === columns.length && cells.length > 1
  const whole = text.length <= longestPiece
  for (const { from, to } of whole ? [{ from: 0, to: cells.length }] : partsOf(cells)) {
    const own = cells.slice(from, to)
    const names = whole ? columns : named ? columns.slice(from, to) : []
    const values = named ? own.map((cell, index) => ({ terms: names[index]?.terms ?? [], text: cell })) : []
    // What the row is of stands in its first cell.
    const first = from === 0 ? [] : subjectTerms(cells[0]?.slice(0, longestPiece) ?? '')
    for (const piece of whole ? [text] : piecesOf(own.join(' | '))) {
      const said = whole ? own.join(' | ') : piece
      yield {
        text: piece,
        whole: piece,
        cells: said,
        terms: subjectTerms(piece),
        headingTerms: [...headingTerms, ...first, ...values.flatMap(({ terms }) => terms)],
        // A column's name says something about a row that has a value in it.
        aspects: aspectsIn(/\d/.test(piece) ? [...names.map(({ name }) => name), piece].join(' ') : piece),
        values,
        heading: false,
      }
    }
  }
}

/** Cells that stand side by side and are short enough together. */
function* partsOf(cells: readonly string[]): Generator<{ readonly from: number; readonly to: number }> {
  let from = 0
  let length = 0
  for (const [index, cell] of cells.entries()) {
    if (index > from && length + cell.length > longestPiece) {
      yield { from, to: index }
      from = index
      length = 0
    }
    length += cell.length + 3
  }
  yield { from, to: cells.length }
}

/** Each sentence speaks for itself; one that begins with a pronoun, of what the sentence before it speaks of. */
function* sentencesOf(text: string, { headingTerms }: Above): Generator<PageLine> {
  let before: readonly string[] = []
  for (const sentence of text.split(/(?<=。)|(?<=[\p{L}\d]{2}[)%”"]?[.!?])\s+(?=[\p{Lu}“"])/u)) {
    let goesOn = /^(?:it|its|they|their|this|these|その|それ|これ|同)/i.test(sentence.trimStart())
    for (const piece of piecesOf(sentence.trim())) {
      const said = piece.trim()
      const terms = subjectTerms(said)
      yield {
        text: said,
        whole: text.length <= longestPiece ? text : said,
        cells: said,
        terms,
        headingTerms: goesOn ? [...headingTerms, ...before] : headingTerms,
        aspects: aspectsIn(said),
        values: [],
        heading: false,
      }
      before = terms
      goesOn = true
    }
  }
}

/** A numbered, marked or short line without a value. */
function isHeading(line: string): boolean {
  if (line.length > longestHeading || /[:：]\s*\S|[。.]$|[✓✗✔✘□☐×○]/.test(line)) return false
  return (
    /^(?:#+\s|\d{1,2}[.．)]\s*\D|[■●◆【§]|第\d)/.test(line) || (line.length <= 28 && !/\d\s*[台個本基分%]/.test(line))
  )
}

const longestHeading = 300
