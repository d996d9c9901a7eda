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
  let taskId: string | undefined
  let contextId: string | undefined
  let state: TaskState | undefined

  function hearStatus({ state: told, message: note }: z.infer<typeof Status>): void {
    const reached = readState(told)
    // A task that is continued may first tell where it stood.
    state = reached === 'input-required' && said.isRepeated(note) ? 'working' : reached
    said.note(note)
  }

  function hearTask(task: z.infer<typeof Task>): void {
    taskId = task.id
    const history = task.history ?? []
    const mine = history.findLastIndex(isOfUser)
    // The server counts messages before this one as history too.
    if (state === undefined) said.leaveOut(history.slice(0, mine + 1))
    for (const one of history.slice(mine + 1)) said.keep(one)
    hearStatus(task.status)
    if (task.artifacts !== undefined) artifacts.replaceAll(task.artifacts)
  }

  function hearUpdate({ status: told, artifact, append, taskId: id = taskId }: z.infer<typeof Update>): void {
    taskId = id
    if (artifact !== undefined) {
      artifacts.put(artifact, { appends: append === true })
      state ??= 'working'
    }
    if (told !== undefined) hearStatus(told)
  }

  function hearMessage(note: z.infer<typeof Message>): void {
    if (isOfUser(note)) return
    answer ??= []
    for (const part of readA2aParts(note.parts)) answer.push(part)
    state = 'completed'
  }

  return {
    hear(event) {
      const one = readEvent(event)
      if (taskId !== undefined && one.about !== undefined && one.about !== taskId) {
        if (one.kind === 'task') throw anotherTask()
        // A stream may have updates of further tasks.
        return
      }
      contextId = one.value.contextId ?? contextId
      if (one.kind === 'task') hearTask(one.value)
      if (one.kind === 'update') hearUpdate(one.value)
      if (one.kind === 'message') hearMessage(one.value)
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
      const noted = said.noted()
      const made = artifacts.parts((key) => !earlier.has(key))
      const isAsking = state === 'input-required' || state === 'auth-required'
      const own = answer ?? (isAsking && noted.length > 0 ? noted : [made, noted].find(isFilled))
      const others = [noted, made].filter((parts) => parts !== own)
      const messages = [...said.steps(), ...others, own ?? artifacts.parts()].filter(isFilled)
      return messages.map((parts) => ({ author, content: { role: 'model', parts } }))
    },
    heard: () => new Set([...said.keys(), ...artifacts.keys()]),
    statusText: () => textIn(said.noted()),
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

/** The messages of a task, of which the last status message may be the answer. */
function saidOnTheWay(earlier: ReadonlySet<string>) {
  const partsByKey = new Map<string, readonly object[]>()
  const leftOut = new Set(earlier)
  let status: z.infer<typeof Message> | undefined

  function keep(one: z.infer<typeof Message>): void {
    const [key, parts] = [messageKey(one), readA2aParts(one.parts)]
    if (parts.length > 0 && !leftOut.has(key)) partsByKey.set(key, parts)
  }

  function isRepeated(note: z.infer<typeof Message> | undefined): boolean {
    return note?.messageId !== undefined && earlier.has(messageKey(note))
  }

  return {
    keep,
    isRepeated,
    leaveOut(messages: readonly z.infer<typeof Message>[]): void {
      for (const one of messages) leftOut.add(messageKey(one))
    },
    /** A status message becomes a step when another status follows it. */
    note(note: z.infer<typeof Message> | undefined): void {
      if (status !== undefined) keep(status)
      status = note === undefined || isRepeated(note) || isOfUser(note) ? undefined : note
    },
    noted: () => readA2aParts(status?.parts),
    steps: () =>
      [...partsByKey].flatMap(([key, parts]) => (status !== undefined && key === messageKey(status) ? [] : [parts])),
    keys: () => [...leftOut, ...partsByKey.keys(), ...(status === undefined ? [] : [messageKey(status)])],
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
      addParts(whole, readA2aParts(parts))
    },
    replaceAll(artifacts: readonly z.infer<typeof Artifact>[]): void {
      byId.clear()
      for (const [place, { artifactId, parts }] of artifacts.entries()) {
        const whole: object[] = []
        byId.set(artifactId ?? String(place), whole)
        addParts(whole, readA2aParts(parts))
      }
    },
  }
}

/** In 1.0 the kind is the name of the only field, before that it is a field `kind`. */
function readEvent(event: unknown) {
  if (!isObject(event)) throw unreadable()
  const { task, message: said, statusUpdate, artifactUpdate, kind } = event
  const update = kind === 'status-update' || kind === 'artifact-update' ? event : (statusUpdate ?? artifactUpdate)
  if (isObject(task)) return taskIn(task)
  if (kind === 'message' || (isObject(said) && kind === undefined)) {
    const value = readAs(Message, kind === 'message' ? event : said)
    return { kind: 'message', about: value.taskId, value } as const
  }
  // The answer to a request for a task is the task itself.
  if (!isObject(update)) return taskIn(event)
  const value = readAs(Update, update)
  return { kind: 'update', about: value.taskId, value } as const
}

function taskIn(told: unknown) {
  const value = readAs(Task, told)
  return { kind: 'task', about: value.id, value } as const
}

function readAs<Shape extends z.ZodType>(shape: Shape, told: unknown): z.infer<Shape> {
  const read = shape.safeParse(told)
  if (!read.success) throw unreadable()
  return read.data
}

function isFilled(parts: readonly object[]): boolean {
  return parts.length > 0
}

/** Joins adjacent texts: streamed artifacts stay in pieces, even when they are sent again at the end. */
function addParts(whole: object[], parts: readonly object[]): void {
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
