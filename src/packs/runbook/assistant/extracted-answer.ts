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

/** From this share of the best one's score on a second section is quoted, and from this one it is named. */
const CLOSE = 0.9
const NAMED = 0.5

/** What a screen or two hold; Japanese says as much in half the characters. */
const longest = { en: 4000, ja: 2000 }

/** An answer without a language model: the best section as it stands, a second one where it comes close, and where else to look. */
export function extractedAnswer({ passages: found, language }: ExtractRequest): WrittenAnswer {
  const words = answerWords[language]
  const best = found[0]?.score ?? 0
  const passages = found.filter(({ score }) => score >= NAMED * best)
  const second = passages.findIndex(
    ({ score, text }, index) => index > 0 && score >= CLOSE * best && passages[0]?.text.includes(text) === false,
  )
  const quoted = passages.flatMap((passage, index) =>
    index === 0 || index === second ? [{ passage, number: index + 1 }] : [],
  )
  const quotes = quoted.map(({ passage, number }) => {
    const { text, left } = quoteSection(passage.text, longest[language])
    const lines = [
      `[${number}] ${words.place(passage)}`,
      text,
      ...(left === undefined ? [] : [words.left[left.of](left.count)]),
    ]
    return lines.join('\n\n')
  })
  return {
    text: [...quotes, words.extracted].join('\n\n'),
    passages,
    removedCitations: 0,
    usage: undefined,
    modelCalls: 0,
  }
}
