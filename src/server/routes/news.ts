import { setTimeout } from 'node:timers/promises'
import type { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type Run, type RunStore, hasProcess, stringifyJson } from '../../core/index.ts'
import type { Capabilities } from '../capabilities.ts'
import type { CaseRows } from '../case-rows.ts'
import type { RunNews, ServerNews } from '../api/runs.ts'
import { newsPath } from '../api/routes.ts'
import { openRunNews, type RunNewsSource } from '../run-news.ts'
import { runStateOf } from '../run-row.ts'
import { aborted } from '../aborted.ts'

type NewsDependencies = {
  readonly store: RunStore
  readonly rows: CaseRows
  readonly capabilities: Capabilities
  readonly stopping: AbortSignal
}

/** The page takes the server for gone after two seconds without a beat. */
const beatMs = 600

/**
 * Streams server-sent events to each tab: that the server is alive, that the list of runs has changed, and what happens in the run
 * that is watched. A reader that reconnects after a gap receives everything again.
 */
export function answerNews(app: Hono, { store, rows, capabilities, stopping }: NewsDependencies): void {
  const { isAlive } = capabilities
  const source = openRunNews({ store, rows, isAlive })
  const list = openListNews({ store, isAlive })
  const bytesOf = rememberingBytes()
  app.get(newsPath, (context) => {
    const { run: runId, everything, once } = context.req.query()
    return streamSSE(context, async (stream) => {
      const leaving = new AbortController()
      stream.onAbort(() => leaving.abort())
      const signal = AbortSignal.any([leaving.signal, stopping])
      const tell = async (news: ServerNews) => void (await stream.write(bytesOf(news)))
      const stopBeating = once === undefined ? keepTelling(async () => tell(beat)) : () => undefined
      const stopListening = once === undefined ? list.listen(() => void tell(runs)) : () => undefined
      try {
        if (once !== undefined) await tell(runs)
        if (runId === undefined) {
          if (once === undefined) await aborted(signal)
          return
        }
        const isBack = everything !== undefined || context.req.header('last-event-id') !== undefined
        for await (const news of followRun(runId, { signal, everything: isBack }, { store, isAlive, source })) {
          // Waits for a slow reader, who then receives the state as of that time.
          await tell(news)
          if (once !== undefined && news.type !== 'rows') return
        }
        if (once === undefined) await aborted(signal)
      } finally {
        stopBeating()
        stopListening()
        leaving.abort()
      }
    })
  })
}

const beat = { type: 'beat' } as const
const runs = { type: 'runs' } as const

function keepTelling(tell: () => Promise<void>): () => void {
  let isTelling = false
  const tellOnce = async () => {
    // One unread beat is enough.
    if (isTelling) return
    isTelling = true
    await tell()
    isTelling = false
  }
  void tellOnce()
  const timer = setInterval(() => void tellOnce(), beatMs)
  return () => clearInterval(timer)
}

/** Encodes each news once for all listeners. The event's id only shows a reconnecting client that it has received something. */
function rememberingBytes(): (news: ServerNews) => Uint8Array {
  const known = new WeakMap<ServerNews, Uint8Array>()
  const encoder = new TextEncoder()
  let number = 0
  return (news) => {
    const before = known.get(news)
    if (before !== undefined) return before
    number += 1
    const bytes = encoder.encode(`id: ${number}\ndata: ${stringifyJson(news)}\n\n`)
    known.set(news, bytes)
    return bytes
  }
}

type FollowRunDependencies = {
  readonly store: RunStore
  readonly isAlive: Capabilities['isAlive']
  readonly source: RunNewsSource
}

const runRestMs = 500

/** Yields a run's news while somebody listens, even after the run has ended, since another process may resume it. */
async function* followRun(
  runId: string,
  { signal, everything }: { readonly signal: AbortSignal; readonly everything: boolean },
  { store, isAlive, source }: FollowRunDependencies,
): AsyncGenerator<RunNews> {
  let told = ''
  let fromStart = everything
  while (!signal.aborted) {
    const run = await store.find(runId)
    if (run?.plan.runId !== runId) {
      yield { type: 'deleted', runId }
      return
    }
    const state = runStateOf(run, isAlive)
    if (state === 'running') {
      for await (const news of source.of(runId, { signal, everything: fromStart })) {
        if (news.type === 'end') told = momentOf(news.detail.run, news.detail.state)
        yield news
      }
      fromStart = true
    } else if (momentOf(run, state) !== told) {
      told = momentOf(run, state)
      yield { type: 'end', detail: { run, state } }
    }
    // An abort is the usual end, not an error.
    await setTimeout(runRestMs, undefined, { signal }).catch(() => undefined)
  }
}

function momentOf({ endedAt, processId }: Run, state: string): string {
  return `${state} ${endedAt ?? ''} ${processId ?? ''}`
}

const listRestMs = 1000
// For stores that report changes.
const shortestRestMs = 200

/** Tells listeners when the list of runs has changed, in any process; the store is polled once for all of them. */
function openListNews({ store, isAlive }: { readonly store: RunStore; readonly isAlive: Capabilities['isAlive'] }) {
  const listeners = new Set<() => void>()
  let revision: number | undefined
  let running: readonly Run[] = []
  let isLooking = false

  async function look(): Promise<void> {
    const before = revision
    revision = await store.revision()
    // A process that was killed writes nothing to the store, so its id is checked; the store knows processes on other machines.
    const hasLost = !running.every((run) => hasProcess(run, isAlive))
    if (before === revision && !hasLost) return
    running = (await store.list()).filter((run) => run.status === 'running' && hasProcess(run, isAlive))
    if (before !== undefined) for (const listener of listeners) listener()
  }

  async function lookOn(): Promise<void> {
    isLooking = true
    let news = Promise.withResolvers<void>()
    const stop = store.listen?.(() => news.resolve())
    try {
      while (listeners.size > 0) {
        news = Promise.withResolvers()
        await look()
        await Promise.race([setTimeout(listRestMs), Promise.all([setTimeout(shortestRestMs), news.promise])])
      }
    } finally {
      stop?.()
      isLooking = false
    }
  }

  return {
    /** @returns a function that stops listening */
    listen(listener: () => void): () => void {
      listeners.add(listener)
      // An error of the store is reported where runs are read.
      if (!isLooking) lookOn().catch(() => listeners.clear())
      return () => void listeners.delete(listener)
    },
  }
}
