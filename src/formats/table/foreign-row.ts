import { isObject } from '../../core/basics/is-object.ts'
import {
  type EvalCase,
  type Invocation,
  type JsonObject,
  answerCalls,
  answerTexts,
  stringifyJson,
} from '../../core/index.ts'
import { parseAsWritten } from '../kit/as-written.ts'
import { choicesIn, withChoices } from './answer-choices.ts'
import { countedTokens } from '../../messages/counted-tokens.ts'
import { finishReasonFrom } from '../../messages/finish-reason-in.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { chatHistory } from './chat-history.ts'
import { chatPrompt, type ChatPrompt } from './chat-prompt.ts'
import { contextsIn, isGolden, isScenario, scenarioCase } from './golden.ts'
import { guessedColumns } from './guessed-columns.ts'
import { isAnsweredInJson, saidBy } from './reference-cell.ts'
import { expectedCalls, expectedSteps, rowCalls, rowSteps } from './row-calls.ts'
import { knownRow } from './known-rows.ts'
import type { RowNote } from './row-notes.ts'
import {
  type FoundColumns,
  type TableColumns,
  columnCalled,
  columnsByRow,
  expectedColumn,
  promptColumn,
} from './table-columns.ts'
import type { RowPlace } from './row-place.ts'
import { type TableCells, type RowCase, caseFromRow } from './table-row.ts'

/**
 * Reads rows with more than text cells: chat messages, choices, nested metadata and recorded answers, as in datasets of
 * OpenAI evals, Inspect and DeepEval.
 */
export function foreignRowReader(
  file: string,
  wanted: TableColumns,
  columnsOf = columnsByRow(wanted, file),
): (row: TableCells, place: RowPlace) => RowCase {
  return (written, place) => {
    const { row: named, isItem, answer } = opened(written)
    const known = isItem ? undefined : knownRow(named, wanted)
    const row = known?.row ?? named
    if (isScenario(row)) return scenarioCase(row, place)
    const guessed = guessedColumns(row, wanted, isItem)
    const columns = guessed ?? columnsOf(Object.keys(row), Object.keys(isItem || known !== undefined ? row : written))
    const read = readRow(row, columns, place)
    const first: readonly RowNote[] = guessed === undefined ? (known?.notes ?? []) : ['guessed']
    const notes = [...first, ...read.notes]
    return { ...read, ...recordedIn(row, read, { answer, place, said: known?.turns }), notes }
  }
}

type ForeignRowAnswer = { readonly text: unknown; readonly calls: unknown; readonly sample: JsonObject }

/** Unpacks OpenAI's evals, which keep the row in `item` and the answer in `sample`; nulls are dropped. */
function opened(given: TableCells) {
  const written = isObject(given['datasource_item']) ? outputItem(given) : given
  const { item, sample, ...others } = written
  if (!isObject(item)) return { row: withoutNulls(written), isItem: false, answer: undefined }
  const said = isObject(sample) ? sample : {}
  const [message] = Array.isArray(said['output']) ? (said['output'] as unknown[]) : []
  const text = said['output_text'] ?? (isObject(message) ? message['content'] : undefined)
  return {
    // Placed in the column in which goldens keep a recorded answer.
    row: withoutNulls({ ...others, ...item, ...(typeof text === 'string' && { actual_output: text }) }),
    isItem: true,
    answer: { text, calls: said['output_tools'], sample: said },
  }
}

/** Unpacks an output item of OpenAI's hosted evals: the answer to one item, with the results of the graders. */
function outputItem(given: TableCells): TableCells {
  const { datasource_item: source, datasource_item_id: number, sample, results } = given
  const held = isObject(source) && isObject(source['item']) ? source['item'] : (source as TableCells)
  const item = 'id' in held || number === undefined ? held : { id: `item-${String(number)}`, ...held }
  const asked = isObject(sample) ? sample['input'] : undefined
  const isAsked = promptColumn(Object.keys(item)) !== undefined || !Array.isArray(asked)
  return {
    item: { ...item, ...(!isAsked && { messages: asked }) },
    sample: withLastOutput(sample),
    ...(Array.isArray(results) && results.length > 0 && { hosted_results: results }),
  }
}

