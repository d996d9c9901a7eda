import { isObject } from '../../core/basics/is-object.ts'
import { EvalError, message } from '../../core/index.ts'
import { excerpt } from '../excerpt.ts'
import { answered, spoke } from '../frameworks/agent-events.ts'
import { shallowJson } from '../reply/shallow-json.ts'
import { streamedPieces } from './http-body.ts'

type AiSdkStreamFields = Readonly<Record<string, unknown>>

/**
 * Reads an answer in the AI SDK's UI message stream (version 5 and later) or the older data stream.
 *
 * @returns undefined for any other body
 * @throws {EvalError} `agent` for a stream that reports an error
 */
export function aiSdkStream(text: string, redact: (text: string) => string): object | undefined {
  const chunks = uiChunks(text) ?? dataChunks(text)
  if (chunks === undefined) return undefined
  const heard = exchangeOf(chunks)
  if (heard.problem === undefined) return heard.reply
  throw new EvalError(
    'agent',
    message('The agent’s stream has an error: {problem}', { problem: excerpt(redact(heard.problem), 300) }),
  )
}

type Chunk =
  | { readonly kind: 'text' | 'thought'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly args: unknown }
  /** Partial arguments of the model, which are used when the complete call never came. */
  | { readonly kind: 'call-begin' | 'call-piece'; readonly id: string; readonly name?: string; readonly text: string }
  | { readonly kind: 'result'; readonly id: string; readonly response: unknown }
  | { readonly kind: 'step' }
  | { readonly kind: 'end'; readonly finishReason: unknown; readonly usage?: unknown }
  | { readonly kind: 'error'; readonly problem: string }

const uiTypes =
  /^(start|finish|abort|error|(text|reasoning)-(start|delta|end)|(start|finish)-step|tool-(input|output)-[a-z]+)$/

function uiChunks(text: string): readonly Chunk[] | undefined {
  if (!/^(data|event|id|retry|:)/m.test(text)) return undefined
  const pieces = streamedPieces(text, shallowJson).filter(isObject)
  const known = pieces.filter(({ type }) => typeof type === 'string' && uiTypes.test(type))
  const isStream = known.some(({ type, delta }) => type === 'finish' || type === 'start' || typeof delta === 'string')
  return isStream && known.length * 2 >= pieces.length ? known.flatMap(uiChunk) : undefined
}

function uiChunk(piece: AiSdkStreamFields): readonly Chunk[] {
  const [id, name] = [textIn(piece, 'toolCallId'), textIn(piece, 'toolName')]
  const delta = textIn(piece, 'delta', 'textDelta')
  switch (piece['type']) {
    case 'text-delta':
      return [{ kind: 'text', text: delta }]
    case 'reasoning-delta':
      return [{ kind: 'thought', text: delta }]
    case 'tool-input-start':
      return [{ kind: 'call-begin', id, name, text: '' }]
    case 'tool-input-delta':
      return [{ kind: 'call-piece', id, text: textIn(piece, 'inputTextDelta') }]
    case 'tool-input-available':
      return [{ kind: 'call', id, name, args: piece['input'] }]
    case 'tool-input-error':
      return [{ kind: 'call', id, name, args: piece['input'] }, failedCall(id, piece)]
    case 'tool-output-available':
      // A preliminary result is repeated when it is complete.
      return piece['preliminary'] === true ? [] : [{ kind: 'result', id, response: piece['output'] }]
    case 'tool-output-error':
      return [failedCall(id, piece)]
    case 'start-step':
      return [{ kind: 'step' }]
    case 'finish':
      return [{ kind: 'end', finishReason: piece['finishReason'], usage: usageIn(piece['messageMetadata']) }]
    case 'abort':
      return [{ kind: 'end', finishReason: 'aborted' }]
    case 'error':
      return [{ kind: 'error', problem: textIn(piece, 'errorText', 'error') }]
    default:
      return []
  }
}

function failedCall(id: string, piece: AiSdkStreamFields): Chunk {
  return { kind: 'result', id, response: { error: piece['errorText'] } }
}

