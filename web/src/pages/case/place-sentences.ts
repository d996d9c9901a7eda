import { withoutReferences } from '../../../../src/text/references.ts'
import { splitSentences } from '../../../../src/text/sentences.ts'

/** A part of an answer, as written. */
type AnswerPiece = {
  readonly text: string
  /** Index of the judged sentence; `unjudged` for a sentence without a verdict, undefined between sentences. */
  readonly is?: number | 'unjudged'
}

export type PlacedSentences = {
  /** The whole answer in order. */
  readonly pieces: readonly AnswerPiece[]
  /** Indexes of judged sentences that were not found. */
  readonly elsewhere: readonly number[]
}

/**
 * Finds judged sentences in their answer. They may lack the answer's line breaks, list markers and Markdown, or differ in the width
 * of letters; a sentence that occurs twice is used once for each verdict.
 */
export function placeSentences(answer: string, sentences: readonly string[]): PlacedSentences {
  const { places, elsewhere } = placesOf(answer, sentences)
  let end = 0
  const pieces: AnswerPiece[] = []
  for (const { from, to, index } of places) {
    pieces.push(...unjudged(answer.slice(end, from)), { text: answer.slice(from, to), is: index })
    end = to
  }
  return { pieces: [...pieces, ...unjudged(answer.slice(end))], elsewhere }
}

type Stretch = { readonly from: number; readonly to: number }
type PlaceSentencesPlace = Stretch & { readonly index: number }

function placesOf(answer: string, sentences: readonly string[]) {
  const letters = lettersOf(answer)
  const whole = wholeSentences(answer, letters)
  const taken = new Uint8Array(letters.text.length)
  const places: PlaceSentencesPlace[] = []
  const elsewhere: number[] = []
  let end = 0
  for (const [index, sentence] of sentences.entries()) {
    const wanted = lettersOf(sentence).text
    const isFree = ({ from, to }: Stretch) => !taken.subarray(from, to).includes(1)
    // Judges mostly keep the order, so occurrences after the previous sentence come first.
    const place = best(occurrences(letters.text, wanted, end).take(MOST_LOOKED_AT), isFree, whole)
    if (place === undefined) {
      elsewhere.push(index)
      continue
    }
    taken.fill(1, place.from, place.to)
    end = place.to
    places.push({ ...asWritten(answer, letters, place), index })
  }
  return { places: places.toSorted((a, b) => a.from - b.from), elsewhere }
}

/** A text without its layout, with the position of each letter in the original. */
type Letters = { readonly text: string; readonly starts: readonly number[]; readonly ends: readonly number[] }

function lettersOf(written: string): Letters {
  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const sign of written) {
    const folded = LAYOUT.test(sign) ? '' : sign.normalize('NFKC')
    // NFKC may expand one character to several, such as ㎏.
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(at)
      ends.push(at + sign.length)
    }
    text += folded
    at += sign.length
  }
  return { text, starts, ends }
}

const LAYOUT = /[\s*_`#>]/

// A text that occurs more often is a word and no sentence.
const MOST_LOOKED_AT = 1000

/** Occurrences from a position on, then from the beginning. */
function* occurrences(text: string, wanted: string, start: number): Generator<Stretch> {
  if (wanted === '') return
  const next = (at: number) => text.indexOf(wanted, at)
  for (let from = next(start); from >= 0; from = next(from + 1)) yield { from, to: from + wanted.length }
  for (let from = next(0); from >= 0 && from < start; from = next(from + 1)) yield { from, to: from + wanted.length }
}

type WholeSentences = { readonly starts: ReadonlySet<number>; readonly ends: ReadonlySet<number> }

/** The positions in letters where sentences begin and end. */
function wholeSentences(answer: string, { text }: Letters): WholeSentences {
  const [starts, ends] = [new Set<number>(), new Set<number>()]
  let end = 0
  for (const sentence of splitSentences(answer)) {
    const wanted = lettersOf(sentence).text
    const start = text.indexOf(wanted, end)
    if (start < 0) continue
    end = start + wanted.length
    starts.add(start)
    ends.add(end)
  }
  return { starts, ends }
}

/** The first unused occurrence that is a whole sentence, else the closest: "Go." also occurs in "Let’s Go." */
function best(
  found: Iterable<Stretch>,
  isFree: (stretch: Stretch) => boolean,
  { starts, ends }: WholeSentences,
): Stretch | undefined {
  let nearest: Stretch | undefined
  let most = -1
  for (const stretch of found) {
    const bounds = Number(starts.has(stretch.from)) + Number(ends.has(stretch.to))
    if (bounds <= most || !isFree(stretch)) continue
    nearest = stretch
    most = bounds
    if (most === 2) break
  }
  return nearest
}

/** The original characters of a range of letters, including emphasis around it. */
function asWritten(answer: string, { starts, ends }: Letters, { from, to }: Stretch): Stretch {
  const [first, last] = [starts[from] ?? 0, ends[to - 1] ?? 0]
  const before = /[*_`]*$/.exec(answer.slice(Math.max(0, first - 3), first))?.[0].length ?? 0
  const after = /^[*_`]*/.exec(answer.slice(last, last + 3))?.[0].length ?? 0
  return { from: first - before, to: last + after }
}

/** The text between judged sentences; list markers and references alone are no sentences. */
function unjudged(between: string): readonly AnswerPiece[] {
  const sentences = splitSentences(between).filter((sentence) => withoutReferences(sentence) !== '')
  let end = 0
  const pieces: AnswerPiece[] = []
  for (const { from, to } of placesOf(between, sentences).places) {
    pieces.push({ text: between.slice(end, from) }, { text: between.slice(from, to), is: 'unjudged' })
    end = to
  }
  return [...pieces, { text: between.slice(end) }].filter(({ text }) => text !== '')
}
