import { commonSubsequence } from '../core/basics/common-subsequence.ts'

/** A piece of a text; `changed` is true when the other text differs there. */
export type DiffPiece = { readonly text: string; readonly changed: boolean }

/** Two compared texts; undefined when they have too little in common for marks to help. */
export type WordDiff = { readonly expected: readonly DiffPiece[]; readonly actual: readonly DiffPiece[] }

const maximumWords = 300
const context = 8

/** Compares word by word, also in languages without spaces. Long texts are compared around their first difference. */
export function wordDiff(expected: string, actual: string): WordDiff | undefined {
  const [expectedWords, actualWords] = [wordsOf(expected), wordsOf(actual)]
  const start = Math.max(0, commonPrefix(expectedWords, actualWords) - context)
  const lead = start > 0 ? [{ text: '… ', changed: false }] : []
  const [a, b] = [window(expectedWords, start), window(actualWords, start)]
  const kept = commonSubsequence(a, b)
  if (kept.length * 3 < Math.max(a.length, b.length)) return undefined
  return {
    expected: [...lead, ...pieces(a, new Set(kept.map(([index]) => index)))],
    actual: [...lead, ...pieces(b, new Set(kept.map(([, index]) => index)))],
  }
}

let segmenter: Intl.Segmenter | undefined

// Created on first use, because its dictionary takes longer to load than a small run.
function wordsOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  return [...segmenter.segment(text.slice(0, 20_000))].map(({ segment }) => segment)
}

function window(words: readonly string[], start: number): readonly string[] {
  const part = words.slice(start, start + maximumWords)
  return start + maximumWords < words.length ? [...part, ' …'] : part
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

/** Joins words into pieces and leaves out the middle of long unchanged ones. */
function pieces(words: readonly string[], kept: ReadonlySet<number>): readonly DiffPiece[] {
  const runs: { words: string[]; changed: boolean }[] = []
  for (const [index, word] of words.entries()) {
    const changed = !kept.has(index)
    const last = runs.at(-1)
    if (last?.changed === changed) last.words.push(word)
    else runs.push({ words: [word], changed })
  }
  return runs.map((run) => ({ text: run.changed ? run.words.join('') : shortened(run.words), changed: run.changed }))
}

function shortened(words: readonly string[]): string {
  if (words.length <= 3 * context) return words.join('')
  return `${words.slice(0, context).join('')} … ${words.slice(-context).join('')}`
}
