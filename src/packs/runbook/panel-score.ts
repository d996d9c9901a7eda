import type { Score } from '../../core/index.ts'

export function panelScoreOf(scores: readonly Score[]): Score | undefined {
  return scores.find(({ metric }) => metric === 'runbook_panel')
}
