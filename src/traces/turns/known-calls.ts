import { isObject } from '../../core/basics/is-object.ts'
import { type ToolCall, stringifyJson } from '../../core/index.ts'
import type { SpanNode } from './span-tree.ts'

/** A tool call as it was first recorded, as it is known now, and whether its result is known. */
export type KnownCall = {
  readonly told: ToolCall
  call: ToolCall
  readonly node: SpanNode
  /** When the call was made at the latest. */
  at: number
  executed: boolean
  answered: boolean
}

/**
 * Finds the same call by id, else by name and arguments, else by name when one of the two lacks arguments. Frameworks
 * add their own ids and spell names differently, so equal arguments may be better evidence than either.
 */
export function matchingCall(
  call: ToolCall,
  known: readonly KnownCall[],
  isFree: (entry: KnownCall) => boolean,
): KnownCall | undefined {
  const free = known.filter(isFree)
  const ofId = call.id === undefined ? [] : free.filter((one) => one.call.id === call.id)
  const byId = ofId.find((one) => one.call.name === call.name) ?? ofId[0]
  if (byId !== undefined) return byId
  const named = free.filter((one) => one.call.name === call.name && !haveOtherIds(one, call))
  const isUntold = (one: KnownCall) => !tellsArguments(one.call) || !tellsArguments(call)
  const byName = named.find((one) => haveSameArguments(one.call, call)) ?? named.find(isUntold) ?? named[0]
  if (byName !== undefined || known.some((one) => one.call.id !== undefined && one.call.id === call.id)) return byName
  return free.find((one) => isSameCall(one.call, call))
}

export function wasTold(call: ToolCall, known: readonly KnownCall[]): KnownCall | undefined {
  if (call.id === undefined) return undefined
  return known.find(
    (one) =>
      one.call.id === call.id &&
      one.call.name === call.name &&
      (haveSameArguments(one.call, call) || !tellsArguments(one.call) || !tellsArguments(call)),
  )
}

/** Adds arguments from another record of the call where they are missing, truncated or redacted. */
export function completedCall(call: ToolCall, other: ToolCall): ToolCall {
  if (!isObject(other.args) || (!tellsArguments(other) && call.malformed !== undefined)) return call
  const { malformed: _, args = {}, ...own } = call
  if (Object.keys(args).length === 0) return { ...own, args: other.args }
  const known = other.args
  const whole = Object.entries(args).map(([name, value]) => [name, isMark(value) ? (known[name] ?? value) : value])
  return { ...call, args: Object.fromEntries(whole) }
}

/** Returns whether two records describe the same call, regardless of ids and spelling. */
export function isSameCall(one: ToolCall, other: ToolCall): boolean {
  const isAlike = haveSameArguments(one, other) || !tellsArguments(one) || !tellsArguments(other)
  return isAlike && isSameName(one.name, other.name)
}

function tellsArguments({ args }: ToolCall): boolean {
  return Object.keys(args ?? {}).length > 0
}

// Matches placeholders for removed values: `<elided>`, `[REDACTED]`, `***`.
function isMark(value: unknown): boolean {
  return typeof value === 'string' && /^\s*(?:[<[({]{1,2}[\p{L}\s'":_-]+[>\])}]{1,2}|\*{2,}|\.{3}|…)\s*$/u.test(value)
}

function haveSameArguments(one: ToolCall, other: ToolCall): boolean {
  return argumentsText(one) === argumentsText(other)
}

function haveOtherIds(entry: KnownCall, call: ToolCall): boolean {
  return call.id !== undefined && entry.call.id !== undefined && !isMadeId(entry.call.id) && entry.call.id !== call.id
}

/** Treats `Get Weather`, `get_weather`, `functions.getWeather` and `mcp__server__get_weather` as the same name. */
function isSameName(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_'))
    .toSorted((a, b) => a.length - b.length)
  const letters = short.replaceAll('_', '')
  const words = long.split('_')
  return words.some((_, index) => words.slice(index).join('') === letters)
}

function argumentsText({ args, malformed }: ToolCall): string {
  if (args === undefined) return malformed ?? ''
  return stringifyJson(Object.fromEntries(Object.entries(args).toSorted(([one], [other]) => (one < other ? -1 : 1))))
}

const made = 'call-'

function isMadeId(id: string): boolean {
  return id.startsWith(made)
}

export function withCallId(call: ToolCall, used: Set<string>): ToolCall {
  if (call.id !== undefined) return call
  let count = used.size + 1
  while (used.has(`${made}${count}`)) count += 1
  used.add(`${made}${count}`)
  return { ...call, id: `${made}${count}` }
}
