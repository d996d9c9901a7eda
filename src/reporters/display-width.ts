import { eastAsianWidth } from 'get-east-asian-width'

let segmenter: Intl.Segmenter | undefined

/** Returns the columns that a line takes on a terminal. Control characters must be removed first; see `visible`. */
export function displayWidth(line: string): number {
  if (isNarrow(line)) return line.length
  let width = 0
  for (const { segment } of graphemes(line)) width += graphemeWidth(segment)
  return width
}

export function padEnd(line: string, width: number): string {
  return line + ' '.repeat(Math.max(0, width - displayWidth(line)))
}

export function padStart(line: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(line))) + line
}

/** Aligns the cells of rows in columns. */
export function alignedRows(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? '')))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => padEnd(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Cuts a line between graphemes to at most `width` columns and marks the cut with an ellipsis. */
export function truncate(line: string, width: number): string {
  if (line.length * 2 <= width || displayWidth(line) <= width) return line
  if (width < 1) return ''
  let kept = ''
  let used = 0
  for (const { segment } of graphemes(line)) {
    used += graphemeWidth(segment)
    if (used > width - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** Cuts the middle out instead: paths used as names start alike and differ at their end. */
export function truncateMiddle(line: string, width: number): string {
  if (displayWidth(line) <= width) return line
  const parts = [...graphemes(line)].map(({ segment }) => segment)
  const beginning = truncate(line, Math.max(1, Math.floor(width / 3)))
  let end = ''
  let room = width - displayWidth(beginning)
  for (const part of parts.toReversed()) {
    room -= graphemeWidth(part)
    if (room < 0) break
    end = part + end
  }
  return `${beginning}${end.trimStart()}`
}

/** Wraps to at most `width` columns: between words, between wide characters, and within a word as a last resort. */
export function wrap(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, width)))
}

function wrapLine(line: string, width: number): readonly string[] {
  if (displayWidth(line) <= width) return [line]
  const lines: string[] = []
  let current = ''
  let used = 0
  for (const unit of unitsOf(line).flatMap((piece) => splitTooWide(piece, width))) {
    const unitWidth = displayWidth(unit)
    if (used > 0 && used + displayWidth(unit.trimEnd()) > width) {
      lines.push(current.trimEnd())
      current = ''
      used = 0
    }
    if (used === 0 && lines.length > 0 && unit.trim() === '') continue
    current += unit
    used += unitWidth
  }
  return current.trimEnd() === '' ? lines : [...lines, current.trimEnd()]
}

// Japanese lines must not begin with closing punctuation or end with an opening bracket.
const closing = /^[、。，．・：；？！）］｝」』】〉》〕ーゝ々ぁぃぅぇぉっゃゅょァィゥェォッャュョ…]/
const opening = /[（［｛「『【〈《〔]$/

/** Splits a line where it may break; spaces stay at the end of the piece before them. */
function unitsOf(line: string): readonly string[] {
  const units: string[] = []
  for (const { segment } of graphemes(line)) {
    const last = units.at(-1)
    if (last !== undefined && belongTogether(last, segment)) units[units.length - 1] = last + segment
    else units.push(segment)
  }
  return units
}

function belongTogether(before: string, grapheme: string): boolean {
  if (grapheme === ' ' || closing.test(grapheme)) return true
  if (before.endsWith(' ')) return false
  return opening.test(before) || (graphemeWidth(grapheme) < 2 && !/[\u3000-\uff60]$/.test(before))
}

function splitTooWide(unit: string, width: number): readonly string[] {
  if (displayWidth(unit.trimEnd()) <= width) return [unit]
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const { segment } of graphemes(unit)) {
    const segmentWidth = graphemeWidth(segment)
    if (used + segmentWidth > width && piece !== '') {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += segment
    used += segmentWidth
  }
  return piece === '' ? pieces : [...pieces, piece]
}

function graphemeWidth(grapheme: string): number {
  if (isNarrow(grapheme)) return 1
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(grapheme)) return 2
  const first = grapheme.codePointAt(0) ?? 0
  const base = /^[\p{M}\p{Cf}]/u.test(grapheme) ? 0 : eastAsianWidth(first)
  // Half-width voiced marks extend the grapheme but take a column of their own.
  return base + (grapheme.match(/(?!^)[\uff9e\uff9f]/g)?.length ?? 0)
}

/** True for printable ASCII and the marks of our own reports, which each take one column. */
function isNarrow(text: string): boolean {
  return /^[\x20-\x7e·×–—…─│●○✓✗±≤≥]*$/.test(text)
}

// Created on first use, because its tables take longer to load than a small run.
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}
