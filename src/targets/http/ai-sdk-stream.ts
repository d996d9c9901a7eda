import { noteSoFar } from '../environment/environment.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { EvalError, message } from '../../core/index.ts'
import { excerpt } from '../excerpt.ts'
import { answered, spoke } from '../frameworks/agent-events.ts'
import { shallowJson } from '../json-copy.ts'
import { streamedPieces } from './http-body.ts'

type AiSdkStreamFields = Readonly<Record<string, unknown>>

/**
 * Reads an answer in the AI SDK's UI message stream (version 5 and later) or the older data stream.
 *
 * @returns undefined for any other body
 * @throws {EvalError} `agent` for a stream that reports an error
 */
export function aiSdkStream(text: string, redact: (text: string) => string): object | undefined {
  const pieces = uiPieces(text) ?? dataPieces(text)
  if (pieces === undefined) return undefined
  const heard = exchangeOf(pieces)
  if (heard.problem === undefined && isBrokenOff(text, pieces)) {
    return { finishReason: 'aborted', ...heard.reply, provenance: { brokenOff: true } }
  }
  if (heard.problem === undefined) return heard.reply
  noteSoFar(() => heard.reply)
  throw new EvalError(
    'agent',
    message('The agent’s stream has an error: {problem}', { problem: excerpt(redact(heard.problem), 300) }),
  )
}

const uiTypes =
  /^(start|finish|abort|error|(text|reasoning)-(start|delta|end)|(start|finish)-step|tool-(input|output)-[a-z]+)$/

function uiPieces(text: string): readonly AiSdkStreamFields[] | undefined {
  if (!/^(data|event|id|retry|:)/m.test(text)) return undefined
  const pieces = streamedPieces(text, shallowJson).filter(isObject)
  const known = pieces.filter(({ type }) => typeof type === 'string' && uiTypes.test(type))
  const isStream = known.some(({ type, delta }) => type === 'finish' || type === 'start' || typeof delta === 'string')
  return isStream && known.length * 2 >= pieces.length ? known : undefined
}

/** Both streams say how they end, so without an end the agent or its server stopped in the middle. */
function isBrokenOff(text: string, pieces: readonly AiSdkStreamFields[]): boolean {
  return !/^data: ?\[DONE\]$/m.test(text) && !pieces.some(({ type }) => type === 'finish' || type === 'abort')
}

const dataLine = /^([0-9a-k]):(.*)$/

/** The codes of the data stream, as types of the UI message stream. */
const typesOfCodes: Readonly<Record<string, string>> = {
  '0': 'text-delta',
  g: 'reasoning-delta',
  b: 'tool-input-start',
  c: 'tool-input-delta',
  '9': 'tool-input-available',
  a: 'tool-output-available',
  d: 'finish',
  '3': 'error',
}

function dataPieces(text: string): readonly AiSdkStreamFields[] | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const read = lines.map((line) => dataLine.exec(line))
  if (read.length === 0 || read.some((line) => line === null)) return undefined
  const pieces = read.map((line) => ({ code: line?.[1] ?? '', value: shallowJson(line?.[2] ?? '') }))
  const isStream =
    pieces.every(({ value }) => value !== undefined) && pieces.some(({ code }) => '09abdef'.includes(code))
  return isStream ? pieces.map(uiPiece) : undefined
}

function uiPiece({ code, value }: { readonly code: string; readonly value: unknown }): AiSdkStreamFields {
  const fields: AiSdkStreamFields = isObject(value) ? value : {}
  const { args: input, argsTextDelta: inputTextDelta, result: output, usage } = fields
  const text = isObject(value) || Array.isArray(value) ? '' : String(value)
  const said = { delta: text, errorText: text }
  return { ...fields, ...said, type: typesOfCodes[code], input, inputTextDelta, output, messageMetadata: { usage } }
}

type AiSdkStreamCall = { readonly id: string; readonly name: string; args: unknown; written: string }
type AiSdkStreamStep = {
  readonly said: (string | { readonly thought: string } | AiSdkStreamCall)[]
  readonly answers: { readonly id: string; readonly name: string; readonly response: unknown }[]
}

