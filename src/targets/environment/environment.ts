import { EvalError, JsonObject, message } from '../../core/index.ts'
import type { Account, EvalCase } from '../../core/index.ts'
import { jsonCopy } from '../json-copy.ts'
import type { OpenToolSource, RequestedCall, ToolSource } from './tool-source.ts'

/** A tool as it really is. */
export type RealTool = (args: JsonObject) => unknown

/** How an agent calls its tools so that they can be answered by somebody else. */
export interface Tools {
  /**
   * @param realTool runs when nobody answers in its place
   * @throws {EvalError} `agent`, when there is nobody at all
   */
  call(name: string, args: JsonObject, realTool?: RealTool): Promise<unknown>
}

/** The tools of one conversation. */
export interface Environment {
  /** Runs one exchange, whose tool calls are undone when it fails. */
  exchange<Result>(signal: AbortSignal, run: (tools: Tools) => Promise<Result>): Promise<Result>
}

/** The environment of one case; the first of the sources that answers a call wins. */
export function openEnvironment(sources: readonly ToolSource[], evalCase: EvalCase, account?: Account): Environment {
  const opened = sources.map((source) => source.open(evalCase, { account }))
  return {
    async exchange(signal, run) {
      const attempts = opened.flatMap((source) => source.attempt?.() ?? [])
      const failures: unknown[] = []
      try {
        const result = await run({ call: (...call) => answered(opened, call, { signal, failures }) })
        // An agent that catches every error of a tool would be judged on what the simulation did to it.
        if (failures.length > 0) throw failures[0]
        for (const attempt of attempts) await attempt.keep?.()
        return result
      } catch (error) {
        for (const attempt of attempts) attempt.undo?.()
        throw failures[0] ?? error
      }
    },
  }
}

type Exchange = { readonly signal: AbortSignal; readonly failures: unknown[] }

async function answered(
  sources: readonly OpenToolSource[],
  [name, args, realTool]: Parameters<Tools['call']>,
  { signal, failures }: Exchange,
): Promise<unknown> {
  signal.throwIfAborted()
  const call: RequestedCall = { name, args: argsFrom(name, args), signal }
  const ask = (index: number): Promise<unknown> => {
    const source = sources[index]
    return source === undefined ? real(call, realTool) : source.answer(call, () => ask(index + 1))
  }
  try {
    return await ask(0)
  } catch (error) {
    if (error instanceof EvalError && error.code !== 'agent') failures.push(error)
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
