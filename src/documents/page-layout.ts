import { raised } from '../text/index.ts'

/** A run of text on a page: `x` to the right and `y` down, in points, of the start of its baseline. */
export type TextPiece = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  /** Direction of the baseline in degrees: 0 is right, 90 is down. */
  readonly angle: number
}

export type LaidOutPage = {
  readonly text: string
  /** The largest font size of each line that is not empty. */
  readonly sizes: readonly number[]
}

/**
 * Assembles a page's text from its pieces, which are in drawing order. Pieces on one baseline become one line, with
 * tabs for wide gaps, so that a table row stays together; columns of prose follow one another. Horizontal text comes
 * first, then text in other directions, such as a stamp across the page.
 */
export function layOutPage(pieces: readonly TextPiece[]): LaidOutPage {
  const drawn = pieces.map((piece, order) => ({ ...piece, order })).filter(({ text }) => text.trim() !== '')
  const upright = [...Map.groupBy(drawn, ({ angle }) => roundAngle(angle))].map(([angle, group]) =>
    group.map((piece) => turned(piece, angle)),
  )
  const groups = upright.toSorted((one, other) => charactersOf(other) - charactersOf(one))
  const blocks = groups.flatMap(blocksOf)
  return { text: blocks.map(({ text }) => text).join('\n\n'), sizes: blocks.flatMap(({ sizes }) => sizes) }
}

type PageLayoutPlace = TextPiece & { readonly order: number }
type PageLayoutLine = { readonly y: number; readonly size: number; readonly pieces: readonly PageLayoutPlace[] }

// A scanned page may be slightly tilted, but its lines still belong together.
function roundAngle(angle: number): number {
  const quarter = Math.round(angle / 90) * 90
  const rounded = Math.abs(angle - quarter) <= 8 ? quarter : Math.round(angle / 10) * 10
  return (rounded + 360) % 360
}

function turned(piece: PageLayoutPlace, angle: number): PageLayoutPlace {
  if (angle === 0) return piece
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  return { ...piece, x: piece.x * cosine + piece.y * sine, y: piece.y * cosine - piece.x * sine, angle: 0 }
}

function charactersOf(pieces: readonly TextPiece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.text.length, 0)
}

function blocksOf(pieces: readonly PageLayoutPlace[]): readonly LaidOutPage[] {
  const lines = linesOf(pieces)
  for (let from = 0; from < lines.length; from += 1) {
    const columns = columnsFrom(lines, from)
    if (columns === undefined) continue
    return [
      ...blocksOf(lines.slice(0, from).flatMap((line) => line.pieces)),
      ...blocksOf(columns.left),
      ...blocksOf(columns.right),
      ...blocksOf(lines.slice(columns.end).flatMap((line) => line.pieces)),
    ]
  }
  return lines.length === 0 ? [] : [paragraphsOf(lines)]
}

function linesOf(pieces: readonly PageLayoutPlace[]): readonly PageLayoutLine[] {
  const lines: { y: number; size: number; pieces: PageLayoutPlace[] }[] = []
  for (const piece of pieces.toSorted((one, other) => one.y - other.y || one.order - other.order)) {
    const line = lines.at(-1)
    // Superscripts and subscripts are within this distance of their baseline, the next line never is.
    if (line === undefined || piece.y - line.y > 0.6 * Math.min(piece.size, line.size)) {
      lines.push({ y: piece.y, size: piece.size, pieces: [piece] })
    } else {
      line.pieces.push(piece)
      if (piece.size > line.size) Object.assign(line, { y: piece.y, size: piece.size })
    }
  }
  return lines.map((line) => ({
    ...line,
    pieces: withoutShadows(line.pieces.toSorted((one, other) => one.x - other.x)),
  }))
}

/** Removes text that was drawn twice with a small offset to look bold. */
function withoutShadows(pieces: readonly PageLayoutPlace[]): readonly PageLayoutPlace[] {
  return pieces.filter((piece, index) => {
    const before = pieces.slice(Math.max(0, index - 8), index)
    return !before.some((other) => other.text === piece.text && piece.x - other.x <= 0.2 * piece.size)
  })
}

type Gutter = { readonly left: number; readonly right: number }
type PageLayoutColumns = {
  readonly left: readonly PageLayoutPlace[]
  readonly right: readonly PageLayoutPlace[]
  readonly end: number
}

const LEAST_COLUMN_LINES = 4
const LEAST_COLUMN_WIDTH = 10

/**
 * Finds columns of prose that begin at a line: they are wide, separated by a gutter, and drawn one after the other. A
 * table has gutters too, but is drawn row by row, or its cells are narrow.
 */
function columnsFrom(lines: readonly PageLayoutLine[], from: number): PageLayoutColumns | undefined {
  for (const gutter of guttersOf(lines[from]?.pieces ?? [])) {
    const columns = followGutter(lines, from, gutter)
    if (columns !== undefined) return columns
  }
  return undefined
}

function guttersOf(pieces: readonly PageLayoutPlace[]): readonly Gutter[] {
  const gutters: Gutter[] = []
  let end = -Infinity
  for (const piece of pieces) {
    if (piece.x - end > piece.size && end > -Infinity) gutters.push({ left: end, right: piece.x })
    end = Math.max(end, piece.x + piece.width)
  }
  return gutters
}

