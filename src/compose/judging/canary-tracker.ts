import { type Message, message } from '../../core/index.ts'
import type { CanaryOutcome } from '../../judges/index.ts'

/** Share of the questions to judges that a known-bad answer goes before; the first of each task has one in any case. */
export const canaryRate = 1 / 50

/** Counts the known-bad answers that judges were asked about: their replies stand in no score, and are paid for all the same. */
export type CanaryTracker = {
  note(outcome: CanaryOutcome): void
  /** What came of them so far; undefined before the first. */
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
