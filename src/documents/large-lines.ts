import type { DocumentHeading } from '../core/pack/document.ts'
import type { LaidOutPage } from './page-layout.ts'

/** From how much larger than most of the text a line is a heading, and how long it may be then. */
const LARGER = 1.12
const LONGEST = 160

/** For each page the lines that are set larger than the text of the document, the largest at level 1. */
export function largeLines(pages: readonly LaidOutPage[]): readonly (readonly DocumentHeading[])[] {
  const lines = pages.map(linesOf)
  const body = bodySize(lines.flat())
  const large = lines.map((ofPage) =>
    ofPage.filter(({ text, size }) => size >= LARGER * body && text.length <= LONGEST && /\p{L}/u.test(text)),
  )
  const sizes = [...new Set(large.flat().map(({ size }) => size))].toSorted((one, other) => other - one)
  return large.map((ofPage) => ofPage.map(({ start, size }) => ({ start, level: 1 + sizes.indexOf(size) })))
}

type SizedLine = { readonly text: string; readonly start: number; readonly size: number }

function linesOf({ text, sizes }: LaidOutPage): readonly SizedLine[] {
  const lines: SizedLine[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const size = sizes[lines.length]
    // Printers round a font's size a little differently from line to line.
    if (line !== '' && size !== undefined) lines.push({ text: line, start, size: Math.round(2 * size) / 2 })
    start += line.length + 1
  }
  return lines
}

/** The size that most characters have. */
function bodySize(lines: readonly SizedLine[]): number {
  const counts = new Map<number, number>()
  for (const { text, size } of lines) counts.set(size, (counts.get(size) ?? 0) + text.length)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}
