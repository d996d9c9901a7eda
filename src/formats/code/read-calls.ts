import { isObject } from '../../core/basics/is-object.ts'
import { EvalError, message, wantingArgs, type ToolCall } from '../../core/index.ts'
import { asCode } from './shown.ts'

/** Expected tool calls. @throws {EvalError} `format` with place and field */
export function readCalls(calls: unknown, field: string, place: string): ToolCall[] {
  if (Array.isArray(calls)) return calls.map((call: unknown, index) => readCall(call, `${field}[${index}]`, place))
  throw new EvalError(
    'format',
    message('{place}: {field} takes a list of tool calls, not {given}', { place, field, given: asCode(calls) }),
    { hint: message('Each is a name, or {example}; an empty list expects none.', { example }) },
  )
}

const example = "{ name: 'get_weather', args: { city: 'Kyoto' } }"

function readCall(given: unknown, field: string, place: string): ToolCall {
  const call = typeof given === 'string' ? { name: given } : given
  const isCall = isObject(call) && Object.keys(call).every((key) => key === 'name' || key === 'args')
  if (isCall && typeof call['name'] === 'string' && call['name'] !== '') {
    const { name, args } = call
    if (args === undefined) return wantingArgs({ name }, { args: undefined })
    if (isObject(args)) {
      return hasPattern(args) ? wantingArgs({ name, args: inWords(args) }, { args }) : { name, args }
    }
  }
  throw new EvalError(
    'format',
    message('{place}: {field} is no tool call: {given}', { place, field, given: asCode(given) }),
    { hint: message('Each is a name, or {example}; an empty list expects none.', { example }) },
  )
}

function hasPattern(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof RegExp || Object.values(value).some(hasPattern)
}

function inWords(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, valueInWords(value)]))
}

function valueInWords(value: unknown): unknown {
  if (value instanceof RegExp) return String(value)
  if (Array.isArray(value)) return value.map(valueInWords)
  return isObject(value) ? inWords(value) : value
}
