import { withoutReferences } from '../../../../src/text/references.ts'
import { splitSentences } from '../../../../src/text/sentences.ts'

/** A stretch of an answer, as it was written. */
type AnswerPiece = {
  readonly text: string
  /** Index of the judged sentence that it is; `unjudged` for a sentence that nobody judged. Absent between sentences. */
  readonly is?: number | 'unjudged'
}

export type PlacedSentences = {
  /** All of the answer, in order. */
  readonly pieces: readonly AnswerPiece[]
  /** Indexes of judged sentences that do not stand in the answer. */
  readonly elsewhere: readonly number[]
}

/**
 * Finds judged sentences in the answer that they were taken from. Whoever took them may have left out line breaks, marks of
 * lists and of Markdown, or changed the width of letters; a sentence that is there twice is taken once for each verdict.
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
    // Judges keep the order nearly always, so what follows the sentence before comes first.
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

/** What makes out a text, whatever its layout, and where in it each letter stands. */
type Letters = { readonly text: string; readonly starts: readonly number[]; readonly ends: readonly number[] }

function lettersOf(written: string): Letters {
  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const sign of written) {
    const folded = LAYOUT.test(sign) ? '' : sign.normalize('NFKC')
    // A sign may become several, such as ㎏.
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

// A word that is there more often is no sentence.
const MOST_LOOKED_AT = 1000

/** In letters, from a place on and then from the beginning. */
function* occurrences(text: string, wanted: string, start: number): Generator<Stretch> {
  if (wanted === '') return
  const next = (at: number) => text.indexOf(wanted, at)
  for (let from = next(start); from >= 0; from = next(from + 1)) yield { from, to: from + wanted.length }
  for (let from = next(0); from >= 0 && from < start; from = next(from + 1)) yield { from, to: from + wanted.length }
}

type WholeSentences = { readonly starts: ReadonlySet<number>; readonly ends: ReadonlySet<number> }

/** Where sentences begin and end, in letters. */
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

/** The first free one that is a whole sentence, else the one that comes nearest: "Go." may stand in "Let’s Go." too. */
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

/** The characters of a stretch of letters, with the marks of emphasis around it. */
function asWritten(answer: string, { starts, ends }: Letters, { from, to }: Stretch): Stretch {
  const [first, last] = [starts[from] ?? 0, ends[to - 1] ?? 0]
  const before = /[*_`]*$/.exec(answer.slice(Math.max(0, first - 3), first))?.[0].length ?? 0
  const after = /^[*_`]*/.exec(answer.slice(last, last + 3))?.[0].length ?? 0
  return { from: first - before, to: last + after }
}

/** The text between judged sentences; a mark of a list or a reference by itself is no sentence. */
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
