import {
  stringifyJson,
  toolResponsesOf,
  type Invocation,
  type JsonObject,
  type ToolCall,
  type Transcript,
} from '../core/index.ts'
import { jsonLeaves } from '../core/basics/json-leaves.ts'
import { isObject } from '../core/basics/is-object.ts'
import { callsMade, inCalls, type ChangedCalls, type MutationOperator } from './operator.ts'

type ChangedValue = { readonly value: unknown; readonly change: string }

export const callOperators: readonly MutationOperator[] = [
  {
    id: 'drop-call',
    plants: 'a call is left out',
    mutants: (transcript) =>
      inCalls(transcript, (calls) =>
        calls.map((call, index) => ({ calls: calls.toSpliced(index, 1), index, change: `without ${call.name}` })),
      ),
  },
  {
    id: 'duplicate-call',
    plants: 'a call is made twice',
    mutants: (transcript) =>
      inCalls(transcript, (calls) =>
        calls.map((call, index) => ({
          calls: calls.toSpliced(index, 0, { ...call, ...(call.id !== undefined && { id: `${call.id}-again` }) }),
          index,
          change: `${call.name} twice`,
        })),
      ),
  },
  {
    id: 'swap-calls',
    plants: 'a call is made before the one whose result it needs',
    mutants: (transcript) => inCalls(transcript, swapped).filter(({ isFreeOrder }) => isFreeOrder !== true),
  },
  {
    id: 'swap-free-calls',
    plants: 'two calls that do not need each other are in another order',
    mutants: (transcript) => inCalls(transcript, swapped).filter(({ isFreeOrder }) => isFreeOrder === true),
  },
  {
    id: 'other-tool',
    plants: 'another tool is called, as it was before or else is later',
    mutants: (transcript) => {
      const made = transcript.invocations.flatMap(callsMade)
      return inCalls(transcript, (calls) => otherTools(calls, made))
    },
  },
  {
    id: 'argument-number',
    plants: 'another number in an argument',
    mutants: (transcript) => inArguments(transcript, otherNumber),
  },
  {
    id: 'argument-date',
    plants: 'a date in an argument is a day later',
    mutants: (transcript) => inArguments(transcript, otherDate),
  },
  {
    id: 'argument-id',
    plants: 'an id in an argument with another digit',
    mutants: (transcript) => inArguments(transcript, otherId),
  },
  {
    id: 'argument-choice',
    plants: 'another of the values that an argument may have',
    mutants: (transcript) => {
      const declared = transcript.invocations.flatMap(({ agents = {} }) =>
        Object.values(agents).flatMap(({ toolDeclarations = [] }) => toolDeclarations),
      )
      return inArguments(transcript, (value, tool, argument) => otherChoice(value, choicesIn(declared, tool, argument)))
    },
  },
  {
    id: 'argument-unit',
    plants: 'another unit in an argument',
    mutants: (transcript) => inArguments(transcript, otherUnit),
  },
  {
    id: 'argument-null',
    plants: 'an argument is null',
    mutants: (transcript) =>
      inArguments(transcript, (value) =>
        value === null ? [] : [{ value: null, change: `${stringifyJson(value)} → null` }],
      ),
  },
  {
    id: 'argument-missing',
    plants: 'an argument is left out',
    mutants: (transcript) =>
      inCalls(transcript, (calls) =>
        calls.flatMap((call, index) =>
          Object.keys(call.args ?? {}).map((name) => {
            const { [name]: _, ...args } = call.args ?? {}
            return { calls: calls.with(index, { ...call, args }), index, change: `${call.name} without ${name}` }
          }),
        ),
      ),
  },
]

function* swapped(calls: readonly ToolCall[], invocation: Invocation): Generator<ChangedCalls> {
  for (let index = 0; index + 1 < calls.length; index += 1) {
    const [first, second] = [calls[index], calls[index + 1]]
    if (first === undefined || second === undefined) continue
    const result = resultOf(invocation, first, index)
    const change = `${second.name} before ${first.name}`
    const changed = { calls: calls.with(index, second).with(index + 1, first), index, change }
    if (needs(second, result)) yield changed
    // With an unknown result the second call may need the first; two calls about the same thing may affect each other.
    else if (result !== undefined && !needs(second, first.args)) yield { ...changed, isFreeOrder: true }
  }
}

function resultOf(invocation: Invocation, call: ToolCall, index: number): JsonObject | undefined {
  const results = toolResponsesOf(invocation)
  const own = call.id === undefined ? results[index] : results.find(({ id }) => id === call.id)
  return own?.response
}

/** Short values are ignored, because they occur among arguments by chance. */
function needs({ args = {} }: ToolCall, result: JsonObject | undefined): boolean {
  const values = new Set(jsonLeaves(args).map(String))
  return jsonLeaves(result).some((value) => String(value).length > 2 && values.has(String(value)))
}

