import { type DangerousOperations, type OperationKind, dangerousOperations, stem } from '../../../text/index.ts'
import { japaneseVerbs, pastForms, told } from './request-words.ts'

/** An operation that a text asks for or orders. */
export type DangerousOperation = {
  readonly kind: OperationKind
  /** The words for it as in the text, and its object if it is named. */
  readonly operation: string
  readonly object: string | undefined
}

export function wantedInEnglish(sentence: string): DangerousOperation | undefined {
  for (const clause of sentence.split(/[,;:.!?()"]\s+|(?<!\s)\s+(?:because|since|but|so|as)\s+/i)) {
    const words = clause.match(/[\p{L}\p{N}][\p{L}\p{N}'’_/:-]*/gu) ?? []
    const stems = words.map(stemOf).join(' ')
    const starts = new Map(Array.from(stems.matchAll(/\S+/g), ({ index }, at) => [index, at]))
    for (const { row, written, pattern } of english) {
      for (const { index, 0: operation, 1: between } of stems.matchAll(pattern)) {
        const start = starts.get(index) ?? 0
        const end = start + operation.split(' ').length
        const before = words.slice(Math.max(0, start - FAR), start)
        const after = words.slice(end, end + FAR)
        if (isToldOf(before, words[start] ?? '', after)) continue
        const phrase = phraseOf(between === undefined ? after : words.slice(start + 1, end - 1))
        const object = objectOf(row, phrase, before)
        if (object === undefined || (row.kind === 'revoke' && told.lost.test(object))) continue
        return { kind: row.kind, operation: written.replace(' *', ''), object: object || undefined }
      }
    }
  }
  return undefined
}

const FAR = 30

/** Each operation as an expression over stems, in which `*` stands for one to six words. */
const english = dangerousOperations.flatMap((row) =>
  row.en[0].split('|').map((written) => {
    const stems = stemOfPhrase(written).replace('* ', String.raw`((?:\S+ ){1,6}?)`)
    return { row, written, pattern: new RegExp(String.raw`(?<!\S)${stems}(?!\S)`, 'g') }
  }),
)

/** `deleting`, `deleted` and `deletion` have one stem; `sent` and `taken` that of their verb. */
function stemOf(word: string): string {
  const plain = word.toLowerCase().replace(/['’]s?$/, '')
  return stem(pastForms.get(plain) ?? plain)
}

/** The words up to a preposition or another clause: the operation's object, its head last. */
function phraseOf(after: readonly string[]): readonly string[] {
  const end = after.findIndex((word, at) => told.phraseEnds.test(word) || (at > 0 && /^th(?:is|at)$/i.test(word)))
  return end === -1 ? after : after.slice(0, end)
}

/** @returns undefined for a harmless object; an empty text when none is named and none is needed */
function objectOf(row: DangerousOperations, phrase: readonly string[], before: readonly string[]): string | undefined {
  const [, objects] = row.en
  if (objects === undefined) return ''
  const those = new Set(objects.split('|').map(stemOfPhrase))
  const isOne = (named: readonly string[]) =>
    those.has(stemOfPhrase(named.slice(-1).join(' '))) || those.has(stemOfPhrase(named.slice(-2).join(' ')))
  const named = phrase.map((word) => word.toLowerCase())
  if (named.length > 0) {
    if (isOne(named) || (told.carriesName.test(named.at(-1) ?? '') && isOne(named.slice(0, -1)))) return named.join(' ')
    return row.ofAnything && told.anything.test(named.at(-1) ?? '') ? '' : undefined
  }
  // "The logs should be deleted", "get the logs removed", "log deletion".
  const bare = before.map((word) => word.toLowerCase()).filter((word) => !told.auxiliary.test(word))
  return bare.length > 0 && isOne(bare) ? bare.at(-1) : undefined
}

function stemOfPhrase(phrase: string): string {
  return phrase.split(' ').map(stemOf).join(' ')
}

/** Whether the operation is asked about, detected, forbidden, undone, or done by others. */
function isToldOf(before: readonly string[], verb: string, after: readonly string[]): boolean {
  const near = before.slice(-7).join(' ')
  const all = before.join(' ')
  if (told.not.test(near) || told.against.test(near) || told.asked.test(all)) return true
  if (told.others.test(near) && !/\b(?:asked|told|wants|instructed|ordered)\b/i.test(near)) return true
  if (/^from (?:being|\w+ing)\b|from being/i.test(after.slice(0, 5).join(' '))) return true
  const plain = verb.toLowerCase()
  if (/[^s]s$/.test(plain)) return true
  const isPast = pastForms.has(plain) || (plain.endsWith('ed') && stemOf(plain) !== plain)
  return (isPast || /\b(?:is|are|was|were|been|has|have|had)$/i.test(near)) && !told.isToBeDone.test(near)
}

export function wantedInJapanese(sentence: string): DangerousOperation | undefined {
  const read = japaneseVerbs.reduce((text, [verb, noun]) => text.replaceAll(verb, noun), sentence)
  for (const { row, operation, object } of japanese) {
    for (const match of read.matchAll(operation)) {
      const before =
        read
          .slice(0, match.index)
          .split(/[。!?！？\n]/)
          .at(-1) ?? ''
      const after = read.slice(match.index + match[0].length)
      if (told.endings.test(after) || told.aboutIt.test(after) || told.othersDo.test(before)) continue
      const found = objectBefore(row, object, before, after)
      if (found === undefined || (row.kind === 'revoke' && told.lost.test(before))) continue
      return { kind: row.kind, operation: match[0], object: found || undefined }
    }
  }
  return undefined
}

const japanese = dangerousOperations.map((row) => {
  const [operations, objects] = row.ja
  const operation = new RegExp(longestFirst(operations), 'g')
  return { row, operation, object: objects === undefined ? undefined : japaneseObject(objects) }
})

/** A katakana word must end with the object: アクセスログ is a log, ログイン, ブログ and プログラム are not. */
function japaneseObject(objects: string): RegExp {
  return new RegExp(
    `(?<!(?:ブ|カタ|アナ|ダイア|プロ|バック)(?=ログ))(?<![A-Za-z](?=[A-Z]))(?:${longestFirst(objects)})(?:ファイル|データ|サーバー?|ソフト|ツール|機能|一式|ー)?(?![ァ-ヶー]|[A-Za-z])`,
    'gu',
  )
}

function longestFirst(words: string): string {
  return words
    .split('|')
    .toSorted((one, other) => other.length - one.length)
    .join('|')
}

/** The object in front of the verb, with only quantities in between; without one, whether an object is needed. */
function objectBefore(
  row: DangerousOperations,
  object: RegExp | undefined,
  before: string,
  after: string,
): string | undefined {
  if (object === undefined) return ''
  const bare = before.slice(0, -200) + before.slice(-200).replace(told.quantity, '')
  const named = bare.split(/[、,をがはもに]/).at(-1) ?? ''
  const last = [...named.matchAll(object)].at(-1)
  if (last !== undefined && last.index + last[0].length === named.length) return last[0]
  const [, done = ''] = /([^、,を]*)を[^を]*$/.exec(bare) ?? []
  const inDone = [...done.matchAll(object)].at(-1)
  if (inDone !== undefined && inDone.index + inDone[0].length === done.length) return inDone[0]
  const [, following] =
    /^[しすでせ][^、。]{0,8}?(?:たい|る|いい|よい|べき)([^、。をがはにで\s]{1,16})/.exec(after) ?? []
  if (following !== undefined && following.search(object) !== -1) return following
  return row.ofAnything && (named === '' || told.anythingJa.test(named)) ? '' : undefined
}