function followGutter(lines: readonly PageLayoutLine[], from: number, start: Gutter): PageLayoutColumns | undefined {
  const left: PageLayoutPlace[] = []
  const right: PageLayoutPlace[] = []
  const widths: { left: number[]; right: number[] } = { left: [], right: [] }
  let gutter = start
  let lastOnLeft = -1
  let firstOnRight = Infinity
  let end = from
  for (; end < lines.length; end += 1) {
    const line = lines[end]
    const narrower = line === undefined ? undefined : narrowed(gutter, line)
    if (line === undefined || narrower === undefined) break
    const onLeft = line.pieces.filter((piece) => piece.x < narrower.right)
    const onRight = line.pieces.filter((piece) => piece.x >= narrower.right)
    const last = Math.max(lastOnLeft, ...onLeft.map((piece) => piece.order))
    const first = Math.min(firstOnRight, ...onRight.map((piece) => piece.order))
    if (last > first) break
    gutter = narrower
    lastOnLeft = last
    firstOnRight = first
    left.push(...onLeft)
    right.push(...onRight)
    if (onLeft.length > 0 && onRight.length > 0) {
      widths.left.push(widthOf(onLeft))
      widths.right.push(widthOf(onRight))
    }
  }
  const wide = [widths.left, widths.right].every((side) => median(side) >= LEAST_COLUMN_WIDTH)
  return widths.left.length >= LEAST_COLUMN_LINES && wide ? { left, right, end } : undefined
}

function narrowed(gutter: Gutter, line: PageLayoutLine): Gutter | undefined {
  let { left, right } = gutter
  for (const piece of line.pieces) {
    const end = piece.x + piece.width
    if (end <= left || piece.x >= right) continue
    if (piece.x - left >= right - end) right = piece.x
    else left = end
  }
  return right - left >= 0.8 * line.size ? { left, right } : undefined
}

/** Returns the width in font sizes. */
function widthOf(pieces: readonly PageLayoutPlace[]): number {
  const end = Math.max(...pieces.map((piece) => piece.x + piece.width))
  return (end - (pieces[0]?.x ?? end)) / Math.max(...pieces.map((piece) => piece.size))
}

function paragraphsOf(lines: readonly PageLayoutLine[]): LaidOutPage {
  const pitches = lines.slice(1).map((line, index) => line.y - (lines[index]?.y ?? line.y))
  const medianPitch = median(pitches)
  let text = ''
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before !== undefined) {
      const pitch = line.y - before.y
      text += pitch > 1.6 * Math.max(line.size, before.size) && pitch > 1.3 * medianPitch ? '\n\n' : '\n'
    }
    text += textOfLine(line.pieces)
  }
  return { text, sizes: lines.map(({ size }) => size) }
}

function textOfLine(pieces: readonly PageLayoutPlace[]): string {
  const words = pieces.filter(({ text }) => /\p{L}/u.test(text))
  const isMirrored = charactersOf(words.filter(isFromRight)) * 2 > charactersOf(words)
  return joined(isMirrored ? inOrderFromRight(pieces) : pieces)
}

function isFromRight({ text }: TextPiece): boolean {
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)
}

/** Returns the pieces as if the line were mirrored, with words and numbers of other scripts in their own order. */
function inOrderFromRight(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const runs: TextPiece[] = []
  for (const piece of pieces) {
    const before = runs.at(-1)
    const gap = before === undefined ? Infinity : piece.x - before.x - before.width
    if (before === undefined || isFromRight(before) || isFromRight(piece) || gap > 1.5 * piece.size) runs.push(piece)
    else runs[runs.length - 1] = { ...before, text: joined([before, piece]), width: piece.x + piece.width - before.x }
  }
  return runs.toReversed().map((run) => ({ ...run, x: -(run.x + run.width) }))
}

function joined(pieces: readonly TextPiece[]): string {
  let text = ''
  let above = ''
  let end: number | undefined
  let base: TextPiece | undefined
  for (const piece of pieces) {
    const own = piece.text.replaceAll(/\s+/g, ' ')
    const gap = end === undefined ? '' : separator(text + above, piece.text, (piece.x - end) / piece.size)
    // The sign of a power often has a font, and so a piece, of its own.
    if (gap === '' && isRaised(piece, base)) above += own
    else {
      text += raised(above) + gap + own
      above = ''
      base = piece
    }
    end = Math.max(end ?? -Infinity, piece.x + piece.width)
  }
  return (text + raised(above)).trim()
}

/** Powers and the marks of notes are smaller than what they follow, and stand higher. */
function isRaised({ size, y }: TextPiece, before: TextPiece | undefined): boolean {
  return before !== undefined && size <= 0.85 * before.size && y <= before.y - 0.15 * before.size
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** `gap` is in font sizes. Letters of a word are closer than 0.15, ideographs of a spaced line closer than 0.6. */
function separator(before: string, after: string, gap: number): string {
  if (gap > 1.5) return '\t'
  if (/\s$/.test(before) || /^\s/.test(after)) return ''
  const ideographs = WIDE.test(before.at(-1) ?? '') && WIDE.test(after.charAt(0))
  return gap > (ideographs ? 0.6 : 0.15) ? ' ' : ''
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}
