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
 * Runs a tool as it really is, with the arguments of the call.
 *
 * @example const getWeather: RealTool = ({ city }) => ({ city, degrees: 34 })
 */
export type RealTool = (args: JsonObject) => unknown

/**
 * Calls an agent's tools so that they can be answered by somebody else. `realTool` runs when nobody answers in its place;
 * without one, that is an `EvalError` with the code `agent`.
 *
 * @example
 * const weather = (tools: Tools, city: string) => tools.call('get_weather', { city }, () => ({ degrees: 34 }))
 */
export interface Tools {
  /**
   * @param realTool runs when nobody answers in its place
   * @throws {EvalError} `agent`, when there is nobody at all
   */
  call(name: string, args: JsonObject, realTool?: RealTool): Promise<unknown>
}

/** The tools of one conversation. */
export interface AnsweringEnvironment {
  /** Whether there is anybody who may answer, or wants to know what was answered. */
  readonly serves: boolean
  /** Runs one exchange, whose tool calls are undone when it fails, and hears what is called in it. */
  exchange(signal: AbortSignal, run: (tools: Tools) => Promise<unknown>): Promise<HeardAnswer>
  close(): Promise<void>
}

/** The environment of one case; the first of the sources that answers a call wins. */
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
        // An agent that catches every error of a tool would be judged on what the simulation did to it.
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

/** Whether a conversation with these sources can go on in a new process. */
export function canContinue(sources: readonly ToolSource[]): boolean {
  return sources.every((source) => source.continues === true)
}

/** The models that stand in for the world. */
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
  // What an agent left running may not get into the next exchange.
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

/** What came back, as far as it can be written down: tools in this process may give anything. */
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

/** A call of a tool that was answered here, with what came back; nothing where the tool threw. */
export type HeardCall = Pick<ToolCall, 'name' | 'args'> & { readonly response?: ToolResponse['response'] }

/** What an agent answered, and the tools that it called here meanwhile. */
export class HeardAnswer {
  readonly answer: unknown
  readonly calls: readonly HeardCall[]

  constructor(answer: unknown, calls: readonly HeardCall[]) {
    this.answer = answer
    this.calls = calls
  }
}

/** An exchange whose answer says nothing of its calls, with those that were heard. None heard is not none made. */
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