/** Earlier messages are tool calls and their results. */
function withLastOutput(sample: unknown): unknown {
  const output = isObject(sample) && Array.isArray(sample['output']) ? (sample['output'] as unknown[]) : []
  return isObject(sample) && output.length > 0 ? { ...sample, output: output.slice(-1) } : sample
}

function withoutNulls(row: TableCells): TableCells {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))
}

type ForeignRowReading = ReturnType<typeof readRow>

function readRow(given: TableCells, found: FoundColumns, place: RowPlace) {
  const columns = columnsAsked(found, given)
  const { prompt = 'prompt', expected, expectedTools } = columns
  const written = { ...given, ...onlyFields(given, columns) }
  const tools = expectedTools === undefined ? undefined : expectedCalls(written[expectedTools], expectedTools, place)
  const { chat, own, notes: chatNotes } = chatAsked(written, columns)
  const asked = chat === undefined ? undefined : textsOf(chat)
  const row: TableCells = {
    ...flattened(written),
    ...(asked === undefined ? {} : { [prompt]: asked }),
    ...(expectedTools === undefined || tools === undefined ? {} : { [expectedTools]: tools.calls }),
    ...(own?.isPart === true && { prompt_messages: written[prompt] }),
  }
  const chosen = choicesOf(row, columns)
  const evalCase = withLastAnswer(caseFromRow(chosen.row, columns, place, expectedSteps), columns, chat)
  const conversation =
    chat === undefined ? evalCase.conversation : asTurns(chat, evalCase.conversation, chosen.question)
  const notes: readonly RowNote[] = [
    ...chatNotes,
    ...chosen.notes,
    ...(tools?.hasMore === true ? (['callDetails'] as const) : []),
    ...(written[prompt] === given[prompt] ? [] : (['onlyField'] as const)),
    ...notesOfJson(row, columns),
    ...(expected !== undefined && hasSandbox(written) ? (['sandbox'] as const) : []),
  ]
  return { evalCase: { ...evalCase, conversation }, notes, chat }
}

type ForeignRowRequest = {
  readonly chat: ChatPrompt | undefined
  readonly own: ChatPrompt | undefined
  readonly notes: readonly RowNote[]
}

function chatAsked(row: TableCells, columns: FoundColumns): ForeignRowRequest {
  const { prompt = 'prompt', material, expected } = columns
  const own = chatPrompt(row[prompt])
  const notes = (own?.notes ?? []).filter((note) => note !== 'begun' || !isWholeChat(columns))
  const history = chatHistory(row, [prompt, material, expected])
  if (history === undefined) return { chat: own, own, notes }
  if (history.messages === undefined) return { chat: own, own, notes: [...notes, 'historyUnread'] }
  const chat = chatPrompt(spokenBefore(history.messages, row[prompt], own))
  // The history's column is kept as metadata, so nothing is lost.
  const others = (chat?.notes ?? []).filter((note) => note === 'media' || note === 'system')
  return { chat, own, notes: [...new Set<RowNote>(['history', ...others, ...notes])] }
}

/** Joins the history and the question, unless the history already ends with the question. */
function spokenBefore(before: readonly unknown[], asked: unknown, own: ChatPrompt | undefined): readonly unknown[] {
  const last = before.at(-1)
  if (own !== undefined) return [...before, ...[typeof asked === 'string' ? jsonIn(asked) : asked].flat()]
  const isSaid = isObject(last) && last['role'] === 'user' && last['content'] === asked
  return isSaid || asked === undefined ? before : [...before, { role: 'user', content: textOfCell(asked) }]
}

function textOfCell(cell: unknown): string {
  return typeof cell === 'object' ? stringifyJson(cell) : String(cell)
}

/** When messages stand beside an instruction, the messages are the question and the instruction is for developers. */
function columnsAsked(found: FoundColumns, row: TableCells): FoundColumns {
  const { material } = found
  const isAbout = material !== undefined && typeof row[material] === 'object'
  return isAbout ? { ...found, prompt: material, material: undefined } : found
}

