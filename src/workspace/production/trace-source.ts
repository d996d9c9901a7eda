import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type OpenedTraces, notesOfLeftOut, traceFilesBelow, tracesIn } from '../../compose/traces/open-traces.ts'
import { tracedExchanges } from '../../compose/traces/traced-exchanges.ts'
import { EvalError, type Message, message, parseJson, stringifyJson } from '../../core/index.ts'
import type { TracedExchanges } from '../../targets/traced-target.ts'
import { withRecords } from '../../traces/files/sdk-spans.ts'
import type { LogRecord, Otlp, Span } from '../../traces/index.ts'
import { openOtlpServer } from '../../traces/receiver/trace-receiver.ts'
import { watchedState } from '../watch/file-state.ts'

/** A conversation of production with a key that is unique in its source. */
export type ProductionConversation = TracedExchanges & { readonly key: string }

export type TraceSource = ReturnType<typeof traceFolder>

type ReadFile = {
  readonly state: string
  conversations: readonly ProductionConversation[]
  readonly isReadable: boolean
}

/** A file or folder into which another program writes traces in any supported format; a conversation lies in one file. */
function traceFolder(path: string, quietMs: number) {
  const read = new Map<string, ReadFile>()
  let notes: readonly Message[] = []
  return {
    /** Notes on what was skipped at the last look. */
    notes: () => notes,
    /** Conversations that are complete: nothing was added to them for a while. */
    async whole() {
      notes = []
      for (const file of await traceFilesBelow(path)) {
        const state = watchedState(file)
        if (!isQuiet(file, quietMs) || read.get(file)?.state === state) continue
        const traced = await readableTraces(file)
        notes = [...notes, ...(traced?.notes ?? [])]
        const conversations = (traced?.conversations ?? []).map((one) => ({
          ...one,
          key: `${relative(path, file)} ${one.id}`,
        }))
        read.set(file, { state, conversations, isReadable: traced !== undefined })
      }
      return [...read.values()].flatMap(({ conversations }) => conversations)
    },
    /** Trace files that could not be read at the last look. */
    unreadable: () => [...read].flatMap(([file, { isReadable }]) => (isReadable ? [] : [relative(path, file)])),
    /** Forgets all complete conversations but these, which still wait to be judged. */
    keepOnly(waiting: ReadonlySet<string>) {
      for (const entry of read.values()) entry.conversations = entry.conversations.filter(({ key }) => waiting.has(key))
    },
  }
}

/** A file that holds no traces has a note instead; undefined for a broken file, which `shinsa convert` explains. */
async function readableTraces(file: string): Promise<OpenedTraces | undefined> {
  try {
    return (
      (await tracesIn(file)) ?? { conversations: [], notes: [message('{file}: there is no trace in it', { file })] }
    )
  } catch (error) {
    if (error instanceof EvalError) return undefined
    throw error
  }
}

/** How long to wait for missing parent spans, in milliseconds: slow agents send the root span last. */
const longestMs = 600_000

