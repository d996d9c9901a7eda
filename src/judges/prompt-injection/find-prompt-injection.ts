import { type TextRange, segmentsOf, withoutBorders } from './segments.ts'
import { decodedIn } from './decoded.ts'
import { plainReading } from './plain-reading.ts'
import { type Sign, type SignKind, writtenSigns } from './sign.ts'
import { englishSigns } from './signs-en.ts'
import { japaneseSigns } from './signs-ja.ts'

export type InjectionRange = TextRange & { readonly kind: SignKind }

/**
 * Finds the sentences of a text that speak to its judge: orders, ready verdicts, false ends of the material, and claims
 * that the reference is wrong, in English and Japanese, also disguised. `ofAnswer` are the signs of a ready answer to
 * the question. All signs are words, so other wordings are missed.
 */
export function findPromptInjection(text: string, ofAnswer: readonly Sign[] = []): readonly InjectionRange[] {
  const signs = [...writtenSigns, ...englishSigns, ...japaneseSigns, ...ofAnswer]
  const segments = segmentsOf(text)
  const found = spoken(piecesOf(text, segments), signs)
  const speaking = decodedIn(text, segments).filter((code) => spoken(piecesOf(code.text), signs).size > 0)
  const starts = segments.map(({ start }) => start)
  for (const { start, end } of [...hiddenIn(text), ...speaking]) {
    for (let index = indexAt(starts, start); (starts[index] ?? Infinity) < end; index += 1) found.set(index, 'hidden')
  }
  return joined(text, segments, found)
}

function piecesOf(text: string, segments = segmentsOf(text)): readonly string[] {
  return segments.map(({ start, end }) => text.slice(start, end))
}

function indexAt(starts: readonly number[], position: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle
  }
  return low
}

/** Returns the pieces with a sign that is strong enough, alone or with those near it, by index. */
function spoken(pieces: readonly string[], signs: readonly Sign[]): Map<number, SignKind> {
  const signsAt = signsIn(pieces.map(plainReading), signs)
  return new Map(
    signsAt.flatMap((here, index) => {
      const around = signsAt.slice(Math.max(0, index - reach), index + reach + 1)
      const near = [...new Set(around.flatMap((some) => [...some]))]
      const [strongest] = [...here].toSorted((one, other) => other.weight - one.weight)
      // Claims alone may be about any examination: another sign has to ask for an outcome, or one be strong enough.
      const isEnough =
        near.length > 1 ? near.some(({ weight, kind }) => weight === 2 || kind !== 'claim') : strongest?.weight === 2
      return strongest !== undefined && isEnough ? [[index, strongest.kind] as const] : []
    }),
  )
}

/** The distance in pieces within which another sign counts. */
const reach = 2

function signsIn(readings: readonly string[], signs: readonly Sign[]): readonly ReadonlySet<Sign>[] {
  const whole = readings.join('')
  let length = 0
  const starts = readings.map((reading) => (length += reading.length) - reading.length)
  const touched = readings.map(() => new Set<Sign>())
  for (const sign of signs) {
    // Most signs match nowhere, and `search` finds that out ten times faster than `matchAll`.
    if (whole.search(sign.pattern) < 0) continue
    for (const { 0: match, index: at } of whole.matchAll(sign.pattern)) {
      // The end of the previous sentence is not part of the match.
      const begin = at + (/^[\s.,;:!?"]+/.exec(match)?.[0].length ?? 0)
      const end = at + match.length
      for (let piece = indexAt(starts, begin); (starts[piece] ?? Infinity) < end; piece += 1) touched[piece]?.add(sign)
    }
  }
  return touched
}

/** Joins neighbours to one range. A sentence between two of them is part of the attempt, whatever it says. */
function joined(
  text: string,
  segments: readonly TextRange[],
  found: ReadonlyMap<number, SignKind>,
): readonly InjectionRange[] {
  const ranges: InjectionRange[] = []
  let last = -Infinity
  for (const [index, kind] of [...found].toSorted(([one], [other]) => one - other)) {
    const { start, end } = segments[index] ?? { start: 0, end: 0 }
    const before = index - last <= reach ? ranges.pop() : undefined
    ranges.push({ start: before?.start ?? start, end, kind: before?.kind ?? kind })
    last = index
  }
  return ranges
    .map(({ kind, ...range }) => ({ ...withoutBorders(text, range), kind }))
    .filter(({ start, end }) => start < end)
}

/** Finds characters that hide a text or reverse its direction, which honest authors do not use. */
function hiddenIn(text: string): readonly TextRange[] {
  if (/^[\0-\xac\xae-\u1fff\u3000-\u9fff]*$/.test(text)) return []
  return hiding.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({ start: index, end: index + match.length })),
  )
}

const hiding: readonly RegExp[] = [
  // tag characters, but for the flags of England, Scotland and Wales
  /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007f}]{3,}/gu,
  // text whose direction is forced, up to where that ends
  /[\u202d\u202e][^\u202c\n]{0,2000}/gu,
  // bytes as variation selectors
  /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/gu,
  // a word with something invisible after each of its letters, or much of that between two
  /(?:\p{L}[\u00ad\u200b-\u200d\u2060-\u2064\ufeff]+){6,}\p{L}?|[\u200b-\u200d\u2060-\u2064\ufeff]{8,}/gu,
]
