import type { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { RunStore } from '../../core/index.ts'
import { stringifyJson } from '../../core/index.ts'
import type { Capabilities } from '../capabilities.ts'
import type { CaseRows } from '../case-rows.ts'
import type { RunNews } from '../api.ts'
import { newsPath } from '../api.ts'
import { openRunNews } from '../run-news.ts'
import { findRun } from './runs.ts'

type Dependencies = {
  readonly store: RunStore
  readonly rows: CaseRows
  readonly capabilities: Capabilities
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
}

const heartbeatMs = 15_000

/** A run's news as server-sent events. A reader that comes back after a gap is told everything again. */
export function answerNews(app: Hono, { store, rows, capabilities, stopping }: Dependencies): void {
  const source = openRunNews({ store, rows, isAlive: capabilities.isAlive })
  const bytesOf = rememberingBytes()
  app.get(newsPath, async (context) => {
    const { plan } = await findRun(store, context.req.param('runId'))
    const everything = context.req.header('last-event-id') !== undefined
    return streamSSE(context, async (stream) => {
      const leaving = new AbortController()
      stream.onAbort(() => leaving.abort())
      const signal = AbortSignal.any([leaving.signal, stopping])
      // Lines that say nothing keep proxies from taking silence for the end, and show when nobody listens any more.
      let isBeating = false
      const beat = async () => {
        // One that nobody has read yet is enough.
        if (isBeating) return
        isBeating = true
        await stream.write(': still here\n\n')
        isBeating = false
      }
      const heartbeat = setInterval(() => void beat(), heartbeatMs)
      try {
        for await (const news of source.of(plan.runId, { signal, everything })) {
          // It waits for a slow reader, who then hears how everything stands by then.
          await stream.write(bytesOf(news))
        }
      } finally {
        clearInterval(heartbeat)
      }
    })
  })
}

/** The same news goes to all who listen, so it is written out once. Its number says no more than that somebody has heard. */
function rememberingBytes(): (news: RunNews) => Uint8Array {
  const known = new WeakMap<RunNews, Uint8Array>()
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
