import type { Message, RunComparison } from '../core/index.ts'
import { message } from '../core/message.ts'
import { count, decimal, percent, points, pointsBounds } from './number-format.ts'

/** The plain words of a comparison. */
export function comparisonVerdict({ test }: Pick<RunComparison, 'test'>): Message {
  if (test === undefined) return message('The runs have no case in common')
  const { difference, p, enough, casesNeeded } = test
  if (p < 1 - difference.level) {
    return difference.value < 0 ? message('The second run is worse') : message('The second run is better')
  }
  if (enough) return message('No difference found')
  const values = { cases: count(difference.n) }
  if (casesNeeded === undefined) return message('Cannot tell with {cases} {cases|case|cases}', values)
  return message('Cannot tell with {cases} {cases|case|cases}; it would take about {needed}', {
    ...values,
    needed: count(casesNeeded),
  })
}

/** What the test found, if there was one. */
export function testSentences({ test }: Pick<RunComparison, 'test'>): readonly Message[] {
  if (test === undefined) return []
  const { name, p, difference } = test
  return [
    message('Difference {difference} points ({level} interval {low} to {high}); {test}: {p}', {
      difference: points(difference.value),
      level: percent(difference.level),
      ...pointsBounds(difference),
      test: name,
      p: p < 0.001 ? 'p < 0.001' : `p = ${decimal(p)}`,
    }),
  ]
}
