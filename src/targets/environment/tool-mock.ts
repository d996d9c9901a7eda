import { z } from 'zod'
import { EvalError, JsonObject, message } from '../../core/index.ts'

const InjectedError = z.preprocess(
  snakeCaseKeys,
  z.object({ injected_http_error_code: z.int(), error_message: z.string() }),
)

/** A mocked reply of a tool in ADK's environment simulation, with either an error or a response. */
export const Injection = z.preprocess(
  snakeCaseKeys,
  z
    .strictObject({
      injection_probability: z.number().min(0).max(1).default(1),
      /** All of these must be among the call's arguments, which may have others. */
      match_args: JsonObject.nullish(),
      injected_latency_seconds: z.number().min(0).max(120).default(0),
      random_seed: z.int().nullish(),
      injected_error: InjectedError.nullish(),
      injected_response: JsonObject.nullish(),
    })
    .refine((injection) => isGiven(injection.injected_error) !== isGiven(injection.injected_response), {
      error: 'give either injected_error or an injected_response that is not empty',
    }),
)
export type Injection = z.infer<typeof Injection>

const strategies = ['MOCK_STRATEGY_UNSPECIFIED', 'MOCK_STRATEGY_TOOL_SPEC'] as const

const Strategy = z.preprocess(
  (value) => (typeof value === 'number' ? (strategies[value] ?? value) : (value ?? undefined)),
  z.enum(strategies).default('MOCK_STRATEGY_UNSPECIFIED'),
)

export const ToolMock = z.preprocess(
  snakeCaseKeys,
  z
    .strictObject({
      tool_name: z.string().min(1),
      injection_configs: z.array(Injection).default([]),
      mock_strategy_type: Strategy,
    })
    .refine((mock) => mock.injection_configs.length > 0 || mock.mock_strategy_type !== 'MOCK_STRATEGY_UNSPECIFIED', {
      error: 'a tool without injection_configs needs a mock_strategy_type',
    }),
)
export type ToolMock = z.infer<typeof ToolMock>

export const ToolMocks = z
  .array(ToolMock)
  .min(1)
  .refine((mocks) => new Set(mocks.map((mock) => mock.tool_name)).size === mocks.length, {
    error: 'a tool is declared more than once',
  })

/**
 * Reads mocks: ADK's `{ "tool_simulation_configs": [ … ] }`, that list alone, or `{ "tool name": [ injections ] }`.
 *
 * @throws {EvalError} `format`, naming `place` and the problem
 */
export function readToolMocks(value: unknown, place: string): readonly ToolMock[] {
  return checked(ToolMocks, listOf(value), place)
}

export function readInjection(value: unknown, place: string): Injection {
  return checked(Injection, value, place)
}

function listOf(value: unknown): unknown {
  const object = JsonObject.safeParse(value)
  if (!object.success) return value
  const list = object.data['tool_simulation_configs'] ?? object.data['toolSimulationConfigs']
  if (list !== undefined) return list
  return Object.entries(object.data).map(([tool_name, injection_configs]) => ({ tool_name, injection_configs }))
}

function checked<Value>(schema: z.ZodType<Value>, value: unknown, place: string): Value {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw new EvalError(
    'format',
    message('{place}: {problem}', {
      place: [place, ...(issue?.path ?? [])].join('.'),
      problem: issue?.message ?? 'invalid',
    }),
    { hint: message('A tool has a tool_name, and injection_configs or a mock_strategy_type.') },
  )
}

/** ADK for Python writes `tool_name`, ADK for TypeScript `toolName`. Keys inside values stay unchanged. */
export function snakeCaseKeys(value: unknown): unknown {
  const object = JsonObject.safeParse(value)
  if (!object.success) return value
  const fields = Object.entries(object.data).map(([key, field]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    // When a key is there in both spellings, the second stays unknown and is refused.
    return [name in object.data ? key : name, field]
  })
  return Object.fromEntries(fields)
}

// ADK tests for Python's truth, where an empty response counts as none.
function isGiven(value: JsonObject | null | undefined): boolean {
  return value !== null && value !== undefined && Object.keys(value).length > 0
}
