import { type CaseResult, limitOf, message, metricOfPassRate } from '../../core/index.ts'
import { bettingTest } from '../../statistics/betting-test.ts'
import { wilsonInterval } from '../../statistics/proportion.ts'
import { tolerance } from '../gate.ts'
import type { EarlyRule } from './early-rule.ts'

/** Two results could suffice for a decision, but the first ones may come from an agent that is still warming up. */
const leastSeen = 10

type ShareRuleWhole = {
  readonly total: number
  /** The number of results evaluated together. */
  readonly unit: number
  readonly repeat: number
  /** Upper bound of the probability that the whole run decides otherwise. */
  readonly risk: number
}

/**
 * Decides a rule about a pass rate as the whole run would, treating the results so far as a random sample of all.
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
    // Extrapolates the pass rate so far to the whole run.
    contradicts: ({ gate }) => passed * total >= least * seen !== (gate === 'open'),
  }
}

/** Returns whether the gate is open at a number of passes; undefined for rules that depend on more than that. */
function openingCount(rule: string, total: number, repeat: number): ((passed: number) => boolean) | undefined {
  const limits = limitOf(rule)
  if (limits === undefined || limits.side !== 'below') return undefined
  const limit = limits.limit - tolerance
  if (limits.name === 'pass-rate' || metricOfPassRate(limits.name) !== undefined) {
    return (passed) => passed / total >= limit
  }
  // With repeats the interval also depends on how similar they are.
  return limits.name === 'pass-rate-low' && repeat === 1
    ? (passed) => wilsonInterval(passed, total).low >= limit
    : undefined
}

/** Returns the smallest count that opens the gate, or total + 1 when none does. */
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
