import { z } from 'zod'
import { type Origin, EvalError, JsonObject, message, nearestNames, stringifyJson } from '../../core/index.ts'
import { didYouMean } from '../../core/basics/nearest-names.ts'
import type { ToolDeclaration } from './model-made-tools.ts'
import { ToolMocks, snakeCaseKeys, type ToolMock } from './tool-mock.ts'

const ToolDeclarationObject = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  parameters: JsonObject.optional(),
})

const Material = z
  .union([z.string(), JsonObject, z.array(z.unknown())])
  .transform((value) => (typeof value === 'string' ? value : stringifyJson(value)))

const fields = {
  tool_simulation_configs: ToolMocks,
  simulation_model: z.string().min(1).nullish(),
  simulation_model_configuration: JsonObject.nullish(),
  environment_data: Material.nullish(),
  tracing: Material.nullish(),
  /** Not part of ADK's format, which takes the declarations from the agent. */
  tool_declarations: z.array(ToolDeclarationObject).nullish(),
}

const EnvironmentObject = z.preprocess(snakeCaseKeys, z.strictObject(fields))

export type EnvironmentConfig = {
  readonly mocks: readonly ToolMock[]
  readonly model?: string
  /** Generation settings, in the terms of the Gemini API. */
  readonly generation?: JsonObject
  readonly environmentData?: string
  readonly tracing?: string
  readonly declarations: readonly ToolDeclaration[]
}

/**
 * Reads ADK's configuration of an environment simulation, and the declarations of tools in it.
 *
 * @throws {EvalError} `format` with file, line and path
 */
export function readEnvironmentConfig(value: unknown, origin: Origin): EnvironmentConfig {
  const read = EnvironmentObject.safeParse(value)
  if (!read.success) throw unreadable(read.error, origin)
  const { tool_simulation_configs: mocks, tool_declarations, ...rest } = read.data
  const declarations = tool_declarations ?? undefined
  if (declarations !== undefined) refuseUnknownTools(mocks, declarations, origin)
  return {
    mocks,
    model: rest.simulation_model ?? undefined,
    generation: rest.simulation_model_configuration ?? undefined,
    environmentData: rest.environment_data ?? undefined,
    tracing: rest.tracing ?? undefined,
    declarations: declarations ?? [],
  }
}

function unreadable(error: z.ZodError, origin: Origin): EvalError {
  // A mistyped key explains a missing one, so it is reported first.
  const issue = error.issues.find(({ code }) => code === 'unrecognized_keys') ?? error.issues[0]
  const path = (issue?.path ?? []).map((step) => (typeof step === 'symbol' ? String(step) : step))
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const near = unknown.flatMap((key) => nearestNames(key, Object.keys(fields)))
  const sentence = message('{place}: {problem}', { place: placeOf(path, origin), problem: issue?.message ?? 'invalid' })
  return new EvalError('format', sentence, {
    hint: didYouMean(near, message('A tool has a tool_name, and injection_configs or a mock_strategy_type.')),
  })
}

function placeOf(path: readonly (string | number)[], { file, lineOf }: Origin): string {
  const line = lineOf?.(path)
  const place = line === undefined ? file : `${file}:${line}`
  return path.length === 0 ? place : `${place}: ${path.join('.')}`
}

/** A mock of a tool that does not exist would never be used. */
function refuseUnknownTools(
  mocks: readonly ToolMock[],
  declarations: readonly ToolDeclaration[],
  origin: Origin,
): void {
  const names = declarations.map(({ name }) => name)
  const unknown = mocks.findIndex((mock) => !names.includes(mock.tool_name))
  if (unknown === -1) return
  const tool = mocks[unknown]?.tool_name ?? ''
  const place = placeOf(['tool_simulation_configs', unknown], origin)
  throw new EvalError('format', message('{place}: {tool} is not among the tool_declarations', { place, tool }), {
    hint: didYouMean(nearestNames(tool, names), message('There are: {names}.', { names: names.join(', ') })),
  })
}
