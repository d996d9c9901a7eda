import type { Invocation, Usage } from '../../core/index.ts'

/** Returns the price of a model call's tokens in US dollars; undefined when the price list does not have the model. */
export type DollarsOf = (model: string, usage: Usage) => number | undefined

/** Returns the cost of each event in US dollars, null where unknown; undefined when no event has a known cost. */
export function eventDollars({ steps }: Invocation, dollarsOf: DollarsOf): (number | null)[] | undefined {
  if (steps?.form !== 'events') return undefined
  const dollars = steps.events.map(({ model, usage = {} }) => {
    if (model === undefined) return null
    const { inputTokens = usage.promptTokens, outputTokens = usage.candidatesTokens } = usage
    return (
      dollarsOf(model, {
        ...usage,
        ...(inputTokens !== undefined && { inputTokens }),
        ...(outputTokens !== undefined && { outputTokens }),
      }) ?? null
    )
  })
  return dollars.every((one) => one === null) ? undefined : dollars
}
