import { isGeneric } from './ambiguous-query.ts'
import { ordinaryTasks } from './evidence-words.ts'
import { operationWords } from './generic-words.ts'
import type { RunbookPassage } from './runbook-index.ts'
import { has, readableOf, subjectsOf } from './subjects.ts'
import type { ReadableText } from './subjects.ts'

/**
 * Below this, no passage has enough of what a question is about; set on the questions of `npm run bench runbook-flags`. A
 * model that reads the passages can tell for itself whether they answer the question, so that more is left to it.
 */
const leastRelevance = { withoutModel: 0.5, withModel: 0.25 }

/**
 * Whether the passages say nothing about a question. A search finds passages that share words with it; whether they are
 * about the same thing shows in its subjects: all that it names, in its words or in others for the same, everyday words
 * left out. What no passage has weighs most.
 */
export function lacksEvidence(
  question: string,
  passages: readonly RunbookPassage[],
  { threshold, isChecked }: { readonly threshold: number | undefined; readonly isChecked: boolean },
): boolean {
  if (passages.length === 0) return true
  const usual = isChecked ? leastRelevance.withModel : leastRelevance.withoutModel
  return coverage(question, passages) < (threshold ?? usual)
}

/** How much of a question's subjects the best passage has, 0–1, no less than the search found of all its words. */
function coverage(question: string, passages: readonly RunbookPassage[]): number {
  const texts = passages.map(readableOf)
  const subjects = subjectsOf(question)
  const found = Math.max(...passages.map(({ relevance }) => relevance))
  const task = ordinaryTasks.exec(question.normalize('NFKC'))?.[0]
  if (subjects.length === 0) return found
  const weighed = subjects.map((subject) => ({ subject, weight: weightOf(subject, texts) }))
  // A task that the runbooks never speak of is as good as one more thing that they do not have.
  const total = weighed.reduce((sum, { weight }) => sum + weight, task === undefined ? 0 : 2)
  const covered = texts.map((text) =>
    weighed.reduce((sum, { subject, weight }) => sum + (has(text, subject) ? weight : 0), 0),
  )
  const share = Math.max(...covered) / total
  return task === undefined && found >= WORD_BY_WORD ? Math.max(share, found) : share
}

/** From here on a passage has the question's own words, whatever they are, and not just some of them. */
const WORD_BY_WORD = 0.58

function weightOf(subject: string, texts: readonly ReadableText[]): number {
  if (
    isGeneric(subject) ||
    operationWords.has(subject) ||
    /^\p{Script=Han}$/u.test(subject) ||
    /\p{Script=Han}\p{Script=Hiragana}+$/u.test(subject)
  )
    return 0.4
  return texts.some((text) => has(text, subject)) ? 1 : 2
}
