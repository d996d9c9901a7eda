import { z } from 'zod'
import { EvalError, JsonObject, message, parseJson, stringifyJson } from '../../core/index.ts'
import { excerpt } from '../excerpt.ts'
import type { RequestedCall, ToolSource } from './tool-source.ts'

/** One line of a recording: a call, and what came back or was thrown. A line without `case` serves all cases. */
export const RecordedCall = z.object({
  case: z.string().optional(),
  name: z.string(),
  args: JsonObject,
  response: z.unknown().optional(),
  error: z.string().optional(),
})
export type RecordedCall = z.infer<typeof RecordedCall>

/**
 * Writes down what every call came to, one line of JSON each. It belongs in front of the other sources. Calls of an
 * exchange that failed are not written; it will be tried again.
 *
 * @param write adds a line, given without its line break
 */
export function recordedTools(write: (line: string) => Promise<void>): ToolSource {
  return {
    open(evalCase) {
      let lines: string[] = []
      const note = ({ name, args }: RequestedCall, outcome: Pick<RecordedCall, 'response' | 'error'>) =>
        lines.push(stringifyJson({ case: evalCase.id, name, args, ...outcome }))
      return {
        async answer(call, next) {
          try {
            const response = await next()
            note(call, { response: response ?? null })
            return response
          } catch (error) {
            // What we foresaw is our trouble and not the tool's behaviour.
            if (!(error instanceof EvalError)) note(call, { error: textOf(error) })
            throw error
          }
        },
        attempt() {
          lines = []
          return {
            async keep() {
              for (const line of lines) await write(line)
            },
          }
        },
      }
    },
  }
}

/**
 * Answers as a recording says: the first of several identical calls as the first one then, and so on. What was not recorded
 * is an error, or with `lenient` up to the sources behind this one.
 */
export function replayedTools(
  recording: readonly RecordedCall[],
  { lenient = false }: { readonly lenient?: boolean } = {},
): ToolSource {
  return {
    open({ id }) {
      const known = Map.groupBy(
        recording.filter((call) => call.case === undefined || call.case === id),
        keyOf,
      )
      let used = new Map<string, number>()
      return {
        async answer(call, next) {
          const key = keyOf(call)
          const position = used.get(key) ?? 0
          const recorded = known.get(key)?.[position]
          if (recorded === undefined && lenient) return next()
          if (recorded === undefined) throw notRecorded(call, position)
          used.set(key, position + 1)
          if (recorded.error !== undefined) throw new Error(recorded.error)
          return structuredClone(recorded.response)
        },
        attempt() {
          const before = new Map(used)
          return {
            undo: () => {
              used = before
            },
          }
        },
      }
    },
  }
}

/** Reads a recording. @throws {EvalError} `format`, with the line */
export function readRecording(text: string, file: string): readonly RecordedCall[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : recordedCall(line, file, index + 1)))
}

function recordedCall(text: string, file: string, line: number): RecordedCall {
  const read = RecordedCall.safeParse(parsedOrUndefined(text))
  if (read.success) return read.data
  throw new EvalError('format', message('{file}:{line}: this is not a recorded tool call', { file, line }), {
    hint: message('A line is {"name", "args", "response"} as JSON.'),
    cause: read.error,
  })
}

function parsedOrUndefined(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function notRecorded({ name, args }: RequestedCall, before: number): EvalError {
  const call = excerpt(`${name} ${stringifyJson(args)}`, 300)
  return new EvalError(
    'agent',
    before === 0
      ? message('the recording has no call {call}', { call })
      : message('the recording has {count} {count|call|calls} {call}, and the agent made one more', {
          count: before,
          call,
        }),
    { hint: message('Record anew, or let other sources answer what was not recorded.') },
  )
}

function keyOf({ name, args }: Pick<RecordedCall, 'name' | 'args'>): string {
  return `${name} ${sortedJson(args)}`
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  const object = JsonObject.safeParse(value)
  if (!object.success) return stringifyJson(value) ?? 'null'
  const entries = Object.entries(object.data).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${sortedJson(part)}`).join(',')}}`
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
