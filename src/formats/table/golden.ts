import { isObject } from '../../core/basics/is-object.ts'
import type { EvalCase, Invocation, JsonObject } from '../../core/index.ts'
import { chatPrompt } from './chat-prompt.ts'
import { saidBy } from './reference-cell.ts'
import { rowCalls, rowSteps } from './row-calls.ts'
import type { RowNote } from './row-notes.ts'
import { promptColumn } from './table-columns.ts'
import type { RowPlace } from './row-place.ts'
import type { TableCells, RowCase } from './table-row.ts'

const goldenKeys = [
  'actual_output',
  'expected_output',
  'retrieval_context',
  'source_file',
  'expected_tools',
  'tools_called',
]

/** Returns whether a row is a golden of DeepEval: an input and at least two golden keys, in either spelling. */
export function isGolden(row: TableCells): boolean {
  return 'input' in row && goldenKeys.filter((key) => keyOf(row, key) !== undefined).length >= 2
}

/** Returns the contexts of a golden as the documents that ground an answer, with the keys that held them. */
export function contextsIn(row: TableCells): { readonly metadata?: JsonObject; readonly from?: readonly string[] } {
  const from = [keyOf(row, 'context'), keyOf(row, 'retrieval_context')].find(
    (key) => key !== undefined && textsIn(row[key]).length > 0,
  )
  return from === undefined ? {} : { metadata: { documents: textsIn(row[from]) }, from: [from] }
}

export function isScenario(row: TableCells): boolean {
  const { scenario } = row
  const others = ['expected_outcome', 'user_description', 'persona', 'turns'].some(
    (key) => keyOf(row, key) !== undefined,
  )
  return (
    typeof scenario === 'string' && scenario.trim() !== '' && others && promptColumn(Object.keys(row)) === undefined
  )
}

/** Converts a conversational golden: its turns are recorded answers, its expected outcome is for a judge. */
export function scenarioCase(row: TableCells, place: RowPlace): RowCase {
  const text = (key: string) => {
    const value = valueOf(row, key)
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  const [scenario = '', outcome, id] = [text('scenario'), text('expected_outcome'), row['id']]
  const { description, hasVoice } = personaIn(row)
  const chat = chatPrompt(valueOf(row, 'turns'))
  const turns = chat?.turns ?? []
  const opening = turns[0]?.userContent.parts?.flatMap((part) => part.text ?? []).join('\n')
  const documents = textsIn(valueOf(row, 'context'))
  const notes: readonly RowNote[] = [
    ...(outcome === undefined ? [] : (['outcome'] as const)),
    ...(opening === undefined ? (['opening'] as const) : []),
    ...(hasVoice ? (['voice'] as const) : []),
  ]
  const evalCase: EvalCase = {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : `row-${place.index}`,
    scenario: {
      startingPrompt: opening ?? scenario,
      plan: [scenario, ...(outcome === undefined ? [] : [outcome])].join('\n\n'),
      ...(description === undefined ? {} : { persona: { id: 'golden', description, behaviors: [] } }),
    },
    ...(outcome === undefined
      ? {}
      : { rubrics: [{ id: 'expected_outcome', property: outcome, type: 'TRAJECTORY_QUALITY' }] }),
    metadata: {
      ...metadataOf(row),
      ...(documents.length === 0 ? {} : { documents }),
    },
  }
  const isRecorded = turns.length > 0 && turns.every(({ answer }) => answer !== undefined)
  return { evalCase, notes, ...(isRecorded && { recorded: recordedTurns(turns, valueOf(row, 'turns'), place) }) }
}

type GoldenTurns = NonNullable<ReturnType<typeof chatPrompt>>['turns']

/** A turn has the calls of all its answers; what was said before the last of them is no part of the final response. */
function recordedTurns(turns: GoldenTurns, written: unknown, place: RowPlace): readonly Invocation[] {
  const answers = answersByTurn(typeof written === 'string' ? JSON.parse(written) : written)
  return turns.map(({ userContent, answer = '' }, index): Invocation => {
    const made = answers[index] ?? []
    const called = made.flatMap((one) => rowCalls(valueOf(one, 'tools_called'), 'turns.tools_called', place) ?? [])
    const steps = rowSteps({ calls: called.flatMap(({ calls }) => calls), hasMore: false })
    return { userContent, finalResponse: saidBy(answer), ...(called.length > 0 && { steps }) }
  })
}

/** Groups the messages of the assistant by the questions before them, as `chatPrompt` does; a greeting answers none. */
function answersByTurn(messages: unknown): readonly (readonly TableCells[])[] {
  const turns: TableCells[][] = []
  let isAnswered = true
  for (const message of Array.isArray(messages) ? messages.filter(isObject) : []) {
    const { role } = message
    // Messages of the system and of tools neither ask nor answer.
    if (role !== 'user' && role !== 'assistant') continue
    if (role === 'assistant') turns.at(-1)?.push(message)
    else if (isAnswered) turns.push([])
    isAnswered = role === 'assistant'
  }
  return turns
}

function personaIn(row: TableCells): { readonly description: string | undefined; readonly hasVoice: boolean } {
  const persona = isObject(row['persona']) ? row['persona'] : {}
  const { name, characteristics, ...voice } = persona
  const said = [name, characteristics ?? valueOf(row, 'user_description')].filter((one) => typeof one === 'string')
  return { description: said.length === 0 ? undefined : said.join('\n'), hasVoice: Object.keys(voice).length > 0 }
}

const used = ['scenario', 'expected_outcome', 'user_description', 'persona', 'turns', 'context', 'id']

function metadataOf(row: TableCells): JsonObject {
  const others = Object.entries(row).filter(([key]) => !used.some((one) => key === keyOf(row, one)))
  return Object.fromEntries(
    others.flatMap(([key, value]) =>
      isObject(value) && /metadata|key_?values/i.test(key) ? Object.entries(value) : [[key, value]],
    ),
  ) as JsonObject
}

/** Reads a list of texts, or text separated by bars, as in DeepEval's tables. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split('|').filter((text) => text.trim() !== '')
  const list = Array.isArray(value) ? (value as unknown[]) : []
  return list.flatMap((one) => {
    const text = isObject(one) ? (one['context'] ?? one['text']) : one
    return typeof text === 'string' && text.trim() !== '' ? [text] : []
  })
}

function valueOf(row: TableCells, key: string): unknown {
  const name = keyOf(row, key)
  return name === undefined ? undefined : row[name]
}

function keyOf(row: TableCells, key: string): string | undefined {
  const camel = key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [key, camel].find((name) => name in row)
}
