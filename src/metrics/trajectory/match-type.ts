import { EvalError, message } from '../../core/index.ts'

/**
 * The way in which the agent's tool calls must follow the expected ones.
 *
 * - `exact`: the same calls in the same order
 * - `in-order`: the expected calls in their order, others may stand between them
 * - `any-order`: the expected calls in any order, others may be there too
 */
export type MatchType = 'exact' | 'in-order' | 'any-order'

/**
 * Reads ADK's `match_type`: EXACT or 0, IN_ORDER or 1, ANY_ORDER or 2, in any case and with `-` or space for `_`.
 * Absent means EXACT.
 *
 * @throws {EvalError} `config` when it is none of them
 */
export function parseMatchType(value: unknown): MatchType {
  if (value === undefined) return 'exact'
  const matchType = MATCH_TYPES.get(
    typeof value === 'string' ? value.trim().toUpperCase().replaceAll(/[- ]/gu, '_') : value,
  )
  if (matchType === undefined) {
    throw new EvalError('config', message('there is no match_type {matchType}', { matchType: JSON.stringify(value) }), {
      hint: message('Use EXACT, IN_ORDER or ANY_ORDER.'),
    })
  }
  return matchType
}

const MATCH_TYPES: ReadonlyMap<unknown, MatchType> = new Map<unknown, MatchType>([
  ['EXACT', 'exact'],
  [0, 'exact'],
  ['IN_ORDER', 'in-order'],
  [1, 'in-order'],
  ['ANY_ORDER', 'any-order'],
  [2, 'any-order'],
])
