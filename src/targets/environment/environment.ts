import { AsyncLocalStorage } from 'node:async_hooks'
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
import type { OpenSourceOptions, RequestedCall, ToolSource } from './tool-source.ts'

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
      const failures: unknown[] = []
      const calls: HeardCall[] = []
      Object.assign(exchanges.getStore() ?? {}, { heard: calls })
      let isOver = false
      const tools: Tools = {
        async call(name, given, realTool) {
          signal.throwIfAborted()
          // Calls that an agent left running must not get into the next exchange.
          if (isOver)
            throw new EvalError('agent', message('{tool} was called when the exchange was over', { tool: name }))
          const args = argsFrom(name, given)
          const call: RequestedCall = { name, args, signal }
          const ask = (index: number): Promise<unknown> =>
            opened[index]?.answer(call, () => ask(index + 1)) ?? real(call, realTool)
          const place = calls.push({ name, args }) - 1
          try {
            const response = await ask(0)
            calls[place] = { name, args, response: writtenResponse(response, name) }
            return response
          } catch (error) {
            if (error instanceof EvalError && error.code !== 'agent') failures.push(error)
            throw error
          }
        },
      }
      try {
        const result = await run(tools)
        // An agent that catches every tool error would be judged by a failure of the simulation.
        if (failures.length > 0) throw failures[0]
        for (const attempt of attempts) await attempt.keep?.()
        return new HeardAnswer(result, calls)
      } catch (error) {
        for (const attempt of attempts) attempt.undo?.()
        throw failures[0] ?? error
      } finally {
        isOver = true
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

/** What is known of an exchange before its answer, which is kept when it fails. */
export type Unfinished = { read?: () => unknown; heard?: readonly HeardCall[] }

const exchanges = new AsyncLocalStorage<Unfinished>()

export function noting<Result>(unfinished: Unfinished, ask: () => Result): Result {
  return exchanges.run(unfinished, ask)
}

/** Notes how to read a reply of what the agent has said and done so far, should the exchange fail. */
export function noteSoFar(read: () => unknown): void {
  Object.assign(exchanges.getStore() ?? {}, { read })
}
