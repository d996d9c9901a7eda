import {
  EvalError,
  JsonObject,
  message,
  type EvalCase,
  type Invocation,
  type ToolCall,
  type ToolResponse,
} from '../../core/index.ts'
import { jsonCopy } from '../json-copy.ts'
import { asObject } from '../reply/replied-parts.ts'
import type { OpenSourceOptions, OpenToolSource, RequestedCall, ToolSource } from './tool-source.ts'

/**
 * Runs the real tool with the arguments of the call.
 *
 * @example const getWeather: RealTool = ({ city }) => ({ city, degrees: 34 })
 */
export type RealTool = (args: JsonObject) => unknown

/**
 * Calls an agent's tools so that other sources can answer. `realTool` runs when none of them does; without it such a
 * call is an `EvalError` with the code `agent`.
 *
 * @example
 * const weather = (tools: Tools, city: string) => tools.call('get_weather', { city }, () => ({ degrees: 34 }))
 */
export interface Tools {
  /**
   * @param realTool runs when no source answers
   * @throws {EvalError} `agent` when nothing can answer
   */
  call(name: string, args: JsonObject, realTool?: RealTool): Promise<unknown>
}

export interface AnsweringEnvironment {
  /** True when a source may answer or observe calls. */
  readonly serves: boolean
  /** Runs one exchange and records its tool calls, which are undone when it fails. */
  exchange(signal: AbortSignal, run: (tools: Tools) => Promise<unknown>): Promise<HeardAnswer>
  close(): Promise<void>
}

export function openEnvironment(
  sources: readonly ToolSource[],
  evalCase: EvalCase,
  { account, repeat }: OpenSourceOptions = {},
): AnsweringEnvironment {
  const opened = sources.flatMap((source) => source.open(evalCase, { account, repeat }) ?? [])
  return {
    serves: opened.length > 0,
    async exchange(signal, run) {
      const attempts = opened.flatMap((source) => source.attempt?.() ?? [])
      const exchange: EnvironmentExchange = { signal, failures: [], calls: [], over: false }
      try {
        const result = await run({ call: (...call) => answered(opened, call, exchange) })
        // An agent that catches every tool error would be judged by a failure of the simulation.
        if (exchange.failures.length > 0) throw exchange.failures[0]
        for (const attempt of attempts) await attempt.keep?.()
        return new HeardAnswer(result, exchange.calls)
      } catch (error) {
        for (const attempt of attempts) attempt.undo?.()
        throw exchange.failures[0] ?? error
      } finally {
        exchange.over = true
      }
    },
    async close() {
      for (const source of opened) await source.close?.()
    },
  }
}

export function canContinue(sources: readonly ToolSource[]): boolean {
  return sources.every((source) => source.continues === true)
}

export function modelsOf(sources: readonly ToolSource[]): readonly string[] {
  return sources.flatMap(({ model }) => model ?? [])
}

type EnvironmentExchange = {
  readonly signal: AbortSignal
  readonly failures: unknown[]
  readonly calls: HeardCall[]
  over: boolean
}

async function answered(
  sources: readonly OpenToolSource[],
  [name, args, realTool]: Parameters<Tools['call']>,
  exchange: EnvironmentExchange,
): Promise<unknown> {
  const { signal, failures } = exchange
  signal.throwIfAborted()
  // Calls that an agent left running must not get into the next exchange.
  if (exchange.over)
    throw new EvalError('agent', message('{tool} was called when the exchange was over', { tool: name }))
  const call: RequestedCall = { name, args: argsFrom(name, args), signal }
  const ask = (index: number): Promise<unknown> => {
    const source = sources[index]
    return source === undefined ? real(call, realTool) : source.answer(call, () => ask(index + 1))
  }
  const place = exchange.calls.push({ name, args: call.args }) - 1
  try {
    const response = await ask(0)
    exchange.calls[place] = { name, args: call.args, response: writtenResponse(response, name) }
    return response
  } catch (error) {
    if (error instanceof EvalError && error.code !== 'agent') failures.push(error)
    throw error
  }
}

/** Tools in this process may return anything; undefined for values that JSON cannot hold. */
function writtenResponse(response: unknown, name: string): JsonObject | undefined {
  try {
    return asObject(jsonCopy(response ?? null, name))
  } catch (error) {
    if (error instanceof EvalError) return undefined
    throw error
  }
}

function argsFrom(name: string, args: unknown): JsonObject {
  const copy = JsonObject.safeParse(jsonCopy(args, name))
  if (copy.success) return copy.data
  throw new EvalError('agent', message('the arguments of the call of {tool} are not an object', { tool: name }))
}

async function real({ name, args }: RequestedCall, realTool: RealTool | undefined): Promise<unknown> {
  if (realTool !== undefined) return realTool(args)
  throw new EvalError('agent', message('nobody answers the call of {tool}', { tool: name }), {
    hint: message('Declare a mock for it, or give the real tool to tools.call.'),
  })
}

/** A tool call that was answered here; without a response where the tool threw. */
export type HeardCall = Pick<ToolCall, 'name' | 'args'> & { readonly response?: ToolResponse['response'] }

export class HeardAnswer {
  readonly answer: unknown
  readonly calls: readonly HeardCall[]

  constructor(answer: unknown, calls: readonly HeardCall[]) {
    this.answer = answer
    this.calls = calls
  }
}

/** Adds the recorded calls to an exchange without any. No recorded call does not mean that none was made. */
export function withHeardCalls(invocation: Invocation, calls: readonly HeardCall[]): Invocation {
  if (invocation.steps !== undefined || calls.length === 0) return invocation
  const named = calls.map((call, index) => ({ ...call, id: `call-${index + 1}` }))
  return {
    ...invocation,
    steps: {
      form: 'lists',
      toolCalls: named.map(({ id, name, args }) => ({ id, name, args })),
      toolResponses: named.flatMap(({ id, name, response }) => (response === undefined ? [] : { id, name, response })),
      responses: [],
    },
    provenance: { ...invocation.provenance, toolCalls: 'observed', listener: 'tools.call' },
  }
}
