import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { EvalError, JsonObject, canonicalJson, message, stringifyJson } from '../../core/index.ts'
import { messageOf } from '../../core/basics/message-of.ts'
import { excerpt } from '../excerpt.ts'
import { shallowJson } from '../json-copy.ts'
import type { RequestedCall, ToolSource } from './tool-source.ts'

/**
 * One line of a recording: a call, and its response or error. A line without `case` applies to all cases, and one
 * without `conversation` to every conversation of its case.
 */
export const RecordedCall = z.object({
  case: z.string().optional(),
  /** The repeat of the case, from 0. */
  repeat: z.number().optional(),
  conversation: z.string().optional(),
  name: z.string(),
  args: JsonObject,
  response: z.unknown().optional(),
  error: z.string().optional(),
})
export type RecordedCall = z.infer<typeof RecordedCall>

/**
 * Records every tool call with its result, one line of JSON each, before its exchange ends. Place it before the other
 * sources. Calls of retried exchanges are left out. `write` appends lines, which include their line breaks.
 *
 * @example
 * import { appendFile } from 'node:fs/promises'
 * functionTarget(agent, { environment: [recordedTools((lines) => appendFile('tools.jsonl', lines)), declaredMocks()] })
 */
export function recordedTools(write: (lines: string) => Promise<void>): ToolSource {
  return {
    open(evalCase, { repeat = 0 } = {}) {
      const place = { case: evalCase.id, repeat, conversation: randomBytes(4).toString('hex') }
      let lines: string[] = []
      const note = ({ name, args }: RequestedCall, outcome: Pick<RecordedCall, 'response' | 'error'>) =>
        lines.push(`${stringifyJson({ ...place, name, args, ...outcome })}\n`)
      return {
        async answer(call, next) {
          try {
            const response = await next()
            note(call, { response: response ?? null })
            return response
          } catch (error) {
            if (isToolsOwn(error, call)) note(call, { error: messageOf(error) })
            throw error
          }
        },
        attempt() {
          lines = []
          return {
            async keep() {
              const written = lines
              lines = []
              if (written.length > 0) await write(written.join(''))
            },
          }
        },
        async close() {
          // An exchange that failed for good must fail in the same way when it is replayed.
          if (lines.length > 0) await write(lines.join(''))
        },
      }
    },
  }
}

// Other foreseen errors, such as a failed simulation or a time limit, are not the tool's.
function isToolsOwn(error: unknown, { signal }: RequestedCall): boolean {
  return !signal.aborted && (!(error instanceof EvalError) || error.code === 'agent')
}

export type ReplayOptions = {
  /** Passes calls that were not recorded to the next source, instead of failing. */
  readonly lenient?: boolean
  /** Called at the end of a complete conversation with the number of unused recorded calls. */
  readonly onUnused?: (count: number) => void
}

/**
 * Answers tool calls from a recording; identical calls get their answers in the recorded order. A repeat of a case
 * uses the conversation of the same repeat, or another one when there are fewer, and the last one when it was
 * restarted. A call that was not recorded is an `EvalError` with the code `environment`, unless `lenient` is set.
 *
 * @example
 * import { readFile } from 'node:fs/promises'
 * const recording = readRecording(await readFile('tools.jsonl', 'utf8'), 'tools.jsonl')
 * functionTarget(agent, { environment: [replayedTools(recording)] })
 */
export function replayedTools(
  recording: readonly RecordedCall[],
  { lenient = false, onUnused }: ReplayOptions = {},
): ToolSource {
  const byCase = Map.groupBy(recording, (call) => call.case)
  return {
    open({ id }, { repeat = 0 } = {}) {
      const calls = [...conversationOf(byCase.get(id) ?? [], repeat), ...(byCase.get(undefined) ?? [])]
      const known = Map.groupBy(calls, keyOf)
      let used = new Map<string, number>()
      let brokeOff = false
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
          brokeOff = false
          return {
            undo: () => {
              used = before
              brokeOff = true
            },
          }
        },
        async close() {
          if (brokeOff) return
          const unused = [...known].map(([key, group]) => {
            const ofThisCase = group.filter((call) => call.case !== undefined).length
            return Math.max(0, ofThisCase - (used.get(key) ?? 0))
          })
          onUnused?.(unused.reduce((sum, count) => sum + count, 0))
        },
      }
    },
  }
}

function conversationOf(calls: readonly RecordedCall[], repeat: number): readonly RecordedCall[] {
  // The last conversation of a repeat counts, since an interrupted one started again when the run was resumed.
  const last = new Map(calls.flatMap((call) => (call.conversation === undefined ? [] : [[call.repeat ?? 0, call]])))
  const repeats = [...last.keys()].toSorted((one, other) => one - other)
  const chosen = last.get(repeat) ?? last.get(repeats[repeat % repeats.length] ?? 0)
  return calls.filter(({ conversation }) => conversation === undefined || conversation === chosen?.conversation)
}

/**
 * Reads a recording of tool calls, one line of JSON each; errors name it `file`.
 *
 * @throws {EvalError} `format` with the line that is no recorded call
 * @example
 * const line = '{"case":"kyoto","repeat":0,"conversation":"1f","name":"get_weather","args":{},"response":34}'
 * readRecording(line, 'tools.jsonl').length // => 1
 */
export function readRecording(text: string, file: string): readonly RecordedCall[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : recordedCall(line, file, index + 1)))
}

function recordedCall(text: string, file: string, line: number): RecordedCall {
  const read = RecordedCall.safeParse(shallowJson(text))
  if (read.success) return read.data
  throw new EvalError('format', message('{file}:{line}: this is not a recorded tool call', { file, line }), {
    hint: message('A line is {"name", "args", "response"} as JSON.'),
    cause: read.error,
  })
}

function notRecorded({ name, args }: RequestedCall, before: number): EvalError {
  const call = excerpt(`${name} ${stringifyJson(args)}`, 300)
  return new EvalError(
    'environment',
    before === 0
      ? message('the recording has no call {call}', { call })
      : message('the recording has {count} {count|call|calls} {call}, and the agent made one more', {
          count: before,
          call,
        }),
    { hint: message('The agent does something else than when it was recorded: record anew.') },
  )
}

function keyOf({ name, args }: Pick<RecordedCall, 'name' | 'args'>): string {
  return `${name} ${canonicalJson(args)}`
}