function otherTools(calls: readonly ToolCall[], made: readonly ToolCall[]): readonly ChangedCalls[] {
  return calls.flatMap((call, index) => {
    const before = byName(made.slice(0, made.indexOf(call)), call.name)
    return (before.length > 0 ? before : byName(made, call.name)).map(({ name, args }) => ({
      // The arguments fit the other tool, so only the choice of the tool is wrong.
      calls: calls.with(index, { ...call, name, ...(args !== undefined && { args }) }),
      index,
      change: `${name} for ${call.name}`,
    }))
  })
}

function byName(calls: readonly ToolCall[], without: string): readonly ToolCall[] {
  return [...new Map(calls.map((call) => [call.name, call])).values()].filter(({ name }) => name !== without)
}

function inArguments(
  transcript: Transcript,
  changed: (value: unknown, tool: string, argument: string) => readonly ChangedValue[],
) {
  return inCalls(transcript, (calls) =>
    calls.flatMap((call, index) =>
      Object.entries(call.args ?? {}).flatMap(([name, value]) =>
        changed(value, call.name, name).map(({ value: other, change }) => ({
          calls: calls.with(index, { ...call, args: { ...call.args, [name]: other } }),
          index,
          change: `${call.name}.${name}: ${change}`,
        })),
      ),
    ),
  )
}

function otherNumber(value: unknown): readonly ChangedValue[] {
  const number = typeof value === 'number' ? value : readNumber(value)
  if (number === undefined) return []
  const near = Number.isInteger(number) ? number + Math.max(1, Math.round(Math.abs(number) / 10)) : number * 1.1
  return [near, number === 0 ? 10 : number * 10].map((other) => ({
    value: typeof value === 'number' ? other : String(other),
    change: `${stringifyJson(value)} → ${other}`,
  }))
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'string' && /^-?\d{1,9}(?:\.\d{1,6})?$/.test(value) ? Number(value) : undefined
}

function otherDate(value: unknown): readonly ChangedValue[] {
  if (typeof value !== 'string') return []
  const match = /\d{4}-\d{2}-\d{2}/.exec(value)
  const later = match === null ? undefined : dayLater(match[0])
  if (match === null || later === undefined) return []
  return [{ value: value.replace(match[0], later), change: `${match[0]} → ${later}` }]
}

export function dayLater(date: string): string | undefined {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? undefined : new Date(time + 86_400_000).toISOString().slice(0, 10)
}

/** An id has letters or signs and digits without blanks, such as `ORD-1042`; numbers and dates are not ids. */
function otherId(value: unknown): readonly ChangedValue[] {
  if (typeof value !== 'string' || !/^(?=\S*\d)(?=\S*[A-Za-z_#-])\S{3,64}$/.test(value)) return []
  if (/\d{4}-\d{2}-\d{2}/.test(value)) return []
  const at = [...value].findLastIndex((letter) => letter >= '0' && letter <= '9')
  const other = value.slice(0, at) + String((Number(value[at]) + 1) % 10) + value.slice(at + 1)
  return [{ value: other, change: `${value} → ${other}` }]
}

function otherChoice(value: unknown, choices: readonly unknown[]): readonly ChangedValue[] {
  if (typeof value === 'boolean') return [{ value: !value, change: `${value} → ${!value}` }]
  const other = choices.find((choice) => choice !== value)
  if (other === undefined || !choices.includes(value)) return []
  return [{ value: other, change: `${stringifyJson(value)} → ${stringifyJson(other)}` }]
}

/** Finds an argument's enum in declarations of Gemini, OpenAI, Anthropic or MCP: JSON schemas below the tool's name. */
function choicesIn(declared: readonly unknown[], tool: string, argument: string): readonly unknown[] {
  const left: unknown[] = [...declared]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isObject(node) && !Array.isArray(node)) continue
    if (isObject(node) && node['name'] === tool) return enumBelow(node, argument)
    left.push(...Object.values(node))
  }
  return []
}

function enumBelow(declaration: unknown, argument: string): readonly unknown[] {
  const left = [declaration]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isObject(node)) continue
    const { properties } = node
    const own = isObject(properties) ? properties[argument] : undefined
    if (isObject(own) && Array.isArray(own['enum'])) return own['enum'] as unknown[]
    left.push(...Object.values(node))
  }
  return []
}

const units = [
  ['kg', 'g'],
  ['km', 'm'],
  ['cm', 'mm'],
  ['l', 'ml'],
  ['hours', 'minutes'],
  ['weeks', 'days'],
  ['USD', 'EUR'],
  ['JPY', 'USD'],
  ['celsius', 'fahrenheit'],
  ['metric', 'imperial'],
] as const

function otherUnit(value: unknown): readonly ChangedValue[] {
  const match = typeof value === 'string' ? /^(\d{1,9}(?:\.\d{1,6})? ?)?([A-Za-z]{1,10})$/.exec(value) : null
  if (match === null) return []
  const [, amount = '', unit = ''] = match
  const pair = units.find((one) => one.some((name) => name === unit))
  if (pair === undefined) return []
  const other = `${amount}${pair[0] === unit ? pair[1] : pair[0]}`
  return [{ value: other, change: `${String(value)} → ${other}` }]
}
