import type { Document, DocumentPage } from './document.ts'
import { type Heading, headingFinder } from './headings.ts'

/** A stretch of a page that can be found and cited: `page.text.slice(start, end)`. */
export type Passage = {
  /** The file's name and a number from 1: the same for the same document and sizes. */
  readonly id: string
  readonly file: string
  /** From 1. */
  readonly page: number
  readonly start: number
  readonly end: number
  readonly text: string
  /** What it stands under, the highest heading first. */
  readonly headings: readonly string[]
}

export type PassageSizes = {
  /** Most characters of a passage; 500 unless told. Only a sentence that is longer is cut, at that length. */
  readonly characters?: number
  /** Most characters at its beginning that are the end of the passage before it; 50 unless told. */
  readonly overlap?: number
  /** Whether sections never share a passage where headings are guesses, too; false unless told. */
  readonly guessedSections?: boolean
}

/**
 * A document in passages: whole sentences and lines, and whole paragraphs where they fit. Sections of Markdown never share
 * a passage; elsewhere headings are guesses, and may stand within one. No passage goes over the end of a page.
 */
export function passagesOf(
  document: Document,
  { characters = 500, overlap = 50, guessedSections = false }: PassageSizes = {},
): readonly Passage[] {
  const sizes = { characters: Math.max(1, characters), overlap: Math.max(0, Math.min(overlap, characters >> 1)) }
  const divided = guessedSections || document.kind === 'markdown'
  const file = document.name
  return document.pages
    .flatMap((page) =>
      packed(unitsOf(page, { ...sizes, kind: document.kind, divided }), sizes).map((units) => toStretch(page, units)),
    )
    .map((stretch, index) => ({ id: `${file}#${index + 1}`, file, ...stretch }))
}

function toStretch({ number, text }: DocumentPage, units: readonly PassagesUnit[]): Omit<Passage, 'id' | 'file'> {
  const [start, end] = [units[0]?.start ?? 0, units.at(-1)?.end ?? 0]
  const { headings = [] } = units.find((unit) => !unit.isHeading) ?? units[0] ?? {}
  return { page: number, start, end, text: text.slice(start, end), headings }
}

/** A sentence or a line, which is not divided. */
type PassagesUnit = {
  readonly start: number
  readonly end: number
  readonly headings: readonly string[]
  readonly isHeading: boolean
  /** Units with different numbers never share a passage. */
  readonly section: number
  /** Where its paragraph ends, if it is the first of it. */
  readonly paragraphEnd?: number
}

type UnitOptions = {
  readonly kind: Document['kind']
  readonly characters: number
  /** Whether a heading begins a section. */
  readonly divided: boolean
}

function unitsOf(page: DocumentPage, { kind, characters, divided }: UnitOptions): readonly PassagesUnit[] {
  const units: PassagesUnit[] = []
  const findHeading = headingFinder(kind)
  const lines = page.text.split('\n')
  let path: readonly Heading[] = []
  let section = 0
  let start = 0
  let fresh = true
  for (const [index, line] of lines.entries()) {
    const heading = findHeading(line, lines[index + 1] ?? '')
    if (heading !== undefined) {
      path = [...path.filter((above) => above.level < heading.level), heading]
      // A heading right under another one begins what that one heads.
      if (divided && units.at(-1)?.isHeading !== true) section += 1
    }
    const headings = path.map((above) => above.text)
    for (const piece of piecesOf(line, characters)) {
      const unit = {
        start: start + piece.start,
        end: start + piece.end,
        headings,
        section,
        isHeading: heading !== undefined,
      }
      units.push(fresh || heading !== undefined ? { ...unit, paragraphEnd: paragraphEnd(page.text, unit.start) } : unit)
      fresh = false
    }
    if (line.trim() === '') fresh = true
    start += line.length + 1
  }
  return units
}

function paragraphEnd(text: string, start: number): number {
  const end = text.slice(start).search(/\n[^\S\n]*\n/)
  return end === -1 ? text.length : start + end
}

type Sizes = Required<Pick<PassageSizes, 'characters' | 'overlap'>>

type Piece = { readonly start: number; readonly end: number }

const SENTENCE_END = /[。．！？!?]+[」』）)"'”’]*|\.(?=\s)/g

/** Sentences of a line, without white space around them. */
function piecesOf(line: string, characters: number): readonly Piece[] {
  const ends = [...Array.from(line.matchAll(SENTENCE_END), ({ 0: end, index }) => index + end.length), line.length]
  const pieces: Piece[] = []
  let from = 0
  for (const to of ends) {
    while (from < to) {
      const piece = trimmedPiece(line, from, Math.min(to, from + characters))
      if (piece.start < piece.end) pieces.push(piece)
      from = Math.min(to, from + characters)
    }
  }
  return pieces
}

function trimmedPiece(line: string, start: number, end: number): Piece {
  const piece = line.slice(start, end)
  return { start: start + piece.length - piece.trimStart().length, end: end - piece.length + piece.trimEnd().length }
}

function packed(units: readonly PassagesUnit[], sizes: Sizes): readonly (readonly PassagesUnit[])[] {
  const passages: (readonly PassagesUnit[])[] = []
  let current: PassagesUnit[] = []
  let repeated = 0
  for (const unit of units) {
    const [first] = current
    if (first !== undefined && beginsAnother(first, current.at(-1) ?? first, unit, sizes.characters)) {
      const body = current.slice(0, current.findLastIndex(({ isHeading }) => !isHeading) + 1)
      if (body.length > repeated) passages.push(body)
      const heads = current.slice(body.length)
      current = heads.length > 0 || first.section !== unit.section ? heads : tailOf(current, unit, sizes)
      repeated = heads.length > 0 ? 0 : current.length
    }
    current.push(unit)
  }
  return current.length === 0 ? passages : [...passages, current]
}

function beginsAnother(first: PassagesUnit, last: PassagesUnit, unit: PassagesUnit, characters: number): boolean {
  if (unit.section !== first.section || unit.end - first.start > characters) return true
  const paragraphFits = (unit.paragraphEnd ?? 0) - first.start <= characters
  return !paragraphFits && last.end - first.start >= characters / 2
}

/** The last units, for the next passage to begin with. */
function tailOf(units: readonly PassagesUnit[], next: PassagesUnit, { characters, overlap }: Sizes): PassagesUnit[] {
  const end = units.at(-1)?.end ?? 0
  const from = units.findIndex(({ start }) => end - start <= overlap && next.end - start <= characters)
  return from <= 0 ? [] : units.slice(from)
}
