import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { EvalCase, JsonObject } from '../../core/index.ts'
import { untilAborted } from '../until-aborted.ts'
import { pythonRandom } from './python-random.ts'
import { readToolMocks, type Injection, type ToolMock } from './tool-mock.ts'
import type { ToolSource } from './tool-source.ts'

export type DeclaredMocksOptions = {
  /** Seed of injections without their own; each repeat of a case draws differently. Absent: always different. */
  readonly seed?: number
  /**
   * Like ADK, restarts an injection's `random_seed` at every call, so that it always hits or never. By default a seed
   * applies to the whole conversation, whose calls draw one sequence.
   */
  readonly adkCompat?: boolean
  /** Called when an injection in `mocks` hits, with the tool and the injection's index in it. */
  readonly onHit?: (tool: string, position: number) => void
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * Answers tool calls with mocks declared in the case (`metadata.tool_mocks`), which go first, or for all cases. The
 * first injection with matching arguments and a successful draw answers.
 *
 * @throws {EvalError} `format` for invalid `mocks`
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
          // Every matching injection draws until one hits, so that the sequence depends on nothing but the calls.
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

export function mocksOf({ id, metadata }: EvalCase): readonly ToolMock[] {
  const declared = metadata?.['tool_mocks']
  return declared === undefined ? [] : readToolMocks(declared, `${id}: tool_mocks`)
}

function matches({ match_args }: Injection, args: JsonObject): boolean {
  return Object.entries(match_args ?? {}).every(
    ([name, value]) => Object.hasOwn(args, name) && isDeepStrictEqual(asInPython(args[name]), asInPython(value)),
  )
}

/** ADK compares like Python, where `true` equals 1. */
function asInPython(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (Array.isArray(value)) return value.map(asInPython)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asInPython(part)]))
}

function responseOf({ injected_error, injected_response }: Injection): JsonObject {
  // A copy, since agents may change it.
  if (injected_error === null || injected_error === undefined) return structuredClone(injected_response ?? {})
  return { error_code: injected_error.injected_http_error_code, error_message: injected_error.error_message }
}

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

// Cases run in any order, so each needs a sequence of its own.
function seedFor(seed: number, repeat: number, caseId: string): number {
  return createHash('sha256').update(`${seed} ${repeat} ${caseId}`).digest().readUIntBE(0, 6)
}
