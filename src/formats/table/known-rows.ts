import { isObject } from '../../core/basics/is-object.ts'
import { answerTexts } from '../../core/index.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { asMessage } from './chat-history.ts'
import type { RowNote } from './row-notes.ts'
import { type TableColumns, columnCalled, expectedColumn, promptColumn } from './table-columns.ts'
import type { TableCells } from './table-row.ts'

/** A row of another tool with our column names, and remarks about it. */
export type KnownRow = {
  readonly row: TableCells
  readonly notes: readonly RowNote[]
  /** The messages and tool calls of each turn, when the row holds a whole conversation. */
  readonly turns?: readonly (readonly unknown[])[]
}

/** Returns whether a row is a ShareGPT training conversation, whose messages are under `conversations`. */
export function isConversation(row: TableCells): boolean {
  const conversation = jsonIn(row['conversations'])
  return (
    Array.isArray(conversation) &&
    conversation.length > 0 &&
    conversation.every((one) => isObject(one) && asMessage(one) !== undefined)
  )
}

/**
 * Reads rows of LangSmith, MLflow, pydantic-evals, Azure, Ragas and ShareGPT in which some columns mean something else
 * than their names suggest. Undefined for other rows, and when the user has mapped the columns.
 */
export function knownRow(row: TableCells, wanted: TableColumns): KnownRow | undefined {
  if (wanted.prompt !== undefined || wanted.expected !== undefined) return undefined
  if (isConversation(row) && promptColumn(Object.keys(row)) === undefined) return conversationRow(row)
  if ('inputs' in row && promptColumn(Object.keys(row)) === 'inputs') return inputsRow(row)
  return answeredRow(row) ?? conversedRow(row) ?? experimentRow(row)
}

/** A row of an experiment of Braintrust or Phoenix has the answer as `output`, beside what was expected. */
function experimentRow({ output, ...row }: TableCells): KnownRow | undefined {
  const isBraintrusts = '_xact_id' in row && 'experiment_id' in row && 'expected' in row
  const isTheirs = isBraintrusts || ('example_id' in row && 'reference_output' in row)
  return isTheirs && output !== undefined ? { row: { ...row, actual_output: output }, notes: [] } : undefined
}

/** A multi-turn sample of Ragas holds the whole conversation, so the model's message in each turn is its answer. */
function conversedRow(row: TableCells): KnownRow | undefined {
  const column = columnCalled(Object.keys(row), ['user_input'])
  const said = jsonIn(row[column ?? ''])
  const isWhole = Array.isArray(said) && said.length > 1 && isAnswer(said.at(-1))
  if (!isWhole || answerTexts.some((name) => columnCalled(Object.keys(row), [name]) !== undefined)) return undefined
  const turns: unknown[][] = []
  for (const message of said as readonly unknown[]) {
    const role = isObject(message) ? asMessage(message)?.['role'] : undefined
    if (role === 'user' && turns.at(-1)?.some(isAnswer) !== false) turns.push([])
    if (role !== 'user') turns.at(-1)?.push(message)
  }
  return { row, notes: [], turns }
}

/** The last message of a training conversation is the right answer. */
function conversationRow({ conversations, system, ...others }: TableCells): KnownRow {
  const said = jsonIn(conversations) as readonly unknown[] // isConversation checked it
  const first = typeof system === 'string' && system.trim() !== '' ? [{ role: 'system', content: system }] : []
  return { row: { ...others, messages: [...first, ...said] }, notes: [] }
}

function inputsRow(given: TableCells): KnownRow {
  const { expectations, outputs, ...others } = given
  const expected = jsonIn(expectations)
  const isReferred = columnCalled(Object.keys(others), ['reference_outputs', 'expected_output']) !== undefined
  // An application's output is the expected answer, unless the row has another one.
  const answered =
    outputs === undefined
      ? {}
      : isObject(expected) || isReferred
        ? { actual_output: lastSaid(outputs) }
        : { outputs: lastSaid(outputs) }
  const named = 'name' in others && columnCalled(Object.keys(others), ['id', 'example_id', 'case_id']) === undefined
  const { name, ...unnamed } = others
  const row: TableCells = { ...(named ? { id: name, ...unnamed } : others), ...answered }
  if (!isObject(expected)) return { row, notes: [] }
  const { expected_response: response, ...facts } = expected
  const isMore = Object.keys(facts).length > 0
  return {
    row: { ...row, ...(response !== undefined && { expected: response }), ...(isMore && { expectations: facts }) },
    notes: isMore ? ['expectations'] : [],
  }
}

function lastSaid(value: unknown): unknown {
  const held = jsonIn(value)
  const messages = isObject(held) && Object.keys(held).length === 1 ? held['messages'] : undefined
  const last = Array.isArray(messages) ? (messages as unknown[]).findLast(isAnswer) : undefined
  return isObject(last) ? (asMessage(last)?.['content'] ?? value) : value
}

function isAnswer(value: unknown): boolean {
  const message = isObject(value) ? asMessage(value) : undefined
  return message?.['role'] === 'assistant' && typeof message['content'] === 'string'
}

/** Azure and Ragas name the answer `response`; in a row without their question or reference it may be a reference. */
function answeredRow(row: TableCells): KnownRow | undefined {
  const names = Object.keys(row)
  const prompt = promptColumn(names)
  const response = columnCalled(names, ['response'])
  if (prompt === undefined || response === undefined || row[response] === undefined) return undefined
  if (columnCalled(names, answerTexts) !== undefined) return undefined
  const isTheirs = columnCalled([prompt], ['query', 'user_input']) !== undefined
  if (!isTheirs && expectedColumn(names) === undefined) return undefined
  const calls = isTheirs ? columnCalled(names, ['tool_calls']) : undefined
  const kept = Object.entries(row).filter(([name]) => name !== response && name !== calls)
  const { text, made } = answerOf(row[response])
  const called = calls === undefined ? made : row[calls]
  return {
    row: { ...Object.fromEntries(kept), actual_output: text, ...(called !== undefined && { tools_called: called }) },
    notes: [],
  }
}

/** An answer that consists of a run's messages includes its tool calls. */
function answerOf(response: unknown): { readonly text: unknown; readonly made?: unknown } {
  const messages = jsonIn(response)
  const isRun =
    Array.isArray(messages) && messages.length > 0 && messages.every((one) => isObject(one) && 'role' in one)
  if (!isRun) return { text: response }
  const content: unknown = (messages.findLast((one) => one['role'] === 'assistant') ?? {})['content']
  const parts = Array.isArray(content) ? (content as unknown[]).filter(isObject) : []
  const said = parts.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : [])).join('\n')
  return { text: typeof content === 'string' ? content : said, made: messages }
}
