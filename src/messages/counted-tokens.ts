import { isObject } from '../core/basics/is-object.ts'
import type { Usage } from '../core/index.ts'

// Larger numbers cannot be token counts, even of a whole run.
const mostTokens = 1e9

/** Returns a plausible count, a whole number from 0; undefined for any other value. */
export function asCount(value: unknown): number | undefined {
  const number = typeof value === 'bigint' ? Number(value) : value
  return Number.isInteger(number) && Number(number) >= 0 && Number(number) <= mostTokens ? Number(number) : undefined
}

type CountedInput = {
  readonly input: number | undefined
  /** Tokens read from a cache or written to it, or reported separately for another reason. */
  readonly cached: number
  readonly output?: number | undefined
  readonly total?: number | undefined
  /** True for sources known to exclude the cache from the input, as Anthropic, Bedrock and Langfuse do. */
  readonly isApart?: boolean
}

/**
 * Returns all input tokens of a call. Most sources include cached tokens in the input; a cache count above the input must be
 * separate, and a total decides the other cases.
 */
export function wholeInput({ input, cached, output, total, isApart = false }: CountedInput): number | undefined {
  if (input === undefined || cached === 0) return input
  if (input < cached) return input + cached
  if (total !== undefined && output !== undefined) {
    if (total === input + output) return input
    if (total === input + cached + output) return input + cached
  }
  return isApart ? input + cached : input
}

const inputs = names('input_tokens', 'prompt_tokens', 'prompt_token_count', 'input', 'prompt')
const outputs = names('output_tokens', 'completion_tokens', 'candidates_token_count', 'output', 'completion')
const reads = names(
  'cache_read_input_tokens',
  'cached_input_tokens',
  'cached_content_token_count',
  'cache_read_tokens',
  'cached_tokens',
  'prompt_cache_hit_tokens',
  'cache_read',
)
const writes = names(
  'cache_creation_input_tokens',
  'cache_write_input_tokens',
  'cache_creation_tokens',
  'cache_write_tokens',
  'cache_creation',
  'cache_write',
)
const thoughts = names('reasoning_tokens', 'thoughts_token_count', 'reasoning')
const totals = names('total_tokens', 'total_token_count', 'total')
const inputDetails = names('prompt_tokens_details', 'input_tokens_details', 'input_token_details', 'prompt_details')
const outputDetails = names('completion_tokens_details', 'output_tokens_details', 'output_token_details')

// Anthropic's and Bedrock's keys, whose tokens are not part of the input.
const apart = names('cache_read_input_tokens', 'cache_creation_input_tokens', 'cache_write_input_tokens')

/** Reads the tokens of a call as providers and libraries report them; undefined where no key counts any. */
export function countedTokens(counted: unknown): Usage | undefined {
  if (!isObject(counted)) return undefined
  const [input, output, total] = [count(counted, inputs), count(counted, outputs), count(counted, totals)]
  const given = detailsIn(counted, inputDetails)
  const read = count(counted, reads) ?? count(given, reads)
  const cached = (read ?? 0) + (count(counted, writes) ?? count(given, writes) ?? 0)
  const isApart = count(counted, names('input_tokens')) !== undefined && apart.some((name) => name in counted)
  const whole = wholeInput({ input, cached, output, total, isApart })
  const usage = Object.entries({
    inputTokens: whole,
    outputTokens: output,
    cachedTokens: read,
    reasoningTokens: count(counted, thoughts) ?? count(detailsIn(counted, outputDetails), thoughts),
    totalTokens: wholeTotal({ total, input, output, whole }),
  }).filter(([, value]) => value !== undefined)
  return usage.length === 0 ? undefined : (Object.fromEntries(usage) as Usage) // only what is absent is gone
}

/** A call of a model takes tokens, so libraries that count none were not told how many there were. */
export function hasTokens(usage: Usage): boolean {
  return Object.values(usage).some((tokens) => (tokens ?? 0) > 0)
}

/** Adds usages counter by counter; a counter that none reports stays absent, and a total that only some report is completed. */
export function addUsage(usages: readonly Usage[]): Usage | undefined {
  const total: Usage = {}
  const isTotalled = usages.some(({ totalTokens }) => totalTokens !== undefined)
  const whole = usages.map((usage) =>
    isTotalled ? { ...usage, totalTokens: usage.totalTokens ?? inAndOut(usage) } : usage,
  )
  for (const [name, tokens] of whole.flatMap((usage) => Object.entries(usage)) as [keyof Usage, number | undefined][])
    if (tokens !== undefined) total[name] = (total[name] ?? 0) + tokens
  return Object.keys(total).length === 0 ? undefined : total
}

function inAndOut({ inputTokens = 0, outputTokens = 0 }: Usage): number {
  return inputTokens + outputTokens
}

type Totals = Readonly<Record<'total' | 'input' | 'output' | 'whole', number | undefined>>

/** Corrects a total that was computed without the cached input. */
export function wholeTotal({ total, input, output, whole }: Totals): number | undefined {
  const isShort = total !== undefined && total === (input ?? 0) + (output ?? 0)
  return isShort && whole !== undefined ? whole + (output ?? 0) : total
}

function names(...snakeCase: readonly string[]): readonly string[] {
  return snakeCase.flatMap((name) => [name, name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())])
}

function count(counted: Readonly<Record<string, unknown>>, all: readonly string[]): number | undefined {
  return all.map((name) => asCount(counted[name])).find((one) => one !== undefined)
}

function detailsIn(counted: Readonly<Record<string, unknown>>, all: readonly string[]): Record<string, unknown> {
  return all.map((name) => counted[name]).find(isObject) ?? {}
}
