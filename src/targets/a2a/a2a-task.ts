import { z } from 'zod'
import { EvalError, message, stringifyJson } from '../../core/index.ts'
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
  /** Adds a result, or an event of a stream. @throws {EvalError} `agent` for another task, and any other value */
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
  /** Returns keys of all that was heard, for the exchange that continues the task. */
  heard(): ReadonlySet<string>
  statusText(): string
}

/** @param earlier what was heard in earlier exchanges about the task, which reports it again */
export function a2aExchange(earlier: ReadonlySet<string>): A2aExchange {
  const said = saidOnTheWay(earlier)
  const artifacts = collectedArtifacts()
  let answer: object[] | undefined
  let status: z.infer<typeof Message> | undefined
  let taskId: string | undefined
  let contextId: string | undefined
  let state: TaskState | undefined
  let isFirst = true

  function hearStatus({ state: told, message: note }: z.infer<typeof Status>): void {
    // A status message becomes a step when another follows it.
    if (status !== undefined) said.keep(status)
    const isRepeated = note?.messageId !== undefined && earlier.has(messageKey(note))
    status = note === undefined || isRepeated || isOfUser(note) ? undefined : note
    const reached = readState(told)
    // A task that is continued may first tell where it stood.
    state = isRepeated && reached === 'input-required' ? 'working' : reached
  }

  function hearTask(task: z.infer<typeof Task>): void {
    taskId = task.id
    contextId = task.contextId ?? contextId
    const history = task.history ?? []
    const mine = history.findLastIndex(isOfUser)
    // The server counts messages before this one as history too.
    if (isFirst) said.leaveOut(history.slice(0, mine + 1))
    for (const one of history.slice(mine + 1)) said.keep(one)
    hearStatus(task.status)
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

  function hearMessage({ contextId: told, ...note }: z.infer<typeof Message>): void {
    if (isOfUser(note)) return
    contextId = told ?? contextId
    answer ??= []
    for (const part of readA2aParts(note.parts)) answer.push(part)
    state = 'completed'
  }

  return {
    hear(event) {
      const { kind, value } = kindOf(event)
      const read = { message: Message, task: Task, update: Update }[kind].safeParse(value)
      if (!read.success) throw unreadable()
      const about = 'id' in read.data ? read.data.id : read.data.taskId
      if (taskId !== undefined && about !== undefined && about !== taskId) {
        if (kind === 'task') throw anotherTask()
        // A stream may have updates of further tasks.
        return
      }
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
      const noted = readA2aParts(status?.parts)
      const steps = said.steps((key) => status === undefined || key !== messageKey(status))
      const made = artifacts.parts((key) => !earlier.has(key))
      const isAsking = state === 'input-required' || state === 'auth-required'
      const own = answer ?? (isAsking && noted.length > 0 ? noted : [made, noted].find(({ length }) => length > 0))
      const others = [noted, made].filter((parts) => parts !== own && parts.length > 0)
      const messages = [...steps, ...others, own ?? artifacts.parts()]
      return messages.flatMap((parts) => (parts.length === 0 ? [] : { author, content: { role: 'model', parts } }))
    },
    heard: () => new Set([...said.keys(), ...artifacts.keys(), ...(status === undefined ? [] : [messageKey(status)])]),
    statusText: () => textIn(readA2aParts(status?.parts)),
  }
}

function isOfUser({ role }: Pick<z.infer<typeof Message>, 'role'>): boolean {
  return /user$/i.test(String(role))
}

function messageKey({ messageId, parts }: z.infer<typeof Message>): string {
  return keyOf(messageId, readA2aParts(parts))
}

/** Agents may use an id for several contents, or none at all. */
function keyOf(id: string | undefined, parts: readonly object[]): string {
  return stringifyJson([id, parts])
}

function saidOnTheWay(earlier: ReadonlySet<string>) {
  const partsByKey = new Map<string, readonly object[]>()
  const leftOut = new Set(earlier)
  return {
    steps: (isWanted: (key: string) => boolean) =>
      [...partsByKey].flatMap(([key, parts]) => (isWanted(key) ? [parts] : [])),
    keys: () => [...leftOut, ...partsByKey.keys()],
    leaveOut(messages: readonly z.infer<typeof Message>[]): void {
      for (const one of messages) leftOut.add(messageKey(one))
    },
    keep(one: z.infer<typeof Message>): void {
      const [key, parts] = [messageKey(one), readA2aParts(one.parts)]
      if (parts.length > 0 && !leftOut.has(key)) partsByKey.set(key, parts)
    },
  }
}

function collectedArtifacts() {
  const byId = new Map<string, object[]>()
  let forgot = false
  return {
    parts: (isWanted: (key: string) => boolean = () => true) =>
      [...byId].flatMap(([id, parts]) => (isWanted(keyOf(id, parts)) ? parts : [])),
    keys: () => [...byId].map(([id, parts]) => keyOf(id, parts)),
    forget(): void {
      forgot = byId.size > 0
      byId.clear()
    },
    lacks: () => forgot && byId.size === 0,
    put({ artifactId: id = '0', parts }: z.infer<typeof Artifact>, { appends }: { readonly appends: boolean }): void {
      const whole = (appends ? byId.get(id) : undefined) ?? []
      byId.set(id, whole)
      append(whole, readA2aParts(parts))
    },
    replaceAll(artifacts: readonly z.infer<typeof Artifact>[]): void {
      byId.clear()
      for (const [place, { artifactId, parts }] of artifacts.entries()) {
        const whole: object[] = []
        byId.set(artifactId ?? String(place), whole)
        append(whole, readA2aParts(parts))
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
function append(whole: object[], parts: readonly object[]): void {
  for (const part of parts) {
    const last = whole.at(-1)
    if (last !== undefined && isText(last) && isText(part)) whole[whole.length - 1] = { text: last.text + part.text }
    else whole.push(part)
  }
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

function anotherTask(): EvalError {
  return new EvalError('agent', message('The A2A agent answered with another task than the one it was asked about'))
}
