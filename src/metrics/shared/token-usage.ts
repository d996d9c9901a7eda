import type { Invocation, Usage } from '../../core/index.ts'

/** The tokens of a turn by counter. A counter that nobody reported is null, not 0. */
export type TokenCounts = ReadonlyMap<string, number | null>

/** Shared by all turns without reported tokens, which are most. */
const unknown: TokenCounts = countersOf({})

/** Returns the usage that the target reports for the turn, or else the sum over its model calls. */
export function tokensOf(invocation: Invocation): TokenCounts {
  const { usage, steps } = invocation
  if (usage !== undefined) return countersOf(usage)
  const events = steps?.form === 'events' ? steps.events : []
  return addedUp(events.flatMap((event) => (event.usage === undefined ? [] : countersOf(event.usage))))
}

/** True when the tokens of a turn are all that it took, and not only those of its output or of some model calls. */
export function areAllTokens(invocation: Invocation): boolean {
  const { usage, provenance } = invocation
  const total = tokensOf(invocation)
  const isBoth = total.get('input_tokens') !== null && total.get('output_tokens') !== null
  const events = invocation.steps?.form === 'events' ? invocation.steps.events : []
  const isPart = usage === undefined && events.some((event) => event.model !== undefined && event.usage === undefined)
  if (isPart || provenance?.partialUsage === true) return false
  return isBoth || usage === undefined || usage.totalTokens !== undefined
}

/** Averages each counter over all turns. A turn without usage counts as 0; a counter that no turn has is null. */
export function averageTokens(turns: readonly TokenCounts[]): TokenCounts {
  const sums = addedUp(turns)
  if (sums === unknown) return unknown
  return new Map([...sums].map(([name, sum]) => [name, sum === null ? null : sum / turns.length]))
}

/** Input, output and total are always present, with ADK's names. The total is the sum of what is known. */
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
