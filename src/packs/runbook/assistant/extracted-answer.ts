import { type AnswerLanguage, answerWords } from './answer-words.ts'
import type { WrittenAnswer } from './runbook-answer.ts'
import type { RunbookPassage } from './runbook-passage.ts'

type ExtractRequest = {
  /** The best first. */
  readonly passages: readonly RunbookPassage[]
  readonly language: AnswerLanguage
  /** Whether anything told that the runbooks answer the question. */
  readonly isJudged: boolean
}

/** What a screen or two hold; Japanese says as much in half the characters. */
const longest = { en: 4000, ja: 2000 }

/**
 * An answer without a language model: the best section as it stands, and the next ones as far as they fit, each text once. The
 * others are named.
 */
export function extractedAnswer({ passages: found, language, isJudged }: ExtractRequest): WrittenAnswer {
  const words = answerWords[language]
  const quoted = found.reduce<readonly RunbookPassage[]>((kept, one) => {
    if (kept.some(({ text }) => text.includes(one.text) || one.text.includes(text))) return kept
    const length = kept.reduce((sum, { text }) => sum + text.length, one.text.length)
    return kept.length === 0 || length <= longest[language] ? [...kept, one] : kept
  }, [])
  const passages = [...new Set([...quoted, ...found])]
  const quotes = quoted.map((passage, index) => {
    const { text, left } = cutLines(passage.text, longest[language])
    return [`[${index + 1}] ${words.place(passage)}`, text, ...(left === 0 ? [] : [words.left(left)])].join('\n\n')
  })
  const text = [...quotes, isJudged ? words.extracted : words.nearest].join('\n\n')
  // Nothing was found where there is no text.
  return { text: quoted.length === 0 ? '' : text, passages, removedCitations: 0, usage: undefined, modelCalls: 0 }
}

/** A section that is too long ends behind a whole line; code that was begun is ended. */
function cutLines(text: string, most: number): { readonly text: string; readonly left: number } {
  if (text.length <= most) return { text, left: 0 }
  const end = text.lastIndexOf('\n', most)
  const shown = text.slice(0, end <= 0 ? most : end).trimEnd()
  const isOpen = shown.split('\n').filter((line) => /^ {0,20}(?:```|~~~)/.test(line)).length % 2 === 1
  const left = text.slice(shown.length).trim().split('\n').length
  return { text: isOpen ? `${shown}\n\`\`\`` : shown, left }
}
