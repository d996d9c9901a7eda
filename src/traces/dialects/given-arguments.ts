import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject, ToolCall } from '../../core/index.ts'
import { firstField } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readToolCall } from '../../messages/tool-values.ts'

/**
 * Extracts the arguments from a tool span's input. Decorators write a function's parameters, callbacks write the
 * arguments of their call, and some libraries write the whole tool call.
 *
 * @param parameters the tool's parameters, which name positional arguments
 */
export function givenArguments(given: unknown, name: string, parameters?: unknown): unknown {
  const held = jsonIn(given)
  if (!isObject(held)) return given
  const call = readToolCall(held)
  if (call?.name === name && call.args !== undefined && !isParameter('name', parameters)) return call.args
  const { args, kwargs } = held
  const positional = jsonIn(args)
  if (isCallOfFunction(held)) {
    const inputs = firstField(held, 'inputs')
    if (isFilled(inputs)) return inputs
    const whole = byPosition(positional, jsonIn(kwargs), parameters)
    // Without parameter names, positional arguments stay a list.
    if (whole !== undefined || (Array.isArray(positional) && positional.length > 0)) return whole ?? withoutFrame(held)
    return isFilled(jsonIn(kwargs)) ? kwargs : withoutFrame(held)
  }
  const [only, ...others] = Object.keys(held)
  const isFrame = others.length === 0 && only !== undefined && frames.has(only) && !isParameter(only, parameters)
  const inner = isFrame ? jsonIn(held[only]) : undefined
  return isObject(inner) ? inner : given
}

/** Names positional arguments by the tool's declaration. */
export function withDeclaredNames(call: ToolCall, declarations: readonly unknown[]): ToolCall {
  const { args, kwargs, ...others } = call.args ?? {}
  if (!Array.isArray(args) || args.length === 0 || Object.keys(others).length > 0) return call
  const declaration = declarations.flatMap(singleDeclarations).find((one) => firstField(one, 'name') === call.name)
  const named = byPosition(args, kwargs, declaration)
  return named === undefined ? call : { ...call, args: named }
}

/** Gemini puts several declarations into one; OpenAI and Bedrock wrap each. */
function singleDeclarations(declaration: unknown): readonly unknown[] {
  const held = jsonIn(declaration)
  const several = firstField(held, 'functionDeclarations', 'function_declarations')
  return Array.isArray(several) ? several : [firstField(held, 'function', 'toolSpec') ?? held]
}

/** Unwraps an answer that is wrapped together with the tool's name. */
export function withoutName(answer: unknown, name: string): unknown {
  const held = jsonIn(answer)
  return isObject(held) && held['name'] === name && 'response' in held ? held['response'] : answer
}

const frames = new Set([
  'input',
  'inputs',
  'args',
  'kwargs',
  'arguments',
  'parameters',
  'params',
  'tool_input',
  'tool_args',
])
const beside = new Set(['input_str', 'inputs', 'kwargs', 'args', 'tags', 'metadata', 'input', 'name', 'config', 'self'])

/** Recorded calls of a function have lists of arguments, and beside them only flags. */
function isCallOfFunction(given: JsonObject): boolean {
  const isCall =
    'input_str' in given ||
    Array.isArray(jsonIn(given['args'])) ||
    (isObject(jsonIn(given['kwargs'])) && 'args' in given)
  const rest = Object.entries(given).filter(([key]) => !beside.has(key))
  const isOnlyCall = isCall || (isObject(jsonIn(given['kwargs'])) && rest.length === 0)
  return isOnlyCall && rest.every(([, value]) => value === null || typeof value === 'boolean')
}

function isFilled(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0
}

function byPosition(args: unknown, kwargs: unknown, parameters: unknown): JsonObject | undefined {
  if (!Array.isArray(args) || args.length === 0) return undefined
  const names = parameterNames(parameters)
  const named = isObject(kwargs) ? kwargs : {}
  if (names.length >= args.length) {
    return { ...Object.fromEntries(args.map((value, at) => [names[at] ?? '', value])), ...named }
  }
  const only = args.length === 1 ? jsonIn(args[0]) : undefined
  return isObject(only) ? { ...only, ...named } : undefined
}

function withoutFrame(given: JsonObject): unknown {
  const { args, input_str: text, input } = given
  const told = text ?? input
  if (told !== undefined) return told
  return Array.isArray(args) && args.length > 0 ? given : {}
}

function isParameter(name: string, parameters: unknown): boolean {
  return parameterNames(parameters).includes(name)
}

function parameterNames(parameters: unknown): readonly string[] {
  const schema = jsonIn(parameters)
  const around = firstField(schema, 'parameters', 'inputSchema', 'input_schema') ?? schema
  const declared = firstField(around, 'json') ?? around
  const properties = firstField(declared, 'properties') ?? declared
  const isDeclaration = isObject(properties) && Object.values(properties).every(isObject)
  return isDeclaration ? Object.keys(properties) : []
}
