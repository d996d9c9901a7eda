import { resolve } from 'node:path'
import { type EvalCase, type Target, redactSecrets, stringifyJson } from '../../core/index.ts'
import { hashOfText } from './file-state.ts'

/**
 * A hash of what an agent gets to see of a case: usually nothing of what is expected of it. Undefined where the case has secrets:
 * stores have none, so nobody can say whether they changed.
 */
export function caseInput(evalCase: EvalCase, { seesCase = false }: Pick<Target, 'seesCase'>): string | undefined {
  const textOf = seesCase ? canonical : inputOf
  const shown = textOf(evalCase)
  const kept = redactSecrets(evalCase)
  return kept === evalCase || shown === textOf(kept) ? hashOfText(shown) : undefined
}

export function reviewedDocuments({ review }: EvalCase): readonly string[] {
  return review === undefined ? [] : review.documents.map((document) => resolve(review.folder, document))
}

function inputOf({ id, conversation, scenario, session, review, metadata }: EvalCase): string {
  const { expected: _1, confidenceRange: _2, explanationKeywords: _3, ...task } = review ?? {}
  return canonical({
    id,
    conversation: conversation?.map(({ userContent }) => userContent),
    scenario,
    session,
    review: task,
    mocks: metadata?.['tool_mocks'],
  })
}

/** The same text for the same values, in whatever order they were written. */
export function canonical(value: unknown): string {
  return stringifyJson(sorted(value)) ?? ''
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]))
}