function notesOfJson(row: TableCells, { prompt = 'prompt', expected }: TableColumns): readonly RowNote[] {
  return [
    ...(typeof row[prompt] === 'object' ? (['askedInJson'] as const) : []),
    ...(expected !== undefined && isAnsweredInJson(row[expected]) ? (['object'] as const) : []),
  ]
}

/** Some dataset stores wrap question and answer in objects: `{"question": …}` and `{"answer": …}`. */
function onlyFields(row: TableCells, { prompt = 'prompt', expected }: TableColumns): TableCells {
  const asked = onlyField(row[prompt], promptColumn)
  if (asked === undefined) return {}
  const right = expected === undefined ? undefined : onlyField(row[expected], expectedColumn)
  return { [prompt]: asked, ...(expected !== undefined && right !== undefined && { [expected]: right }) }
}

function onlyField(cell: unknown, called: (names: readonly string[]) => string | undefined): unknown {
  const fields = Object.entries(objectIn(cell) ?? {})
  const [only] = fields
  if (only === undefined || fields.length > 1) return undefined
  const [name, value] = only
  return called([name]) === undefined ? undefined : value
}

function answerField(names: readonly string[]): string | undefined {
  return expectedColumn(names) ?? columnCalled(names, ['response', ...answerTexts])
}

/** Training files have the right answer as their last message. */
function withLastAnswer(evalCase: EvalCase, columns: TableColumns, chat: ChatPrompt | undefined): EvalCase {
  const answer = chat?.turns.at(-1)?.answer
  const [exchange] = evalCase.conversation ?? []
  if (answer === undefined || exchange === undefined || !isWholeChat(columns)) return evalCase
  return { ...evalCase, conversation: [{ ...exchange, finalResponse: saidBy(answer) }] }
}

function isWholeChat({ prompt, expected }: TableColumns): boolean {
  return prompt === 'messages' && expected === undefined
}

/** Returns the text of the last turn, to which choices belong and which must not be empty. */
function textsOf({ turns }: ChatPrompt): string {
  const parts = turns.at(-1)?.userContent.parts ?? []
  const text = parts.flatMap((part) => part.text ?? []).join('\n')
  return text === '' && parts.length > 0 ? '…' : text
}

function asTurns(
  { turns }: ChatPrompt,
  [read]: EvalCase['conversation'] = [],
  question: string | undefined,
): Invocation[] {
  return turns.map(({ userContent }, index): Invocation => {
    if (index < turns.length - 1) return { userContent }
    const others = (userContent.parts ?? []).filter(({ text }) => text === undefined)
    const parts = question === undefined ? userContent.parts : [{ text: question }, ...others]
    return { ...read, userContent: { role: 'user', parts } }
  })
}

function hasSandbox(row: TableCells): boolean {
  return 'input' in row && ['sandbox', 'setup', 'files'].some((key) => key in row && row[key] !== '')
}

type ForeignRowChoice = {
  readonly row: TableCells
  readonly question: string | undefined
  readonly notes: readonly RowNote[]
}

function choicesOf(row: TableCells, { prompt = 'prompt', expected }: TableColumns): ForeignRowChoice {
  const column = columnCalled(Object.keys(row), ['choices', 'options', 'answer_choices', '選択肢'])
  const choices = column === undefined ? letteredChoices(row, expected) : choicesIn(row[column])
  const question = row[prompt]
  if (choices === undefined || typeof question !== 'string') return { row, question: undefined, notes: [] }
  if (expected === undefined || row[expected] === undefined) return { row, question: undefined, notes: ['noChoice'] }
  const chosen = withChoices(question, choices, { expected: row[expected], lettersFirst: expected === 'target' })
  if (chosen === undefined) return { row, question: undefined, notes: ['noChoice'] }
  return {
    row: { ...row, [prompt]: chosen.question, [expected]: chosen.expected },
    question: chosen.question,
    notes: ['choices'],
  }
}

