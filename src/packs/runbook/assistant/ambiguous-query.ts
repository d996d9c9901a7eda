import { segmentWords, stem } from '../../../text/index.ts'
import type { DangerousOperation } from './wanted-operation.ts'
import { genericPhrases, genericWords, operationWords } from './generic-words.ts'

/** How rare an English stem is wherever people write, from 0 to 9. */
export type GeneralIdf = (stem: string) => number

/** What is said in as many texts names nothing. */
const COMMON = 5

/** Whether a question leaves open what it is about: nothing in it could be looked up, nor is there anything it would do it to. */
export function isAmbiguous(question: string, wanted: DangerousOperation | undefined, generalIdf: GeneralIdf): boolean {
  if (wanted?.object !== undefined) return false
  const named = wordsOf(question).filter(
    (word) => !isAmong(genericWords, word) && !(/^[a-z'’-]+$/.test(word) && generalIdf(stem(word)) < COMMON),
  )
  return wanted === undefined ? named.length === 0 : named.every((word) => isAmong(operationWords, word))
}

/** The words of a question without those of grammar; a dictionary cuts names in katakana anywhere, and they are words as they stand. */
function wordsOf(question: string): readonly string[] {
  return question
    .normalize('NFKC')
    .replaceAll(genericPhrases, ' ')
    .split(/([\p{Script=Katakana}ー]{2,})/u)
    .flatMap((run, index) => (index % 2 === 1 ? [run] : segmentWords(run, 'ja')))
    .map((word) => word.replace(/['’]s?$/, ''))
    .filter((word) => !/^(?:\p{Script=Hiragana}+|[\p{N}\p{P}\p{S}\p{C}]+|[a-z])$/u.test(word))
}

/** 見えた is 見え or 見 with an ending. */
function isAmong(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || words.has(word.replace(/(?<=\p{Script=Han})\p{Script=Hiragana}+$/u, ''))
}
