/** A rectangle on a page, in points from the upper left corner. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** A run of text as the page draws it. */
export type DrawnText = Box & { readonly text: string }

/**
 * Finds where a passage of a page's text is drawn. The text was extracted by another program, so spaces, line breaks and signs may
 * differ, and parts may be in another order: what is not found as a whole is searched piece by piece.
 *
 * @param occurrence how many times the same words occur earlier on the page
 */
export function quoteBoxes(drawn: readonly DrawnText[], passage: string, occurrence = 0): readonly Box[] {
  const letters = lettersOf(drawn)
  const all = letters.map(({ letter }) => letter).join('')
  const whole = rangeOf(all, folded(passage), occurrence)
  const ranges = whole === undefined ? rangesOfParts(all, passage) : [whole]
  return ranges.flatMap(({ from, to }) => boxesOf(drawn, letters.slice(from, to)))
}

/** Counts how often the passage occurs in the text before it. */
export function occurrencesBefore(text: string, passage: string): number {
  const wanted = folded(passage)
  return wanted === '' ? 0 : folded(text).split(wanted).length - 1
}

type Letter = { readonly letter: string; readonly piece: number; readonly at: number }
type Range = { readonly from: number; readonly to: number }

function lettersOf(drawn: readonly DrawnText[]): readonly Letter[] {
  return drawn.flatMap(({ text }, piece) =>
    Array.from(text).flatMap((character, at) => Array.from(folded(character), (letter) => ({ letter, piece, at }))),
  )
}

/** Keeps letters and digits only: symbol fonts may draw a check mark as the digit 3, and spaces may not be drawn. */
function folded(text: string): string {
  // One UTF-16 unit per letter, so that positions in the text are indexes of the list.
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]|[\u{10000}-\u{10ffff}]/gu, '')
}

function rangeOf(all: string, wanted: string, occurrence: number): Range | undefined {
  if (wanted === '') return undefined
  let at = all.indexOf(wanted)
  for (let left = occurrence; left > 0; left -= 1) {
    const next = all.indexOf(wanted, at + wanted.length)
    if (next === -1) break
    at = next
  }
  return at === -1 ? undefined : { from: at, to: at + wanted.length }
}

/** Other text may stand between two cells of a row, but not a page of it. */
const farthest = 200

function rangesOfParts(all: string, passage: string): readonly Range[] {
  const parts = passage.split(/[\n\t]+/).map(folded)
  const longest = parts.reduce((best, part, index) => (part.length > (parts[best]?.length ?? 0) ? index : best), 0)
  const anchor = rangeOf(all, parts[longest] ?? '', 0)
  if (anchor === undefined || anchor.to - anchor.from < 2) return []
  const near = { from: Math.max(0, anchor.from - farthest), to: anchor.to + farthest }
  return parts.flatMap((part, index) => {
    if (index === longest) return [anchor]
    const before = index < longest
    const within = before ? all.slice(near.from, anchor.from) : all.slice(anchor.to, near.to)
    const at = part === '' ? -1 : before ? within.lastIndexOf(part) : within.indexOf(part)
    const from = (before ? near.from : anchor.to) + at
    return at === -1 ? [] : [{ from, to: from + part.length }]
  })
}

function boxesOf(drawn: readonly DrawnText[], letters: readonly Letter[]): readonly Box[] {
  return [...Map.groupBy(letters, ({ piece }) => piece)].flatMap(([index, own]) => {
    const piece = drawn[index]
    const [first, last] = [own[0], own.at(-1)]
    if (piece === undefined || first === undefined || last === undefined) return []
    const length = Array.from(piece.text).length
    // For rotated text the direction is unknown, so the whole line is marked.
    if (piece.height > piece.width && length > 2)
      return [{ left: piece.left, top: piece.top, width: piece.width, height: piece.height }]
    const left = piece.left + (piece.width * first.at) / length
    return [{ left, top: piece.top, width: (piece.width * (last.at + 1 - first.at)) / length, height: piece.height }]
  })
}
