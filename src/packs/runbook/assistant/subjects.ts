import { segmentWords, stem } from '../../../text/index.ts'
import { everydayWords, synonyms } from './evidence-words.ts'
import { genericPhrases, genericWords } from './generic-words.ts'
import type { RunbookPassage } from './runbook-passage.ts'

/** What a question names, everyday words left out. A laptop may be any, and still is one. */
export function subjectsOf(question: string): readonly string[] {
  return contentWordsOf(question).filter((word) => !everydayWords.has(word) && (!isGeneric(word) || groups.has(word)))
}

export function isGeneric(word: string): boolean {
  return isAmong(genericWords, word)
}

/** The words of a question without those of grammar. */
function contentWordsOf(question: string): readonly string[] {
  const plain = question.normalize('NFKC').replaceAll(genericPhrases, ' ')
  return wordsOf(plain)
    .map((word) => word.replace(/['’]s?$/, ''))
    .filter((word) => !/^(?:\p{Script=Hiragana}+|[\p{N}\p{P}\p{S}]+|[a-z])$/u.test(word))
}

/** A dictionary cuts names in katakana anywhere; they are words as they stand. */
function wordsOf(text: string): readonly string[] {
  return text
    .split(/([\p{Script=Katakana}ー]{2,})/u)
    .flatMap((run, index) => (index % 2 === 1 ? [run] : segmentWords(run, 'ja')))
}

/** 見えた is 見え or 見 with an ending. */
export function isAmong(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || words.has(word.replace(/(?<=\p{Script=Han})\p{Script=Hiragana}+$/u, ''))
}

export type ReadableText = { readonly text: string; readonly stems: ReadonlySet<string> }

export function readable(text: string): ReadableText {
  const plain = text.normalize('NFKC').toLowerCase()
  return { text: plain, stems: new Set((plain.match(/[a-z][a-z0-9-]*/g) ?? []).map(stem)) }
}

export function readableOf({ file, heading, text }: Pick<RunbookPassage, 'file' | 'heading' | 'text'>): ReadableText {
  return readable(`${file}\n${heading}\n${text}`)
}

/** Whether a text has a subject, in its word or in another for the same. */
export function has(text: ReadableText, subject: string): boolean {
  return sayings(subject).some((word) =>
    /^[a-z]/.test(word) ? text.stems.has(stem(word)) : text.text.includes(word.replace(/ー$/, '')),
  )
}

const groups = new Map<string, readonly string[]>()
for (const group of synonyms) for (const word of group) groups.set(word, [...(groups.get(word) ?? []), ...group])

function sayings(subject: string): readonly string[] {
  return [subject, ...(groups.get(subject) ?? groups.get(stem(subject)) ?? [])]
}
