import { topicsOf } from './concepts.ts'
import { officeMatters } from './evidence-words.ts'
import { operationWords } from './generic-words.ts'
import type { RunbookPassage } from './runbook-passage.ts'
import { has, isGeneric, readableOf, subjectsOf } from './subjects.ts'
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
  const defaultThreshold = isChecked ? leastRelevance.withModel : leastRelevance.withoutModel
  return coverage(question, passages) < (threshold ?? defaultThreshold)
}

/** How much of a question's subjects the best passage has, 0–1, no less than the search found of all its words. */
function coverage(question: string, passages: readonly RunbookPassage[]): number {
  const texts = passages.map(readableOf)
  const subjects = subjectsOf(question)
  const found = Math.max(...passages.map(({ relevance }) => relevance))
  const untold = untoldMatters(question, texts)
  if (subjects.length === 0) return found
  const weighed = subjects.map((subject) => ({ subject, weight: weightOf(subject, texts) }))
  const total = weighed.reduce((sum, { weight }) => sum + weight, UNSEEN * untold)
  const covered = texts.map((text) =>
    weighed.reduce((sum, { subject, weight }) => sum + (has(text, subject) ? weight : 0), 0),
  )
  const share = Math.max(...covered) / total
  if (untold > 0) return share
  return Math.max(share, found >= WORD_BY_WORD ? found : 0, isOnTopic(question, passages) ? ON_TOPIC : 0)
}

/** Whether a passage tells of what the question is about, however many other words it was asked with. */
function isOnTopic(question: string, passages: readonly RunbookPassage[]): boolean {
  const asked = [...topicsOf(question)]
  return passages.some(({ file, heading, text }) => {
    const told = topicsOf(`${file} ${heading} ${text}`)
    return asked.some((topic) => told.has(topic))
  })
}

/** As much as is needed unless a project asks for more. */
const ON_TOPIC = leastRelevance.withoutModel

/** From here on a passage has the question's own words, whatever they are, and not just some of them. */
const WORD_BY_WORD = 0.58

/** How many matters of an office a question has that the runbooks never speak of: each is one more thing that they do not have. */
function untoldMatters(question: string, texts: readonly ReadableText[]): number {
  const plain = question.normalize('NFKC')
  return officeMatters.filter(({ asked, told }) => asked.test(plain) && !texts.some(({ text }) => told.test(text)))
    .length
}

const UNSEEN = 2

function weightOf(subject: string, texts: readonly ReadableText[]): number {
  if (
    isGeneric(subject) ||
    operationWords.has(subject) ||
    /^\p{Script=Han}$/u.test(subject) ||
    /\p{Script=Han}\p{Script=Hiragana}+$/u.test(subject)
  )
    return 0.4
  return texts.some((text) => has(text, subject)) ? 1 : UNSEEN
}
