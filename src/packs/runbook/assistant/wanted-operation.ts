import type { OperationKind } from '../../../text/index.ts'
import { dangerousOperations, stem } from '../../../text/index.ts'
import { japaneseVerbs, pastForms, told } from './request-words.ts'

/** An operation that somebody wants done, or is told to do. */
export type DangerousOperation = {
  readonly kind: OperationKind
  /** The words for it, as they stand in the text, and what it is done to, where that is said. */
  readonly operation: string
  readonly object: string | undefined
}

// An operation of the list, something of its list of objects beside it, and nothing around it that only tells of it.

/** @param above what stands in front of the sentence: what it means by `it` */
export function wantedInEnglish(sentence: string, above: string): DangerousOperation | undefined {
  if (told.askedJa.test(sentence)) return undefined
  for (const clause of sentence.split(/[,;:.!?()"]\s+|\s+(?:because|since|but|so|as)\s+/i)) {
    const words = wordsOf(clause)
    const stems = words.map(stemOf)
    for (const { kind, operations, ...row } of english) {
      if (kind === 'revoke' && told.lost.test(clause)) continue
      for (const { written, stems: wanted } of operations) {
        const [start, end] = placeOf(wanted, stems) ?? [-1, -1]
        if (start < 0 || isToldOf(words.slice(0, start), words[start] ?? '')) continue
        const after = words.slice(wanted[1] === '*' ? start + 1 : end)
        const object = objectIn(row, after, words.slice(0, start), wordsOf(above))
        if (object !== undefined) return { kind, operation: written.replace(' *', ''), object: object || undefined }
      }
    }
  }
  return undefined
}

type EnglishObjects = { readonly ofAnything: boolean; readonly objects: ReadonlySet<string> | undefined }

const english = dangerousOperations.map(({ kind, ofAnything = false, en }) => ({
  kind,
  ofAnything,
  operations: en.operations.split('|').map((written) => ({ written, stems: written.split(' ').map(stemOf) })),
  objects: en.objects === undefined ? undefined : new Set(en.objects.split('|').map(stemsOf)),
}))

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_/:-]*/gu) ?? []
}

/** `deleting`, `deleted` and `deletion` are one; `sent` and `taken` are what they come from. */
function stemOf(word: string): string {
  const plain = word.toLowerCase().replace(/['’]s?$/, '')
  return stem(pastForms[plain] ?? plain)
}

function stemsOf(words: string): string {
  return words.split(' ').map(stemOf).join(' ')
}

/** Words that may stand where an operation has `*`. */
const GAP = 5

/** Where an operation begins, and what is behind it. */
function placeOf(wanted: readonly string[], stems: readonly string[]): readonly [number, number] | undefined {
  for (const [start, first] of stems.entries()) {
    if (first !== wanted[0]) continue
    const end = wanted.reduce((at, word, index) => {
      if (word === '*') return at
      const here = wanted[index - 1] === '*' ? at + stems.slice(at, at + GAP + 1).indexOf(word, 1) : at
      return stems[here] === word ? here + 1 : Infinity
    }, start)
    if (end < Infinity) return [start, end]
  }
  return undefined
}

/**
 * What of its list of objects an operation is done to: in the words behind it up to a preposition, in front of it where there
 * are none ("the logs should be deleted"), or further up where it says `it`. An empty text where nothing need be named.
 */
function objectIn(
  { objects, ofAnything }: EnglishObjects,
  after: readonly string[],
  before: readonly string[],
  above: readonly string[],
): string | undefined {
  if (objects === undefined) return ''
  const among = (words: readonly string[]) =>
    words
      .flatMap((word, at) => [stemsOf(`${words[at - 1]} ${word}`), stemOf(word)])
      .findLast((term) => objects.has(term))
  const length = after.findIndex((word, at) => told.phraseEnds.test(word) || (at > 0 && /^th(?:is|at)$/i.test(word)))
  const phrase = length < 0 ? after : after.slice(0, length)
  if (phrase.length === 0) return among(before.filter((word) => !told.auxiliary.test(word)).slice(-2))
  if (ofAnything && told.anything.test(phrase.at(-1) ?? '')) return above.length === 0 ? '' : among(above)
  return among(phrase.slice(-NAME))
}

/** Words at the end of a phrase that say what it is: "the resource group rg-prod". */
const NAME = 3

/** Asked about, detected, forbidden, undone, or done by others. */
function isToldOf(before: readonly string[], verb: string): boolean {
  const near = before.slice(-7).join(' ')
  const plain = verb.toLowerCase()
  if (told.around.test(near) || told.asked.test(before.join(' '))) return true
  if (/[^s]s$/.test(plain)) return true
  const isPast = pastForms[plain] !== undefined || (plain.endsWith('ed') && stemOf(plain) !== plain)
  return isPast && !told.isToBeDone.test(near)
}

export function wantedInJapanese(sentence: string): DangerousOperation | undefined {
  const read = japaneseVerbs.reduce((text, [verb, noun]) => text.replaceAll(verb, noun), sentence)
  for (const { kind, ofAnything, operation, object } of japanese) {
    if (kind === 'revoke' && told.lost.test(read)) continue
    for (const match of read.matchAll(operation)) {
      const before =
        read
          .slice(0, match.index)
          .split(/[。!?！？\n]/)
          .at(-1) ?? ''
      const after = read.slice(match.index + match[0].length)
      if (told.endings.test(after) || told.aboutIt.test(after) || told.othersDo.test(before)) continue
      const found = object?.exec(before) ?? object?.exec(/^[しすでせ][^、。]{0,20}/.exec(after)?.[0] ?? '')
      const isMeant = object === undefined || (ofAnything && told.anythingJa.test(before.split(/[、,]/).at(-1) ?? ''))
      if (!found && !isMeant) continue
      return { kind, operation: match[0], object: found?.[0] }
    }
  }
  return undefined
}

/** A katakana word counts where it ends: アクセスログ is a log, ログイン, ブログ and プログラム are none. */
const japanese = dangerousOperations.map(({ kind, ofAnything = false, ja: { operations, objects } }) => ({
  kind,
  ofAnything,
  operation: new RegExp(longestFirst(operations), 'g'),
  object:
    objects === undefined
      ? undefined
      : new RegExp(
          `(?<!(?:ブ|カタ|アナ|ダイア|プロ|バック)(?=ログ))(?<![A-Za-z](?=[A-Z]))(?:${longestFirst(objects)})(?:ファイル|データ|サーバー?|ソフト|ツール|機能|一式|ー)?(?![ァ-ヶー]|[A-Za-z])`,
          'u',
        ),
}))

function longestFirst(words: string): string {
  return words
    .split('|')
    .toSorted((one, other) => other.length - one.length)
    .join('|')
}
