import { randomUUID } from 'node:crypto'
import { stringifyJson, type Content, type Part } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import type { ProtocolVersion } from './agent-card.ts'

export const methods = {
  '1.0': {
    send: 'SendMessage',
    stream: 'SendStreamingMessage',
    get: 'GetTask',
    cancel: 'CancelTask',
  },
  '0.3': {
    send: 'message/send',
    stream: 'message/stream',
    get: 'tasks/get',
    cancel: 'tasks/cancel',
  },
} as const satisfies Record<ProtocolVersion, object>

type A2aWordsPlace = { readonly contextId?: string | undefined; readonly taskId?: string | undefined }

export function sentMessage(content: Content, dialect: ProtocolVersion, { contextId, taskId }: A2aWordsPlace): object {
  const said = {
    messageId: randomUUID(),
    role: dialect === '1.0' ? 'ROLE_USER' : 'user',
    parts: (content.parts ?? []).flatMap((part) => sentPart(part, dialect) ?? []),
    ...(contextId !== undefined && { contextId }),
    ...(taskId !== undefined && { taskId }),
  }
  // A client that learns the task's id at once can cancel it.
  if (dialect === '1.0') return { message: said, configuration: { acceptedOutputModes, returnImmediately: true } }
  return { message: { kind: 'message', ...said }, configuration: { acceptedOutputModes, blocking: false } }
}

const acceptedOutputModes = ['text/plain', 'text', 'application/json']

function sentPart({ text, media, extra }: Part, dialect: ProtocolVersion): object | undefined {
  const isNew = dialect === '1.0'
  const file = extra?.['file_data']
  if (media !== undefined) {
    const { mimeType, data } = media
    return isNew ? { raw: data, mediaType: mimeType } : { kind: 'file', file: { bytes: data, mimeType } }
  }
  if (isObject(file) && typeof file['file_uri'] === 'string') {
    const mimeType = String(file['mime_type'] ?? '')
    return isNew
      ? { url: file['file_uri'], mediaType: mimeType }
      : { kind: 'file', file: { uri: file['file_uri'], mimeType } }
  }
  if (text === undefined) return undefined
  return isNew ? { text } : { kind: 'text', text }
}

/** Reads parts of a message or an artifact. Tool calls are in the format of ADK's agents, which send them as data. */
export function readA2aParts(parts: unknown): readonly object[] {
  return Array.isArray(parts) ? parts.flatMap((part) => (isObject(part) ? readPart(part) : [])) : []
}

function readPart(part: Readonly<Record<string, unknown>>): readonly object[] {
  const { text, data, raw, url, metadata } = part
  const kind = isObject(metadata) ? (metadata['adk_type'] ?? metadata['type']) : undefined
  if (typeof text === 'string')
    return isObject(metadata) && metadata['adk_thought'] === true ? [{ text, thought: true }] : [{ text }]
  if (data !== undefined && data !== null) {
    if (kind === 'function_call' && isObject(data)) return [{ functionCall: data }]
    if (kind === 'function_response' && isObject(data)) return [{ functionResponse: data }]
    return [{ text: stringifyJson(data) ?? '' }]
  }
  const file = isObject(part['file']) ? part['file'] : {}
  const mimeType = String(part['mediaType'] ?? file['mimeType'] ?? 'application/octet-stream')
  const bytes = raw ?? file['bytes']
  if (typeof bytes === 'string') return [{ media: { mimeType, data: bytes } }]
  const address = url ?? file['uri']
  return typeof address === 'string' ? [{ text: address }] : []
}

export type TaskState =
  | 'working'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'input-required'
  | 'auth-required'

/** Reads a state of either version; an unknown one counts as working. */
export function readState(state: unknown): TaskState {
  const name = String(state)
    .replace(/^TASK_STATE_/, '')
    .toLowerCase()
    .replaceAll('_', '-')
  const ends: readonly TaskState[] = ['completed', 'failed', 'canceled', 'rejected', 'input-required', 'auth-required']
  if (name === 'cancelled') return 'canceled'
  return ends.find((end) => end === name) ?? 'working'
}
