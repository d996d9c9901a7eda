import type { AnswerLanguage } from './answer-words.ts'
import { answerWords } from './answer-words.ts'
import { quoteSection } from './quote-section.ts'
import type { WrittenAnswer } from './runbook-answer.ts'
import type { RunbookPassage } from './runbook-passage.ts'

type ExtractRequest = {
  /** The best first. */
  readonly passages: readonly RunbookPassage[]
  readonly language: AnswerLanguage
}

/** From this share of the best one's score on another section of its runbook belongs to the answer; one of another runbook, or one that holds it. */
const SAME = 0.6
const CLOSE = 0.8
/** And from this one on it is named. */
const NAMED = 0.5

/** What a screen or two hold; Japanese says as much in half the characters. */
const longest = { en: 4000, ja: 2000 }

/** An answer without a language model: the best section as it stands, those that belong to it as far as they fit, and where else to look. */
export function extractedAnswer({ passages: found, language }: ExtractRequest): WrittenAnswer {
  const words = answerWords[language]
  const [best] = found
  if (best === undefined) return answerOf('', [])
  const passages = found.filter(({ score }) => score >= NAMED * best.score)
  const quotes = quotedOf(passages, longest[language]).map(({ passage, number }) => {
    const { text, left } = quoteSection(passage.text, longest[language])
    const lines = [
      `[${number}] ${words.place(passage)}`,
      text,
      ...(left === undefined ? [] : [words.left[left.of](left.count)]),
    ]
    return lines.join('\n\n')
  })
  return answerOf([...quotes, words.extracted].join('\n\n'), passages)
}

/** Nothing was found where there is no text. */
function answerOf(text: string, passages: readonly RunbookPassage[]): WrittenAnswer {
  return { text, passages, removedCitations: 0, usage: undefined, modelCalls: 0 }
}

type Numbered = { readonly passage: RunbookPassage; readonly number: number }

/** Whole ones only behind the first; one that holds others takes their place. */
function quotedOf(passages: readonly RunbookPassage[], most: number): readonly Numbered[] {
  const [best, ...others] = passages.map((passage, index): Numbered => ({ passage, number: index + 1 }))
  if (best === undefined) return []
  return others.reduce<readonly Numbered[]>(
    (quoted, one) => {
      const { file, score, text } = one.passage
      const isMore = file !== best.passage.file || text.includes(best.passage.text)
      const belongs = score >= (isMore ? CLOSE : SAME) * best.passage.score
      if (!belongs || quoted.some(({ passage }) => passage.text.includes(text))) return quoted
      const rest = [...quoted.filter(({ passage }) => !text.includes(passage.text)), one]
      return rest.reduce((sum, { passage }) => sum + passage.text.length, 0) > most ? quoted : rest
    },
    [best],
  )
}
