import type { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { RunStore } from '../../core/index.ts'
import { stringifyJson } from '../../core/index.ts'
import type { Abilities } from '../abilities.ts'
import type { CaseRows } from '../case-rows.ts'
import { newsOf } from '../run-news.ts'
import { findRun } from './runs.ts'

type Around = {
  readonly store: RunStore
  readonly rows: CaseRows
  readonly abilities: Abilities
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
}

const heartbeatMs = 15_000

/** A run's news as server-sent events. A reader that comes back after a gap is told everything again. */
export function answerNews(app: Hono, { store, rows, abilities, stopping }: Around): void {
  app.get('/api/runs/:runId/news', async (context) => {
    const { plan } = await findRun(store, context.req.param('runId'))
    const everything = context.req.header('last-event-id') !== undefined
    return streamSSE(context, async (stream) => {
      const leaving = new AbortController()
      stream.onAbort(() => leaving.abort())
      const signal = AbortSignal.any([leaving.signal, stopping])
      // Lines that say nothing keep proxies from taking silence for the end, and show when nobody listens any more.
      const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs)
      let id = 0
      try {
        const around = { store, rows, isAlive: abilities.isAlive, signal, everything }
        for await (const news of newsOf(plan.runId, around)) {
          id += 1
          await stream.writeSSE({ id: String(id), data: stringifyJson(news) })
        }
      } finally {
        clearInterval(heartbeat)
      }
    })
  })
}
