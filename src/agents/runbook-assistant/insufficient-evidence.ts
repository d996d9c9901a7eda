import { subjectsOf } from './ambiguous-query.ts'
import type { RunbookPassage } from './runbook-index.ts'

/** Below this the best passage has too little of what was asked; see `npm run bench runbook-flags`. */
export const leastRelevance = 0.5

/**
 * Whether the passages say nothing about a question. They may share words with it and still be about something else, so
 * what the question is about has to be there too.
 */
export function lacksEvidence(question: string, passages: readonly RunbookPassage[], threshold = leastRelevance): boolean {
  const best = Math.max(0, ...passages.map(({ relevance }) => relevance))
  if (best < threshold) return true
  const subjects = subjectsOf(question)
  const text = passages.map((passage) => `${passage.heading}\n${passage.text}`).join('\n').normalize('NFKC').toLowerCase()
  return subjects.length > 0 && subjects.every((subject) => !text.includes(subject))
}
