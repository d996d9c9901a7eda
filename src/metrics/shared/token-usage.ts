import type { Invocation, Usage } from '../../core/index.ts'

/** Tokens of a turn, by counter. One that nobody reported is null, not 0. */
export type TokenCounts = ReadonlyMap<string, number | null>

/** Most agents report no tokens at all, and there are many turns. */
const unknown: TokenCounts = countersOf({})

/** The tokens of a turn: what the target says of it as a whole, or else the sum over its model calls. */
export function tokensOf(invocation: Invocation): TokenCounts {
  const { usage, steps } = invocation
  if (usage !== undefined) return countersOf(usage)
  const events = steps?.form === 'events' ? steps.events : []
  return addedUp(events.flatMap((event) => (event.usage === undefined ? [] : countersOf(event.usage))))
}

/**
 * The average of each counter over all turns: one without usage counts as 0, and a counter that no turn has is null.
 */
export function averageTokens(turns: readonly TokenCounts[]): TokenCounts {
  const sums = addedUp(turns)
  if (sums === unknown) return unknown
  return new Map([...sums].map(([name, sum]) => [name, sum === null ? null : sum / turns.length]))
}

/** Input, output and total are always there, by ADK's names; the total is input + output as far as they are known. */
function countersOf(usage: Usage): TokenCounts {
  const input = usage.inputTokens ?? sumOfKnown([usage.promptTokens, usage.toolUseTokens])
  const output = usage.outputTokens ?? sumOfKnown([usage.candidatesTokens, usage.reasoningTokens])
  return new Map([
    ['input_tokens', input],
    ['output_tokens', output],
    ['total_tokens', sumOfKnown([input, output]) ?? usage.totalTokens ?? null],
    ['prompt_tokens', usage.promptTokens ?? null],
    ['cached_tokens', usage.cachedTokens ?? null],
    ['tool_use_tokens', usage.toolUseTokens ?? null],
    ['candidates_tokens', usage.candidatesTokens ?? null],
    ['reasoning_tokens', usage.reasoningTokens ?? null],
  ])
}

function addedUp(counts: readonly TokenCounts[]): TokenCounts {
  if (counts.every((turn) => turn === unknown)) return unknown
  return new Map([...unknown.keys()].map((name) => [name, sumOfKnown(counts.map((turn) => turn.get(name)))]))
}

function sumOfKnown(numbers: readonly (number | null | undefined)[]): number | null {
  const known = numbers.filter((number) => number !== null && number !== undefined)
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0)
}