/** Groups the pieces into steps: the model's message and the results of its tools. */
function exchangeOf(pieces: readonly AiSdkStreamFields[]): { reply: object; problem: string | undefined } {
  const { steps, current, callIn, answer } = openSteps()
  let [finishReason, usage, problem]: [unknown, unknown, string | undefined] = [undefined, undefined, undefined]
  const readers: Readonly<Record<string, (piece: AiSdkStreamFields) => void>> = {
    'text-delta': (piece) => speak(current(), textIn(piece, 'delta', 'textDelta')),
    'reasoning-delta': (piece) => think(current(), textIn(piece, 'delta', 'textDelta')),
    'tool-input-start': callIn,
    // Partial arguments of the model, which are used when the complete call never came.
    'tool-input-delta': (piece) => void (callIn(piece).written += textIn(piece, 'inputTextDelta')),
    'tool-input-available': (piece) => void (callIn(piece).args = piece['input'] ?? {}),
    'tool-input-error'(piece) {
      callIn(piece).args = piece['input'] ?? {}
      answer(piece, { error: piece['errorText'] })
    },
    // A preliminary result is repeated when it is complete.
    'tool-output-available': (piece) => piece['preliminary'] !== true && answer(piece, piece['output']),
    'tool-output-error': (piece) => answer(piece, { error: piece['errorText'] }),
    finish: (piece) => void ([finishReason, usage] = [piece['finishReason'], usageIn(piece['messageMetadata'])]),
    abort: () => void ([finishReason, usage] = ['aborted', undefined]),
    error: (piece) => void (problem ??= textIn(piece, 'errorText', 'error')),
  }
  for (const piece of pieces) readers[String(piece['type'])]?.(piece)
  const reply = {
    events: steps.flatMap(eventsOf),
    ...(typeof finishReason === 'string' && { finishReason }),
    ...(isObject(usage) && { usage }),
  }
  return { problem, reply }
}

/** Steps that grow: the model speaks in the current one, which ends with the answer of a tool. */
function openSteps() {
  const steps: AiSdkStreamStep[] = [{ said: [], answers: [] }]
  const calls = new Map<string, AiSdkStreamCall>()
  const current = (): AiSdkStreamStep => {
    if (steps.at(-1)?.answers.length !== 0) steps.push({ said: [], answers: [] })
    return steps.at(-1) ?? { said: [], answers: [] }
  }
  const callIn = (piece: AiSdkStreamFields): AiSdkStreamCall => {
    const id = textIn(piece, 'toolCallId')
    const known = calls.get(id)
    if (known !== undefined) return known
    const made: AiSdkStreamCall = { id, name: textIn(piece, 'toolName'), args: undefined, written: '' }
    calls.set(id, made)
    current().said.push(made)
    return made
  }
  const answer = (piece: AiSdkStreamFields, response: unknown) => {
    const id = textIn(piece, 'toolCallId')
    // An answer to a call that the stream does not have is no call.
    steps.at(-1)?.answers.push({ id, name: calls.get(id)?.name ?? textIn(piece, 'toolName'), response })
  }
  return { steps, current, callIn, answer }
}

function textIn(fields: AiSdkStreamFields, ...names: readonly string[]): string {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

function usageIn(metadata: unknown): unknown {
  return isObject(metadata) ? (metadata['totalUsage'] ?? metadata['usage']) : undefined
}

function speak({ said }: AiSdkStreamStep, text: string): void {
  const last = said.at(-1)
  if (typeof last === 'string') said[said.length - 1] = last + text
  else said.push(text)
}

function think({ said }: AiSdkStreamStep, thought: string): void {
  const last = said.at(-1)
  if (typeof last === 'object' && 'thought' in last) said[said.length - 1] = { thought: last.thought + thought }
  else said.push({ thought })
}

function eventsOf({ said, answers }: AiSdkStreamStep): readonly object[] {
  const parts = said.map((part) =>
    typeof part === 'object' && 'id' in part ? { id: part.id, name: part.name, args: part.args ?? part.written } : part,
  )
  return [
    ...(parts.length === 0 ? [] : [spoke('agent', parts)]),
    ...(answers.length === 0 ? [] : [answered('agent', answers)]),
  ]
}
