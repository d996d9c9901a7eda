/** A normalized text for comparing quotes; the character at `index` comes from the source range `from` to `to`. */
export type ComparableText = {
  readonly text: string
  readonly from: Uint32Array
  readonly to: Uint32Array
}

/**
 * Removes what typesetting and copying change: Unicode forms and widths (NFKC), quotation marks, dashes, equivalent
 * tick marks, hyphens within words, thousands separators, Markdown and table marks. White space becomes one space and
 * stays only where it separates words or numbers; `2 4` in two cells never becomes `24`. With `tight`, letters are not
 * separated either, because a hyphen at a line's end may break a word or belong to it.
 */
export function comparableText(raw: string, { tight = false } = {}): ComparableText {
  const signs = signsOf(raw)
  const text: string[] = []
  const from: number[] = []
  const to: number[] = []
  for (let index = 0; index < signs.text.length; index += 1) {
    const kept = keptOf(signs, index, tight)
    for (let unit = 0; unit < kept.length; unit += 1) {
      from.push(signs.from[index] ?? 0)
      to.push(signs.to[index] ?? 0)
    }
    text.push(kept)
  }
  return { text: text.join(''), from: Uint32Array.from(from), to: Uint32Array.from(to) }
}

/** Normalized characters and white space runs in parallel arrays, since there are many of them. */
type Signs = {
  readonly text: string[]
  readonly from: number[]
  readonly to: number[]
  readonly breaks: Set<number>
}

// A character with its combining marks; the voicing marks of half-width katakana are separate characters.
const CLUSTER = /[!-~]|\s+|[^\s][\p{M}\uff9e\uff9f]*/gu
const SPACE = /^[\s|*`#]/

function signsOf(raw: string): Signs {
  const signs: Signs = { text: [], from: [], to: [], breaks: new Set() }
  for (const { 0: cluster, index: from } of raw.matchAll(CLUSTER)) {
    const before = signs.text.at(-1) ?? ''
    const text = SPACE.test(cluster) ? ' ' : usualForm(cluster, before)
    if (text === '') continue
    if (text === ' ' && before === ' ') signs.to[signs.to.length - 1] = from + cluster.length
    else {
      signs.text.push(text)
      signs.from.push(from)
      signs.to.push(from + cluster.length)
    }
    if (text === ' ' && cluster.includes('\n')) signs.breaks.add(signs.text.length - 1)
  }
  return signs
}

// Superscript, circled and fraction digits do not join others: 10² is not 102, and ①90 is not 190. But m² is m2.
const FIGURE = /^[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u215f\u2189\u2460-\u24ff]/

function usualForm(cluster: string, before: string): string {
  if (cluster.length === 1 && cluster < '\u007f') return cluster
  if (FIGURE.test(cluster) && !LATIN.test(before)) return cluster
  const plain = cluster.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  return sameSigns[plain] ?? sameSigns[cluster] ?? plain
}

const sameSigns: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['"', '“”„‟″‶〝〞〟«»'],
    ["'", '‘’‚‛′´'],
    ['-', '‐‑‒–—―−'],
    ['~', '〜'],
    ['✓', '✔'],
    ['✗', '✘✕✖'],
  ].flatMap(([plain = '', others = '']) => Array.from(others, (other) => [other, plain])),
)

const LATIN = /^[\p{Script=Latin}\p{M}]+$/u
const DIGIT = /^\p{Nd}+$/u
const WORD = /^[\p{L}\p{N}\p{M}]+$/u
const WIDE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆\u3000-\u303f]/u

function keptOf(signs: Signs, index: number, tight: boolean): string {
  const sign = signs.text[index] ?? ''
  if (sign !== ' ' && sign !== '-' && sign !== ',') return sign
  const before = signs.text[index - 1] ?? ''
  const after = signs.text[index + 1] ?? ''
  if (sign === ',') return DIGIT.test(before) && isThousands(signs, index) ? '' : sign
  if (sign === ' ') return isLoose(signs, index, before, after) || (tight && LATIN.test(before + after)) ? '' : sign
  if (!LATIN.test(before)) return sign
  if (LATIN.test(after)) return tight ? '' : ' '
  return breaksWord(signs, index) ? '' : sign
}

/** White space beside a Japanese character, punctuation or a hyphen separates nothing. */
function isLoose(signs: Signs, index: number, before: string, after: string): boolean {
  if (before === '' || after === '' || WIDE.test(before) || WIDE.test(after)) return true
  if (WORD.test(before) && WORD.test(after)) return false
  // `90. 5 lights` is not `90.5 lights`.
  return !(DIGIT.test(wordBeside(signs, index, -1)) && DIGIT.test(wordBeside(signs, index, 1)))
}

/** Returns whether a hyphen is between a letter and the end of its line, and the next line begins with a letter. */
function breaksWord(signs: Signs, index: number): boolean {
  return signs.breaks.has(index + 1) && LATIN.test(signs.text[index + 2] ?? '')
}

function wordBeside(signs: Signs, index: number, step: 1 | -1): string {
  for (let at = index + step; Math.abs(at - index) <= 4; at += step) {
    const text = signs.text[at] ?? ''
    if (text === '' || WORD.test(text)) return text
  }
  return ''
}

function isThousands(signs: Signs, index: number): boolean {
  const isDigit = (step: number) => DIGIT.test(signs.text[index + step] ?? '')
  return isDigit(1) && isDigit(2) && isDigit(3) && !isDigit(4)
}
