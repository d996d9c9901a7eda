import { z } from 'zod'
import { EvalError, message } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { readA2aParts, readState, type TaskState } from './a2a-words.ts'

const Id = z.string().min(1).max(1000).optional().catch(undefined)
const Message = z.object({ messageId: Id, contextId: Id, taskId: Id, role: z.unknown(), parts: z.unknown() })
const Status = z.object({ state: z.unknown(), message: Message.optional().catch(undefined) })
const Artifact = z.object({ artifactId: Id, parts: z.unknown() })
const Task = z.object({
  id: z.string().min(1).max(1000),
  contextId: Id,
  status: Status,
  artifacts: z.array(Artifact).optional().catch(undefined),
  history: z.array(Message).optional().catch(undefined),
})
const Update = z.object({
  taskId: Id,
  contextId: Id,
  status: Status.optional().catch(undefined),
  artifact: Artifact.optional().catch(undefined),
  append: z.boolean().optional().catch(undefined),
})

/** The agent's work on one message, as far as it was received. */
export type A2aExchange = {
  /** Adds a result, or an event of a stream. @throws {EvalError} `agent` for any other value */
  hear(event: unknown): void
  /** Forgets streamed artifacts, of which further pieces may be missed; the task itself has them whole. */
  forgetPieces(): void
  /** True while artifacts that were forgotten were not heard again. */
  lacksPieces(): boolean
  readonly taskId: string | undefined
  readonly contextId: string | undefined
  /** Undefined before the first event. */
  readonly state: TaskState | undefined
  /** Returns the intermediate messages, and then the answer. */
  events(author: string): readonly object[]
  statusText(): string
}

export function a2aExchange(): A2aExchange {
  const said = saidOnTheWay()
  const artifacts = collectedArtifacts()
  let answer: readonly object[] | undefined
  let status: z.infer<typeof Message> | undefined
  let taskId: string | undefined
  let contextId: string | undefined
  let state: TaskState | undefined
  let isFirst = true

  function hearStatus({ state: told, message: note }: z.infer<typeof Status>): void {
    // A status message becomes a step when another follows it.
    if (status !== undefined) said.keep(status)
    status = note
    state = readState(told)
  }

  function hearTask(task: z.infer<typeof Task>): void {
    taskId = task.id
    contextId = task.contextId ?? contextId
    const history = task.history ?? []
    const mine = history.findLastIndex(({ role }) => /user$/i.test(String(role)))
    // The server counts messages before this one as history too.
    if (isFirst) said.leaveOut(history.slice(0, mine + 1))
    for (const one of history.slice(mine + 1)) if (one.messageId !== task.status.message?.messageId) said.keep(one)
    hearStatus(task.status)
    // A continued task reports its earlier artifacts again.
    if (task.artifacts !== undefined) artifacts.replaceAll(task.artifacts)
  }

  function hearUpdate({ status: told, artifact, append, ...place }: z.infer<typeof Update>): void {
    taskId = place.taskId ?? taskId
    contextId = place.contextId ?? contextId
    if (artifact !== undefined) {
      artifacts.put(artifact, { appends: append === true })
      state ??= 'working'
    }
    if (told !== undefined) hearStatus(told)
  }

  function hearMessage({ contextId: told, parts }: z.infer<typeof Message>): void {
    contextId = told ?? contextId
    answer = [...(answer ?? []), ...readA2aParts(parts)]
    state = 'completed'
  }

  return {
    hear(event) {
      const { kind, value } = kindOf(event)
      const read = { message: Message, task: Task, update: Update }[kind].safeParse(value)
      if (!read.success) throw unreadable()
      if (kind === 'task') hearTask(Task.parse(value))
      if (kind === 'update') hearUpdate(Update.parse(value))
      if (kind === 'message') hearMessage(Message.parse(value))
      isFirst = false
    },
    forgetPieces: artifacts.forget,
    lacksPieces: artifacts.lacks,
    get taskId() {
      return taskId
    },
    get contextId() {
      return contextId
    },
    get state() {
      return state
    },
    events(author) {
      const made = artifacts.parts()
      const noted = readA2aParts(status?.parts)
      const isAsking = state === 'input-required' || state === 'auth-required'
      const own = answer ?? (isAsking || made.length === 0 ? noted : made)
      if (own !== noted && status !== undefined) said.keep(status)
      const messages = own.length > 0 ? [...said.steps(), own] : said.steps()
      return messages.map((parts) => ({ author, content: { role: 'model', parts } }))
    },
    statusText: () => textIn(readA2aParts(status?.parts)),
  }
}

function saidOnTheWay() {
  const partsById = new Map<string, readonly object[]>()
  const earlier = new Set<string>()
  return {
    steps: () => [...partsById.values()],
    leaveOut(messages: readonly z.infer<typeof Message>[]): void {
      for (const { messageId } of messages) earlier.add(messageId ?? '')
    },
    keep(one: z.infer<typeof Message>): void {
      const parts = readA2aParts(one.parts)
      const id = one.messageId ?? String(partsById.size)
      if (parts.length > 0 && !earlier.has(id)) partsById.set(id, parts)
    },
  }
}

function collectedArtifacts() {
  const byId = new Map<string, readonly object[]>()
  let forgot = false
  return {
    parts: () => [...byId.values()].flat(),
    forget(): void {
      forgot = byId.size > 0
      byId.clear()
    },
    lacks: () => forgot && byId.size === 0,
    put({ artifactId: id = '0', parts }: z.infer<typeof Artifact>, { appends }: { readonly appends: boolean }): void {
      const before = appends ? (byId.get(id) ?? []) : []
      byId.set(id, joined([...before, ...readA2aParts(parts)]))
    },
    replaceAll(artifacts: readonly z.infer<typeof Artifact>[]): void {
      byId.clear()
      for (const [place, { artifactId, parts }] of artifacts.entries()) {
        byId.set(artifactId ?? String(place), joined(readA2aParts(parts)))
      }
    },
  }
}

type A2aTaskKind = 'message' | 'task' | 'update'

/** In 1.0 the kind is the name of the only field, before that it is a field `kind`. */
function kindOf(event: unknown): { readonly kind: A2aTaskKind; readonly value: unknown } {
  if (!isObject(event)) throw unreadable()
  const { task, message: said, statusUpdate, artifactUpdate, kind } = event
  if (isObject(task)) return { kind: 'task', value: task }
  if (isObject(said) && kind === undefined) return { kind: 'message', value: said }
  if (isObject(statusUpdate ?? artifactUpdate)) return { kind: 'update', value: statusUpdate ?? artifactUpdate }
  if (kind === 'message') return { kind, value: event }
  if (kind === 'status-update' || kind === 'artifact-update') return { kind: 'update', value: event }
  // The answer to a request for a task is the task itself.
  return { kind: 'task', value: event }
}

/** Joins adjacent texts: streamed artifacts stay in pieces, even when they are sent again at the end. */
function joined(parts: readonly object[]): readonly object[] {
  const whole: object[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    if (last !== undefined && isText(last) && isText(part)) whole[whole.length - 1] = { text: last.text + part.text }
    else whole.push(part)
  }
  return whole
}

function isText(part: object): part is { readonly text: string } {
  return 'text' in part && typeof part.text === 'string' && !('thought' in part)
}

function textIn(parts: readonly object[]): string {
  return parts.flatMap((part) => (isText(part) ? part.text : [])).join(' ')
}

function unreadable(): EvalError {
  return new EvalError('agent', message('The A2A agent answered with something that is no message and no task'))
}