/** Received traces, one file each, written before the sender's request is acknowledged. */
function traceInbox(folder: string, quietMs: number): TraceSource & { readonly receive: (otlp: Otlp) => void } {
  mkdirSync(folder, { recursive: true })
  const filesOf = new Map<string, readonly string[]>()
  /** Complete traces by name, with the state in which they were read. */
  const done = new Map<string, string>()
  let notes: readonly Message[] = []
  return {
    notes: () => notes,
    receive({ spans, records }) {
      const lines = [...spans.map((span) => ({ span })), ...records.map((record) => ({ record }))]
      for (const [traceId, own] of Map.groupBy(lines, traceIdOf)) {
        if (!/^[0-9a-f]{1,64}$/.test(traceId)) continue
        appendFileSync(join(folder, `${traceId}.jsonl`), own.map((line) => `${stringifyJson(line)}\n`).join(''))
      }
    },
    async whole() {
      filesOf.clear()
      done.clear()
      const arrived = readdirSync(folder).map((name) => {
        const file = join(folder, name)
        const state = watchedState(file)
        const spans = spansIn(file)
        if (isQuiet(file, isComplete(spans) ? quietMs : longestMs)) done.set(file, state)
        return { spans, conversations: [], named: [], pages: [], others: [] }
      })
      const { exchanges, ...counts } = tracedExchanges(arrived)
      // Notes wait until all traces are complete, since a partial trace cannot be interpreted yet.
      notes = done.size === arrived.length ? notesOfLeftOut(counts) : []
      for (const one of exchanges) filesOf.set(one.id, receivedFiles(folder, one))
      const isWhole = ({ id }: TracedExchanges) => filesOf.get(id)?.every((file) => done.has(file)) !== false
      return exchanges.filter(isWhole).map((one) => ({ ...one, key: one.id }))
    },
    // Invalid traces are refused when they are received.
    unreadable: () => [],
    keepOnly(waiting) {
      const kept = new Set([...waiting].flatMap((id) => filesOf.get(id) ?? []))
      // Spans that arrived since wait for the next look.
      for (const [file, state] of done)
        if (!kept.has(file) && watchedState(file) === state) rmSync(file, { force: true })
    },
  }
}

/** Lists the files of a conversation, one for each of its traces. */
function receivedFiles(folder: string, { invocations }: TracedExchanges): readonly string[] {
  const traceIds = new Set(invocations.flatMap(({ trace }) => trace?.traceId ?? []))
  return Array.from(traceIds, (traceId) => join(folder, `${traceId}.jsonl`))
}

/** Whether the root span and every parent that a span names are there. */
function isComplete(spans: readonly Span[]): boolean {
  const known = new Set(spans.map(({ spanId }) => spanId))
  return spans.every(({ parentSpanId }) => parentSpanId === undefined || known.has(parentSpanId))
}

type TraceSourcePlace = {
  readonly path: string | undefined
  readonly port: number | undefined
  readonly inbox: string
  readonly quietMs: number
}

/** Opens a folder, or a port on this machine that receives traces. @throws {EvalError} `usage` for none or both, and for a folder that does not exist */
export async function openTraceSource({ path, port, inbox, quietMs }: TraceSourcePlace) {
  if ((path === undefined) === (port === undefined)) {
    throw new EvalError('usage', message('where do traces come from: TRACES, or --receive PORT?'))
  }
  if (path !== undefined && !existsSync(path)) {
    throw new EvalError('usage', message('{file}: there is no such file', { file: path }))
  }
  if (path !== undefined) return { ...traceFolder(path, quietMs), port: undefined, close: () => undefined }
  const received = traceInbox(inbox, quietMs)
  const server = await openOtlpServer(port ?? 0, received.receive)
  return { ...received, port: server.port, close: () => server.close() }
}

type InboxLine = { readonly span: Span } | { readonly record: LogRecord }

function traceIdOf(line: InboxLine): string {
  return 'span' in line ? line.span.traceId : line.record.traceId
}

/** A span that is sent twice, or at its start and its end, counts once. */
function spansIn(file: string): readonly Span[] {
  const spans = new Map<string, Span>()
  const records: LogRecord[] = []
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    const line = lineIn(text)
    if (line !== undefined && 'span' in line) spans.set(line.span.spanId, line.span)
    else if (line !== undefined) records.push(line.record)
  }
  return withRecords([...spans.values()], records)
}

/** A line cut off by a kill was never acknowledged, so its sender sends it again. */
function lineIn(text: string): InboxLine | undefined {
  try {
    return text === '' ? undefined : (parseJson(text) as InboxLine) // We wrote it.
  } catch {
    return undefined
  }
}

function isQuiet(file: string, quietMs: number): boolean {
  return existsSync(file) && Date.now() - Math.floor(statSync(file).mtimeMs) >= quietMs
}