function textIn(fields: AiSdkStreamFields, ...names: readonly string[]): string {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

function usageIn(metadata: unknown): unknown {
  if (!isObject(metadata)) return undefined
  return metadata['totalUsage'] ?? metadata['usage']
}

const dataLine = /^([0-9a-k]):(.*)$/

function dataChunks(text: string): readonly Chunk[] | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const read = lines.map((line) => dataLine.exec(line))
  if (read.length === 0 || read.some((line) => line === null)) return undefined
  const pieces = read.map((line) => ({ code: line?.[1] ?? '', value: shallowJson(line?.[2] ?? '') }))
  const isStream =
    pieces.every(({ value }) => value !== undefined) && pieces.some(({ code }) => '09abdef'.includes(code))
  return isStream ? pieces.flatMap(dataChunk) : undefined
}

function dataChunk({ code, value }: { readonly code: string; readonly value: unknown }): readonly Chunk[] {
  const fields: AiSdkStreamFields = isObject(value) ? value : {}
  const [id, name] = [textIn(fields, 'toolCallId'), textIn(fields, 'toolName')]
  switch (code) {
    case '0':
      return [{ kind: 'text', text: String(value) }]
    case 'g':
      return [{ kind: 'thought', text: String(value) }]
    case 'b':
      return [{ kind: 'call-begin', id, name, text: '' }]
    case 'c':
      return [{ kind: 'call-piece', id, text: textIn(fields, 'argsTextDelta') }]
    case '9':
      return [{ kind: 'call', id, name, args: fields['args'] }]
    case 'a':
      return [{ kind: 'result', id, response: fields['result'] }]
    case 'f':
      return [{ kind: 'step' }]
    case 'd':
      return [{ kind: 'end', finishReason: fields['finishReason'], usage: fields['usage'] }]
    case '3':
      return [{ kind: 'error', problem: String(value) }]
    default:
      return []
  }
}

type AiSdkStreamCall = { readonly id: string; readonly name: string; args: unknown; written: string }
type AiSdkStreamStep = {
  readonly said: (string | { readonly thought: string } | AiSdkStreamCall)[]
  readonly answers: AiSdkStreamAnswer[]
}
type AiSdkStreamAnswer = { readonly id: string; readonly name: string; readonly response: unknown }

/** Groups the chunks into steps: the model's message and the results of its tools. */
function exchangeOf(chunks: readonly Chunk[]): { readonly reply: object; readonly problem: string | undefined } {
  const steps: AiSdkStreamStep[] = [{ said: [], answers: [] }]
  const calls = new Map<string, AiSdkStreamCall>()
  let end: Extract<Chunk, { kind: 'end' }> | undefined
  let problem: string | undefined

  const current = (): AiSdkStreamStep => {
    const last = steps.at(-1)
    if (last !== undefined && last.answers.length === 0) return last
    const next = { said: [], answers: [] }
    steps.push(next)
    return next
  }
  const call = (id: string, name: string): AiSdkStreamCall => {
    const known = calls.get(id)
    if (known !== undefined) return known
    const made: AiSdkStreamCall = { id, name, args: undefined, written: '' }
    calls.set(id, made)
    current().said.push(made)
    return made
  }
  for (const chunk of chunks) {
    if (chunk.kind === 'text') speak(current(), chunk.text)
    else if (chunk.kind === 'thought') think(current(), chunk.text)
    else if (chunk.kind === 'call-begin') call(chunk.id, chunk.name ?? '')
    else if (chunk.kind === 'call-piece') call(chunk.id, '').written += chunk.text
    else if (chunk.kind === 'call') call(chunk.id, chunk.name).args = chunk.args ?? {}
    else if (chunk.kind === 'result') {
      const { name } = call(chunk.id, '')
      steps.at(-1)?.answers.push({ id: chunk.id, name, response: chunk.response })
    } else if (chunk.kind === 'end') end = chunk
    else if (chunk.kind === 'error') problem ??= chunk.problem
  }
  const { finishReason, usage } = end ?? {}
  return {
    problem,
    reply: {
      events: steps.flatMap(eventsOf),
      ...(typeof finishReason === 'string' && { finishReason }),
      ...(isObject(usage) && { usage }),
    },
  }
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
