import { type CaseResult, limitOf, message, metricOfPassRate } from '../../core/index.ts'
import { bettingTest } from '../../statistics/betting-test.ts'
import { wilsonInterval } from '../../statistics/proportion.ts'
import { tolerance } from '../gate.ts'
import type { EarlyRule } from './early-rule.ts'

/** Bets may be won by two results; yet the first ones can be those of an agent that is still getting ready. */
const leastSeen = 10

type ShareRuleWhole = {
  /** Results of the whole run. */
  readonly total: number
  /** So many are looked at together. */
  readonly unit: number
  readonly repeat: number
  /** How often at most the whole run may say otherwise. */
  readonly risk: number
}

/**
 * Decides a rule about a share of passes as the whole run would: that has so many results, and those that were played are
 * a random part of them.
 */
export function shareRule(rule: string, { total, unit, repeat, risk }: ShareRuleWhole): EarlyRule | undefined {
  const isOpen = openingCount(rule, total, repeat)
  if (isOpen === undefined) return undefined
  const least = firstWhere(total, isOpen)
  const size = total / unit
  const againstOpen = bettingTest({ mean: least / total, tested: 'at least', size })
  const againstClosed = bettingTest({ mean: (least - 1) / total, tested: 'at most', size })
  let passed = 0
  let seen = 0
  return {
    rule,
    read: passOf(rule),
    note(readings) {
      const passes = readings.reduce((sum, one) => sum + one, 0)
      passed += passes
      seen += readings.length
      const [open, closed] = [againstClosed.add(passes / unit), againstOpen.add(passes / unit)]
      const now = passed
      const ruled = (gate: 'open' | 'closed', risked: number) => ({
        gate,
        risk: risked,
        reason: (after: number) =>
          message('{rule} is decided: {passed} of the first {after} {after|result|results} passed', {
            rule,
            passed: now,
            after,
          }),
      })
      if (passed >= least) return ruled('open', 0)
      if (seen - passed > total - least) return ruled('closed', 0)
      if (seen < leastSeen) return undefined
      if (closed >= 1 / risk) return ruled('closed', risk)
      return open >= 1 / risk ? ruled('open', risk) : undefined
    },
    // As many of the whole run would pass as of those that are there.
    contradicts: ({ gate }) => passed * total >= least * seen !== (gate === 'open'),
  }
}

/** Whether the gate is open with so many passes in all; undefined for rules that more than their number decides. */
function openingCount(rule: string, total: number, repeat: number): ((passed: number) => boolean) | undefined {
  const limits = limitOf(rule)
  if (limits === undefined || limits.side !== 'below') return undefined
  const limit = limits.limit - tolerance
  if (limits.name === 'pass-rate' || metricOfPassRate(limits.name) !== undefined) {
    return (passed) => passed / total >= limit
  }
  // Of repeated cases the interval depends on how alike the repeats are.
  return limits.name === 'pass-rate-low' && repeat === 1
    ? (passed) => wilsonInterval(passed, total).low >= limit
    : undefined
}

/** The smallest count that opens the gate; one more than there are where none does. */
function firstWhere(total: number, isOpen: (passed: number) => boolean): number {
  let [low, high] = [0, total + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isOpen(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function passOf(rule: string): (result: CaseResult) => number {
  const metric = metricOfPassRate(limitOf(rule)?.name ?? '')
  if (metric === undefined) return ({ verdict }) => (verdict === 'passed' ? 1 : 0)
  return ({ scores }) =>
    scores.some((score) => score.metric === metric && score.status === 'scored' && score.passed) ? 1 : 0
}