/** Exams have a column for each choice, A to D, and the letter of the right one. */
function letteredChoices(row: TableCells, expected: string | undefined): readonly string[] | undefined {
  const right = expected === undefined ? undefined : row[expected]
  const names = [...'ABCDEFGHIJ'].map((letter) => columnCalled(Object.keys(row), [`option_${letter}`, letter]))
  const choices = names.slice(0, names.indexOf(undefined)).map((name) => row[name ?? ''])
  const isLetter = typeof right === 'string' && /^[A-J]$/i.test(right.trim())
  return isLetter ? choicesIn(choices) : undefined
}

const nested = [
  'metadata',
  'additional_metadata',
  'additionalMetadata',
  'custom_column_key_values',
  'customColumnKeyValues',
]

/** Lifts nested metadata into the row unless a column has the same name; contexts of a golden become documents. */
function flattened(row: TableCells): TableCells {
  const documents = isGolden(row) ? contextsIn(row) : {}
  const inner = nested.flatMap((key) => {
    const value = objectIn(row[key])
    return value === undefined || Object.keys(value).some((name) => Object.hasOwn(row, name)) ? [] : [{ key, value }]
  })
  const dropped = new Set([...inner.map(({ key }) => key), ...(documents.from ?? [])])
  const kept = Object.entries(row).filter(([key]) => !dropped.has(key))
  const inside = inner.flatMap(({ value }) => Object.entries(value))
  return Object.fromEntries([...inside, ...kept, ...Object.entries(documents.metadata ?? {})])
}

function objectIn(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined
  try {
    const read = parseAsWritten(value)
    return isObject(read) ? read : undefined
  } catch {
    // The text only begins like an object.
    return undefined
  }
}

type Recording = {
  readonly answer: ForeignRowAnswer | undefined
  readonly place: RowPlace
  readonly said: readonly (readonly unknown[])[] | undefined
}

function howItEnded({ sample }: ForeignRowAnswer): Pick<Invocation, 'finishReason' | 'usage'> {
  const [finishReason, usage] = [finishReasonFrom(sample['finish_reason']), countedTokens(sample['usage'])]
  return { ...(finishReason !== undefined && { finishReason }), ...(usage !== undefined && { usage }) }
}

/** Builds a turn of a fully recorded conversation: a tool call that is not in it was not made. */
function conversed({ userContent }: Invocation, text: string, said: unknown, place: RowPlace): Invocation {
  const calls = rowCalls(said, 'user_input', place)
  return { userContent, finalResponse: saidBy(text), ...(calls !== undefined && { steps: rowSteps(calls) }) }
}

/** Returns the recorded answer of the row. Tool calls are unknown unless the row has them. */
function recordedIn(
  row: TableCells,
  { evalCase, chat, notes }: ForeignRowReading,
  { answer, place, said: all }: Recording,
): { readonly recorded?: readonly Invocation[] } {
  const columns = Object.keys(row)
  const given = answer === undefined ? row[columnCalled(columns, answerTexts) ?? ''] : answer.text
  const turns = evalCase.conversation ?? []
  if (all?.length === turns.length && chat?.turns.every(({ answer: said }) => said !== undefined) === true) {
    return { recorded: turns.map((turn, index) => conversed(turn, chat.turns[index]?.answer ?? '', all[index], place)) }
  }
  if (given === undefined || given === null) return {}
  // Where question and reference are taken out of their objects, the answer is, too.
  const held = notes.includes('onlyField') ? onlyField(given, answerField) : undefined
  const text = textOfCell(held ?? given)
  const called = columnCalled(columns, answerCalls) ?? ''
  const calls =
    answer === undefined ? rowCalls(row[called], called, place) : rowCalls(answer.calls, 'output_tools', place)
  return {
    recorded: turns.map(({ userContent }, index): Invocation => {
      const isLast = index === turns.length - 1
      const said = isLast ? text : (chat?.turns[index]?.answer ?? '')
      return {
        userContent,
        finalResponse: saidBy(said),
        ...(isLast && calls !== undefined && { steps: rowSteps(calls) }),
        ...(isLast && answer !== undefined && howItEnded(answer)),
      }
    }),
  }
}
