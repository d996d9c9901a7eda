import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { EvalCase, JsonObject } from '../../core/index.ts'
import { untilAborted } from '../until-aborted.ts'
import { pythonRandom } from './python-random.ts'
import { readToolMocks, type Injection, type ToolMock } from './tool-mock.ts'
import type { ToolSource } from './tool-source.ts'

export type DeclaredMocksOptions = {
  /** For the injections without a seed of their own; each repeat of a case has its own draws from it. Absent: other ones each time. */
  readonly seed?: number
  /**
   * Like ADK, begin anew with an injection's `random_seed` at every call, so that it always hits or never. Otherwise a
   * seed is for the conversation, and the calls in it are the sequence that it gives.
   */
  readonly adkCompat?: boolean
  /** Told which of the injections in `mocks` hit: the tool, and the place among the tool's injections from 0. */
  readonly onHit?: (tool: string, position: number) => void
  /** Waits for as long as an injection delays its answer. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * Answers tool calls with what was declared for the tool: in the case (`metadata.tool_mocks`), which goes first, or for all
 * cases. The first injection whose arguments match and whose draw hits wins.
 *
 * @throws {EvalError} `format` when `mocks` is not readable
 * @example
 * const environment = [declaredMocks({ get_weather: [{ injected_response: { degrees: 34 } }] }, { seed: 1 })]
 * functionTarget(agent, { environment })
 */
export function declaredMocks(mocks?: unknown, options: DeclaredMocksOptions = {}): ToolSource {
  const { onHit, sleep = (milliseconds, signal) => wait(milliseconds, undefined, { signal }) } = options
  const general = mocks === undefined ? [] : readToolMocks(mocks, 'tool_mocks')
  return {
    continues: true,
    open(evalCase, { repeat = 0 } = {}) {
      const declared = [...mocksOf(evalCase), ...general]
      if (declared.length === 0) return undefined
      const draw = drawing(evalCase, repeat, options)
      return {
        async answer({ name, args, signal }, next) {
          const injections = declared
            .filter((mock) => mock.tool_name === name)
            .flatMap((mock) => mock.injection_configs)
          // Each one that matches draws, also behind others, until one hits: where the sequence stands must not
          // depend on anything but the calls.
          const hit = injections.find((injection) => matches(injection, args) && draw(injection))
          if (hit === undefined) return next()
          const position = general.find((mock) => mock.tool_name === name)?.injection_configs.indexOf(hit) ?? -1
          if (position >= 0) onHit?.(name, position)
          const milliseconds = hit.injected_latency_seconds * 1000
          if (milliseconds > 0) await untilAborted(sleep(milliseconds, signal), signal)
          return responseOf(hit)
        },
      }
    },
  }
}

/** What a case declares for its tools. @throws {EvalError} `format`, when that is not readable */
export function mocksOf({ id, metadata }: EvalCase): readonly ToolMock[] {
  const declared = metadata?.['tool_mocks']
  return declared === undefined ? [] : readToolMocks(declared, `${id}: tool_mocks`)
}

function matches({ match_args }: Injection, args: JsonObject): boolean {
  return Object.entries(match_args ?? {}).every(
    ([name, value]) => Object.hasOwn(args, name) && isDeepStrictEqual(asInPython(args[name]), asInPython(value)),
  )
}

/** ADK compares as Python does, where `true` is 1. */
function asInPython(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (Array.isArray(value)) return value.map(asInPython)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asInPython(part)]))
}

function responseOf({ injected_error, injected_response }: Injection): JsonObject {
  // A copy: agents change what they get.
  if (injected_error === null || injected_error === undefined) return structuredClone(injected_response ?? {})
  return { error_code: injected_error.injected_http_error_code, error_message: injected_error.error_message }
}

/** Whether an injection hits this time. */
function drawing({ id }: EvalCase, repeat: number, { seed, adkCompat = false }: DeclaredMocksOptions) {
  const sequences = new Map<Injection, () => number>()
  const unseeded = seed === undefined ? Math.random : pythonRandom(seedFor(seed, repeat, id))
  return (injection: Injection): boolean => {
    const { random_seed: own, injection_probability: probability } = injection
    if (own === null || own === undefined) return unseeded() < probability
    const random = (adkCompat ? undefined : sequences.get(injection)) ?? pythonRandom(own)
    sequences.set(injection, random)
    return random() < probability
  }
}

// Cases run in any order, so they cannot take their numbers from one sequence.
function seedFor(seed: number, repeat: number, caseId: string): number {
  return createHash('sha256').update(`${seed} ${repeat} ${caseId}`).digest().readUIntBE(0, 6)
}
