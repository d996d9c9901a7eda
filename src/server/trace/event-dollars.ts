import type { Invocation, Usage } from '../../core/index.ts'

/** What the tokens of a model's call cost by the list; undefined where nobody knows. */
export type DollarsOf = (model: string, usage: Usage) => number | undefined

/** What each event of an exchange cost; undefined where nobody knows it of any, null where it is not known of one. */
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
