import { isBroken, message, type CaseResult } from '../../core/index.ts'
import type { EarlyRule } from './early-rule.ts'

const closing: Readonly<Record<string, (result: CaseResult, failOn: readonly string[]) => boolean>> = {
  failed: ({ verdict }) => verdict === 'failed',
  error: (result, failOn) => result.verdict === 'error' || (!failOn.includes('not-evaluated') && broke(result)),
  'not-evaluated': ({ verdict }) => verdict === 'not-evaluated',
}

/** A rule that any single result closes is decided by the first; that there is none is known at the end alone. */
export function countRule(rule: string, failOn: readonly string[]): EarlyRule | undefined {
  const closes = Object.hasOwn(closing, rule) ? closing[rule] : undefined
  if (closes === undefined) return undefined
  return {
    rule,
    read: (result) => (closes(result, failOn) ? 1 : 0),
    note: (readings) =>
      readings.includes(1)
        ? {
            gate: 'closed',
            risk: 0,
            reason: (after) => message('{rule} is decided by result {after} of the order of play', { rule, after }),
          }
        : undefined,
    contradicts: () => false,
  }
}

function broke({ verdict, scores, transcript: { failure } }: CaseResult): boolean {
  return isBroken({ verdict, scores, ...(failure !== undefined && { failure }) })
}
