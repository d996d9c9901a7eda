import { type AnswerLanguage, answerWords } from './answer-words.ts'
import { hasSteps, quoteSection } from './quote-section.ts'
import type { WrittenAnswer } from './runbook-answer.ts'
import type { RunbookPassage } from './runbook-passage.ts'

export type ExtractRequest = {
  /** The best first. */
  readonly passages: readonly RunbookPassage[]
  /** All sections of the best one's runbook, as they stand there. */
  readonly runbook: readonly Omit<RunbookPassage, 'relevance' | 'score'>[]
  readonly language: AnswerLanguage
  /** Whether anything told that the runbooks answer the question. */
  readonly isJudged: boolean
}

/** From this share of the best one's score on another section of its runbook belongs to the answer; one of another runbook, or one that holds it. */
const SAME = 0.6
const CLOSE = 0.8

/** What a screen or two hold; Japanese says as much in half the characters. */
const longest = { en: 4000, ja: 2000 }

/**
 * An answer without a language model: the best section as it stands, those that belong to it as far as they fit, and where
 * else to look. Where it has no steps, as symptoms have none, those that stand beside it under the same heading follow.
 */
export function extractedAnswer({ passages: found, runbook, language, isJudged }: ExtractRequest): WrittenAnswer {
  const words = answerWords[language]
  const [best] = found
  if (best === undefined) return answerOf('', [])
  const near = found.filter((one) => isNear(one, best))
  const steps = hasSteps(best.text)
    ? []
    : runbook
        .filter((one) => standsBeside(one, best) && hasSteps(one.text))
        .map((one) => ({ ...one, relevance: 0, score: 0 }))
  const quoted = inOrder(withOthers([best], [...near, ...steps], longest[language]), best)
  const passages = [...new Set([...quoted, ...found])]
  const rest = steps.filter(({ text }) => !quoted.some((one) => one.text.includes(text) || text.includes(one.text)))
  const lastOwn = quoted.findLastIndex(({ file }) => file === best.file)
  const quotes = quoted.map((passage, index) => {
    const { text, left } = quoteSection(passage.text, longest[language])
    const lines = [
      `[${index + 1}] ${words.place(passage)}`,
      text,
      ...(left === undefined ? [] : [words.left[left.of](left.count)]),
      ...(index === lastOwn && rest.length > 0 ? [words.left.sections(rest.length)] : []),
    ]
    return lines.join('\n\n')
  })
  return answerOf([...quotes, isJudged ? words.extracted : words.nearest].join('\n\n'), passages)
}

/** Nothing was found where there is no text. */
function answerOf(text: string, passages: readonly RunbookPassage[]): WrittenAnswer {
  return { text, passages, removedCitations: 0, usage: undefined, modelCalls: 0 }
}

function isNear({ file, score, text }: RunbookPassage, best: RunbookPassage): boolean {
  return score >= (file !== best.file || text.includes(best.text) ? CLOSE : SAME) * best.score
}

function standsBeside({ headings }: Pick<RunbookPassage, 'headings'>, best: RunbookPassage): boolean {
  const above = best.headings.slice(0, -1)
  return (
    above.length > 0 && headings.length > above.length && above.every((heading, level) => headings[level] === heading)
  )
}

/** Only whole ones are added; one that holds others takes their place. */
function withOthers(
  first: readonly RunbookPassage[],
  others: readonly RunbookPassage[],
  most: number,
): readonly RunbookPassage[] {
  return others.reduce((quoted, one) => {
    if (quoted.some(({ text }) => text.includes(one.text))) return quoted
    const more = [...quoted.filter(({ text }) => !one.text.includes(text)), one]
    return more.reduce((sum, { text }) => sum + text.length, 0) <= most ? more : quoted
  }, first)
}

/** The best first, then the others of its runbook as they stand there. */
function inOrder(quoted: readonly RunbookPassage[], best: RunbookPassage): readonly RunbookPassage[] {
  const place = (one: RunbookPassage) => (one === best ? 0 : Number(one.id.slice(one.id.lastIndexOf('#') + 1)))
  const own = quoted.filter(({ file }) => file === best.file)
  return [...own.toSorted((one, other) => place(one) - place(other)), ...quoted.filter((one) => !own.includes(one))]
}
