import { type TextRange, segmentsOf, withoutBorders } from './segments.ts'
import { type Decoded, decodedIn } from './decoded.ts'
import { plainReading } from './plain-reading.ts'
import type { Sign, SignKind } from './sign.ts'
import { englishSigns } from './signs-en.ts'
import { japaneseSigns } from './signs-ja.ts'
import { writtenSigns } from './signs-written.ts'

/** Where a text speaks to a judge, and how. */
export type InjectionRange = TextRange & { readonly kind: SignKind }

const general = [...writtenSigns, ...englishSigns, ...japaneseSigns]

/**
 * The sentences of a text that speak to whoever judges it: orders, ready verdicts, false ends of the material, claims that
 * the reference is wrong, in English and Japanese, also where they are disguised. `ofAnswer` are the signs of a ready answer
 * to the question at hand. All of it goes by words: what is worded in another way is missed.
 */
export function findPromptInjection(text: string, ofAnswer: readonly Sign[] = []): readonly InjectionRange[] {
  const signs = [...general, ...ofAnswer]
  const segments = segmentsOf(text)
  const found = new Map(spoken(piecesOf(text, segments), signs))
  for (const { start, end } of [...hiddenIn(text), ...speaking(decodedIn(text, segments), signs)]) {
    for (let index = indexAt(segments, start); (segments[index]?.start ?? Infinity) < end; index += 1) {
      found.set(index, 'hidden')
    }
  }
  return joined(text, segments, found)
}

function piecesOf(text: string, segments = segmentsOf(text)): readonly string[] {
  return segments.map(({ start, end }) => text.slice(start, end))
}

/** Those codes whose texts speak to the judge. All are looked at together, far enough from each other. */
function speaking(codes: readonly Decoded[], signs: readonly Sign[]): readonly Decoded[] {
  const pieces = codes.flatMap((code) => [
    ...piecesOf(code.text).map((text) => ({ text, code })),
    ...Array.from({ length: reach }, () => ({ text: '\n', code })),
  ])
  const found = spoken(
    pieces.map(({ text }) => text),
    signs,
  )
  return [...new Set([...found.keys()].flatMap((index) => pieces[index]?.code ?? []))]
}

function indexAt(segments: readonly TextRange[], position: number): number {
  let low = 0
  let high = segments.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.start ?? 0) <= position) low = middle
    else high = middle
  }
  return low
}

/** The pieces with enough signs in and near them, by number; with such a piece go its neighbours that have a sign. */
function spoken(pieces: readonly string[], signs: readonly Sign[]): ReadonlyMap<number, SignKind> {
  const signsAt = signsIn(pieces.map(plainReading), signs)
  const near = (index: number) =>
    signsAt.slice(Math.max(0, index - reach), index + reach + 1).flatMap((here) => [...here])
  const found = new Map<number, SignKind>()
  for (const run of runsOf(signsAt)) {
    if (!run.some((index) => isEnough(new Set(near(index))))) continue
    for (const index of run) found.set(index, kindOf(signsAt[index] ?? new Set()))
  }
  return found
}

/** How many pieces away another sign counts. */
const reach = 2

/** Neighbours that all have a sign. */
function runsOf(signsAt: readonly ReadonlySet<Sign>[]): readonly (readonly number[])[] {
  const runs: number[][] = []
  for (const [index, { size }] of signsAt.entries()) {
    if (size === 0) continue
    const last = runs.at(-1)
    if (last?.at(-1) === index - 1) last.push(index)
    else runs.push([index])
  }
  return runs
}

// Claims alone may be about anybody's examination: something has to ask for an outcome, or be plain by itself.
function isEnough(found: ReadonlySet<Sign>): boolean {
  const weight = [...found].reduce((sum, sign) => sum + sign.weight, 0)
  return weight >= 2 && [...found].some((sign) => sign.weight === 2 || sign.kind !== 'claim')
}

function kindOf(found: ReadonlySet<Sign>): SignKind {
  const [strongest] = [...found].toSorted((one, other) => other.weight - one.weight)
  return strongest?.kind ?? 'order'
}

/** For each piece the signs that touch it. */
function signsIn(readings: readonly string[], signs: readonly Sign[]): readonly ReadonlySet<Sign>[] {
  const whole = readings.join('')
  const starts: number[] = []
  let length = 0
  for (const reading of readings) {
    starts.push(length)
    length += reading.length
  }
  const touched = readings.map(() => new Set<Sign>())
  for (const sign of signs) {
    // Most signs are nowhere, and this tells so in a tenth of the time that matchAll takes to begin.
    if (whole.search(sign.pattern) < 0) continue
    let index = 0
    for (const { 0: match, index: at } of whole.matchAll(sign.pattern)) {
      const begin = at + (leading.exec(match)?.[0].length ?? 0)
      while ((starts[index + 1] ?? Infinity) <= begin) index += 1
      for (let piece = index; (starts[piece] ?? Infinity) < at + match.length; piece += 1) touched[piece]?.add(sign)
    }
  }
  return touched
}

// What ends the sentence before is no part of what was found.
const leading = /^[\s.,;:!?"]+/

/** Neighbours as one range. A sentence between two of them is part of the attempt, whatever it says. */
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

/** Where characters hide a text or its direction: nobody writes them like that who wants to be read. */
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
