import { z } from 'zod'
import type { Usage } from '../core/index.ts'
import { keepLast } from '../core/basics/keep-last.ts'
import { parseModelName, type ModelName } from './model-name.ts'
import priceList from './prices.json' with { type: 'json' }

// US dollars for `per` tokens. Cached input costs the same as input unless it has a price. Requests with more input
// than `upTo` have another price, which the list lacks.
const Price = z.object({
  input: z.number(),
  cached: z.number().optional(),
  output: z.number(),
  upTo: z.number().optional(),
})
const Family = z.object({ date: z.iso.date(), source: z.string(), models: z.record(z.string(), Price) })
const families = z.array(Family).parse(priceList.families)
const prices = new Map(families.flatMap(({ models }) => Object.entries(models)))

/**
 * Returns the price of one call's tokens in US dollars; undefined when the price or the tokens are unknown. Local
 * models cost nothing, but a server at any other address may charge anything.
 *
 * @param modelId as in `LanguageModel.id`
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

// Parsing an unknown name costs as much as all other work for a price. A run uses few names, but agents may report any.
const names = keepLast<{ readonly name: ModelName | undefined }>(100)

function readName(modelId: string): ModelName | undefined {
  try {
    return parseModelName(modelId)
  } catch {
    // A name such as `scripted` or `embedded` can only be unknown, so there is no error to report.
    return undefined
  }
}

// Bedrock has prices of its own, by region.
function priceOf({ provider, model }: ModelName): z.infer<typeof Price> | undefined {
  if (!['google', 'vertex', 'openai', 'anthropic'].includes(provider)) return undefined
  const exact = prices.get(model)
  if (exact !== undefined) return exact
  // Only a date or a release number is removed: `gpt-4o-audio` is not a dated `gpt-4o`.
  const version = /^(.*?)[-@](\d{4}-?\d{2}-?\d{2}|latest|\d{3})$/.exec(model)?.[1]
  return version === undefined ? undefined : prices.get(version)
}
