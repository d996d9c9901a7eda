import type { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type RunStore, stringifyJson } from '../../core/index.ts'
import type { Capabilities } from '../capabilities.ts'
import type { CaseRows } from '../case-rows.ts'
import type { ServerNews } from '../api/runs.ts'
import { newsPath } from '../api/routes.ts'
import { followRun } from '../follow-run.ts'
import { openListNews } from '../list-news.ts'
import { openRunNews } from '../run-news.ts'

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

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
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
