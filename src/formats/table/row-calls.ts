import { type Steps, type ToolCall, EvalError, message } from '../../core/index.ts'
import { callsIn } from '../../messages/calls-in.ts'
import { valueExcerpt, readForeign } from '../kit/foreign-value.ts'
import { refuseDeepNesting, refuseIllJson } from '../kit/source-text.ts'
import { adkToolCall } from '../wire/adk-content.ts'
import type { RowPlace } from './row-place.ts'

/** The tool calls of a cell; `hasMore` is true when it held more than names and arguments. */
export type RowCalls = { readonly calls: readonly ToolCall[]; readonly hasMore: boolean }

// Texts that programs write into empty cells.
const nothing = /^(?:none|null|nan|undefined|n\/a)?$/i

/**
 * Reads tool calls in any notation. An empty list means no calls; an empty cell means unknown.
 *
 * @throws {EvalError} `format` with line and column for a value that is not a call
 */
export function rowCalls(cell: unknown, column: string, place: RowPlace): RowCalls | undefined {
  if (cell === undefined || cell === null || (typeof cell === 'string' && nothing.test(cell.trim()))) return undefined
  refuseDeepNesting(cell, () => `${place.file}:${place.line}: ${column}`)
  if (typeof cell === 'string' && /^\s*[[{]/.test(cell)) refuseIllJson(cell, { ...place, column })
  const read = callsIn(cell)
  if (!('noCall' in read)) return { ...read, calls: read.calls.map((call) => readable(call, column, place)) }
  const { noCall } = read
  if (typeof noCall === 'string') throw notJson(noCall, column, place)
  const origin = {
    get file() {
      return `${place.file}:${place.line}: ${column}`
    },
  }
  readForeign(adkToolCall, noCall, origin)
  throw notJson(noCall, column, place)
}

/** Reads the call as ADK's, so that `malformed_args` becomes malformed text instead of an argument. */
function readable(call: ToolCall, column: string, place: RowPlace): ToolCall {
  refuseDeepNesting(call.args, () => `${place.file}:${place.line}: ${column}`)
  const { id: _, ...rest } = call
  return readForeign(adkToolCall, adkToolCall.write(rest, 'brief'), { file: place.file })
}

function notJson(cell: unknown, column: string, { file, line }: RowPlace): EvalError {
  const values = { file, line, column, actual: valueExcerpt(cell) }
  return new EvalError('format', message('{file}:{line}: the column "{column}" is not JSON: {actual}', values), {
    hint: message('Tool calls look like {example}', { example: '[{"name": "find", "args": {"city": "Kyoto"}}]' }),
  })
}

/** Reads expected calls. Calls in words must be parseable, because no agent could make a malformed call. */
export function expectedCalls(cell: unknown, column: string, place: RowPlace): RowCalls | undefined {
  const read = rowCalls(cell, column, place)
  const isInWords = typeof cell === 'string' && !/^\s*[[{"]/.test(cell)
  if (isInWords && read?.calls.some(({ malformed }) => malformed !== undefined) === true)
    throw notJson(cell, column, place)
  return read
}

export function expectedSteps(cell: unknown, column: string, place: RowPlace): Steps | undefined {
  const read = expectedCalls(cell, column, place)
  return read === undefined ? undefined : rowSteps(read)
}

export function rowSteps({ calls }: RowCalls): Steps {
  return { form: 'lists', toolCalls: [...calls], toolResponses: [], responses: [] }
}
