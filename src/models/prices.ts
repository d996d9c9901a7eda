import { z } from 'zod'
import type { Usage } from '../core/index.ts'
import { keepLast } from '../core/basics/keep-last.ts'
import { parseModelName, type ModelName } from './model-name.ts'
import priceList from './prices.json' with { type: 'json' }

// US dollars for `per` tokens. Where cached input has no price of its own it costs what input costs. A request with more
// input than `upTo` has another price, which is not in the list.
const Price = z.object({
  input: z.number(),
  cached: z.number().optional(),
  output: z.number(),
  upTo: z.number().optional(),
})
const Family = z.object({ date: z.iso.date(), source: z.string(), models: z.record(z.string(), Price) })
const families = z.array(Family).parse(priceList.families)
const prices = new Map(families.flatMap(({ models }) => Object.entries(models)))

/** The day of the oldest of the prices, as YYYY-MM-DD. */
export const pricesDate: string = families.map(({ date }) => date).reduce((one, other) => (one < other ? one : other))

/**
 * What the tokens of one call cost in US dollars; undefined when nobody knows the price or the tokens. Local models cost nothing,
 * a server at any address may ask for anything.
 *
 * @param modelId as `LanguageModel.id` has it
 */
export function costOf(modelId: string, usage: Usage | undefined): number | undefined {
  const { name } = names.get(modelId) ?? names.set(modelId, { name: readName(modelId) })
  if (name === undefined) return undefined
  if (['ollama', 'llamacpp', 'vllm', 'lmstudio'].includes(name.provider)) return 0
  const price = priceOf(name)
  const input = usage?.inputTokens
  const output = usage?.outputTokens
  if (price === undefined || input === undefined || output === undefined) return undefined
  if (price.upTo !== undefined && input > price.upTo) return undefined
  const cached = Math.min(usage?.cachedTokens ?? 0, input)
  const dollars = (input - cached) * price.input + cached * (price.cached ?? price.input) + output * price.output
  return dollars / priceList.per
}

// To refuse a name takes as long as all else of a call's price, and a run asks the same few models; what agents report may be any.
const names = keepLast<{ readonly name: ModelName | undefined }>(100)

function readName(modelId: string): ModelName | undefined {
  try {
    return parseModelName(modelId)
  } catch {
    // Something like `scripted` or `embedded`: the only thing that a name can be wrong in is that nobody knows it.
    return undefined
  }
}

// Bedrock has prices of its own, by region.
function priceOf({ provider, model }: ModelName): z.infer<typeof Price> | undefined {
  if (!['google', 'vertex', 'openai', 'anthropic'].includes(provider)) return undefined
  const exact = prices.get(model)
  if (exact !== undefined) return exact
  // Only what looks like a date or a number of a release: `gpt-4o-audio` is not a `gpt-4o` of some day.
  const version = /^(.*?)[-@](\d{4}-?\d{2}-?\d{2}|latest|\d{3})$/.exec(model)?.[1]
  return version === undefined ? undefined : prices.get(version)
}
