import type { RunbookAnswerWords } from './runbook-answer-words.ts'
import { runbookAnswerWords } from './runbook-answer-words.ts'

export type AnswerLanguage = 'en' | 'ja'
export type AnswerWords = RunbookAnswerWords

/** A question is answered in the language it is asked in. */
export function languageOf(question: string): AnswerLanguage {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(question) ? 'ja' : 'en'
}

export const answerWords: Readonly<Record<AnswerLanguage, AnswerWords>> = runbookAnswerWords
