import { EvalError, jsonObjectOf, message } from '../../core/index.ts'
import { functionName } from '../../targets/function-target.ts'
import { isReply } from '../../targets/reply/reply.ts'

type SchemaIssue = { readonly message: string; readonly path?: readonly unknown[] | undefined }

type SchemaResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** A schema of Zod, Valibot, ArkType or any other library that follows Standard Schema (standardschema.dev), version 1. */
export type StandardSchema<Given, Value> = {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Value> | Promise<SchemaResult<Value>>
    readonly types?: { readonly input: Given; readonly output: Value } | undefined
  }
}

type AgentInCode = (asked: unknown, context: unknown) => unknown

/**
 * Wraps the agents of an evaluation: they receive questions parsed by `input`, and their answers are checked by
 * `output`. Other settings stay unchanged.
 *
 * @throws {EvalError} `config` for an invalid schema, and for agents that are no functions
 */
export function withSchemas(name: string, settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { input, output, ...others } = settings
  if (input === undefined && output === undefined) return settings
  const schemas = { input: schemaIn(name, 'input', input), output: schemaIn(name, 'output', output) }
  const checked = (agent: unknown) => {
    if (typeof agent === 'function') return checkedAgent(agent as AgentInCode, schemas)
    throw new EvalError(
      'config',
      message('input and output of the evaluation "{name}" need a function as agent', { name }),
    )
  }
  const { agent, arms, agentFor } = others
  return {
    ...others,
    ...(agent !== undefined && { agent: checked(agent) }),
    ...(typeof arms === 'object' &&
      arms !== null && { arms: Object.fromEntries(Object.entries(arms).map(([arm, one]) => [arm, checked(one)])) }),
    ...(typeof agentFor === 'function' && {
      agentFor: async (variant: unknown) => checked(await (agentFor as (variant: unknown) => unknown)(variant)),
    }),
  }
}

type Schemas = { readonly [Side in 'input' | 'output']: StandardSchema<unknown, unknown> | undefined }

function checkedAgent(agent: AgentInCode, { input, output }: Schemas): AgentInCode {
  const asked = async (question: string, context: unknown) => {
    const given =
      input === undefined ? question : await valueOf(input, jsonObjectOf(question) ?? question, refusedInput)
    const answer = await agent(given, context)
    if (output === undefined) return answer
    if (!isReply(answer)) return { response: await valueOf(output, answer, refusedOutput) }
    const reply = answer as { readonly response?: unknown }
    if (reply.response === undefined) return reply
    return { ...reply, response: await valueOf(output, reply.response, refusedOutput) }
  }
  return Object.defineProperty(asked, 'name', { value: functionName(agent) }) as AgentInCode
}

async function valueOf<Value>(
  schema: StandardSchema<unknown, Value>,
  value: unknown,
  refused: (problem: string) => EvalError,
): Promise<Value> {
  const result = await schema['~standard'].validate(value)
  if (result.issues === undefined) return result.value
  throw refused(result.issues.map(problemIn).join('; '))
}

function problemIn({ path = [], message: problem }: SchemaIssue): string {
  const keys = path.map((key) => String(typeof key === 'object' && key !== null && 'key' in key ? key.key : key))
  return keys.length === 0 ? problem : `${keys.join('.')}: ${problem}`
}

function refusedInput(problem: string): EvalError {
  // The error is in the case, not in the agent.
  return new EvalError('environment', message('What the case asks is not what input says: {problem}', { problem }))
}

function refusedOutput(problem: string): EvalError {
  return new EvalError('agent', message('The answer is not what output says: {problem}', { problem }))
}

function schemaIn(name: string, side: string, value: unknown): StandardSchema<unknown, unknown> | undefined {
  const isSchema = (typeof value === 'object' || typeof value === 'function') && value !== null && '~standard' in value
  if (value === undefined || isSchema) return value as StandardSchema<unknown, unknown> | undefined
  throw new EvalError('config', message('{side} of the evaluation "{name}" takes a schema', { side, name }), {
    hint: message('For example: {example}', { example: `${side}: z.object({ city: z.string() })` }),
  })
}
