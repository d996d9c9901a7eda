import { segmentWords } from '../../text/index.ts'
import type { DangerousOperation } from './dangerous-operation.ts'
import { genericPhrases, genericWords, operationWords } from './generic-words.ts'

/** Whether a question leaves open what it is about: nothing in it could be looked up, nor is there anything it would do it to. */
export function isAmbiguous(question: string, wanted: DangerousOperation | undefined): boolean {
  if (wanted?.object !== undefined) return false
  const subjects = subjectsOf(question)
  return wanted === undefined ? subjects.length === 0 : subjects.every((word) => isAmong(operationWords, word))
}

/** The words of a question that name something: no pronouns, no question words, and nothing that any alert could be called. */
function subjectsOf(question: string): readonly string[] {
  return contentWordsOf(question).filter((word) => !isGeneric(word))
}

export function isGeneric(word: string): boolean {
  return isAmong(genericWords, word)
}

/** The words of a question without those of grammar. */
export function contentWordsOf(question: string): readonly string[] {
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
function isAmong(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || words.has(word.replace(/(?<=\p{Script=Han})\p{Script=Hiragana}+$/u, ''))
}
