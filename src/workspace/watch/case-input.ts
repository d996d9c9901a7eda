import { resolve } from 'node:path'
import { type EvalCase, type Target, redactSecrets, canonicalJson } from '../../core/index.ts'
import { hashOfText } from './file-state.ts'

/**
 * Returns a hash of the part of a case that the agent sees, usually without what is expected. Undefined for cases with secrets:
 * stores do not hold secrets, so a change cannot be noticed.
 */
export function caseInput(evalCase: EvalCase, { seesCase = false }: Pick<Target, 'seesCase'>): string | undefined {
  const textOf = seesCase ? canonicalJson : inputOf
  const shown = textOf(evalCase)
  const kept = redactSecrets(evalCase)
  return kept === evalCase || shown === textOf(kept) ? hashOfText(shown) : undefined
}

export function reviewedDocuments({ review }: EvalCase): readonly string[] {
  return review === undefined ? [] : review.documents.map((document) => resolve(review.folder, document))
}

function inputOf({ id, conversation, scenario, session, review, metadata }: EvalCase): string {
  const { expected: _1, confidenceRange: _2, explanationKeywords: _3, ...task } = review ?? {}
  return canonicalJson({
    id,
    conversation: conversation?.map(({ userContent }) => userContent),
    scenario,
    session,
    review: task,
    mocks: metadata?.['tool_mocks'],
  })
}
