import type { Decoded } from './decoded.ts'
import { decodedIn } from './decoded.ts'
import { hiddenIn } from './hidden.ts'
import { plainReading } from './plain-reading.ts'
import type { Range } from './segments.ts'
import { segmentsOf, withoutBorders } from './segments.ts'
import type { Sign, SignKind } from './sign.ts'
import { englishSigns } from './signs-en.ts'
import { japaneseSigns } from './signs-ja.ts'

/** Where a text speaks to a judge, and how. */
export type InjectionRange = Range & { readonly kind: SignKind }

type Found = ReadonlyMap<number, SignKind>
const general = [...englishSigns, ...japaneseSigns]

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

/** Those codes whose texts speak to the judge. All are looked at together. */
function speaking(codes: readonly Decoded[], signs: readonly Sign[]): readonly Decoded[] {
  const pieces = codes.flatMap((code) => [...piecesOf(code.text), '\n'].map((text) => ({ text, code })))
  const found = spoken(
    pieces.map(({ text }) => text),
    signs,
  )
  return [...new Set([...found.keys()].flatMap((index) => pieces[index]?.code ?? []))]
}

function indexAt(segments: readonly Range[], position: number): number {
  let low = 0
  let high = segments.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.start ?? 0) <= position) low = middle
    else high = middle
  }
  return low
}

/** The pieces that a sign touches, by number. */
function spoken(pieces: readonly string[], signs: readonly Sign[]): Found {
  const readings = pieces.map(plainReading)
  const whole = readings.join('')
  const starts: number[] = []
  let length = 0
  for (const reading of readings) {
    starts.push(length)
    length += reading.length
  }
  const found = new Map<number, SignKind>()
  for (const { kind, pattern } of signs) {
    // Most signs are nowhere, and this tells so in a tenth of the time that matchAll takes to begin.
    if (whole.search(pattern) < 0) continue
    let index = 0
    for (const { 0: match, index: at } of whole.matchAll(pattern)) {
      const begin = at + (leading.exec(match)?.[0].length ?? 0)
      while ((starts[index + 1] ?? Infinity) <= begin) index += 1
      for (let piece = index; (starts[piece] ?? Infinity) < at + match.length; piece += 1)
        if (!found.has(piece)) found.set(piece, kind)
    }
  }
  return found
}

// What ends the sentence before is no part of what was found.
const leading = /^[\s.,;:!?"]+/

/** Neighbours as one range. A sentence between two of them is part of the attempt, whatever it says. */
function joined(text: string, segments: readonly Range[], found: Found): readonly InjectionRange[] {
  const ranges: InjectionRange[] = []
  let last = -Infinity
  for (const [index, kind] of [...found].toSorted(([one], [other]) => one - other)) {
    const { start, end } = segments[index] ?? { start: 0, end: 0 }
    const before = index - last <= 2 ? ranges.pop() : undefined
    ranges.push({ start: before?.start ?? start, end, kind: before?.kind ?? kind })
    last = index
  }
  return ranges
    .map(({ kind, ...range }) => ({ ...withoutBorders(text, range), kind }))
    .filter(({ start, end }) => start < end)
}
