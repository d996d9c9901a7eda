import { type Message, message } from '../../core/index.ts'
import type { CanaryOutcome } from '../../judges/index.ts'

/** Share of judge questions that are preceded by a known-bad answer; the first of each task always is. */
export const canaryRate = 1 / 50

/** Counts the known-bad answers that judges received. They enter no score, but they cost as much as other calls. */
export type CanaryTracker = {
  note(outcome: CanaryOutcome): void
  /** Undefined before the first known-bad answer. */
  summary(): Message | undefined
}

export function canaryTracker(): CanaryTracker {
  const outcomes: CanaryOutcome[] = []
  return {
    note: (outcome) => void outcomes.push(outcome),
    summary: () => (outcomes.length === 0 ? undefined : summaryOf(outcomes)),
  }
}

function summaryOf(outcomes: readonly CanaryOutcome[]): Message {
  const replies = outcomes.map(({ answer }) => answer.reply)
  const costs = replies.flatMap(({ cost }) => cost ?? [])
  const values = {
    asked: outcomes.length,
    passed: outcomes.filter(({ passed }) => passed === true).length,
    unreadable: outcomes.filter(({ passed }) => passed === undefined).length,
    calls: replies.reduce((sum, { calls }) => sum + calls, 0),
  }
  if (costs.length < replies.length) {
    return message(
      'Canaries: {asked} known-bad {asked|answer|answers} judged, {passed} passed, {unreadable} without a verdict ({calls} more {calls|call|calls})',
      values,
    )
  }
  const dollars = costs.reduce((sum, cost) => sum + cost, 0).toFixed(4)
  return message(
    'Canaries: {asked} known-bad {asked|answer|answers} judged, {passed} passed, {unreadable} without a verdict ({calls} more {calls|call|calls}, ${dollars})',
    { ...values, dollars },
  )
}
