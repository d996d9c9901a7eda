import type { Score } from '../../core/index.ts'

/** What the panel of judges says of an answer; undefined where it was not asked. */
export function panelScoreOf(scores: readonly Score[]): Score | undefined {
  return scores.find(({ metric }) => metric === 'runbook_panel')
}
