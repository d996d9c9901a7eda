import type { Hono } from 'hono'
import type { Run, RunStore } from '../core/index.ts'
import type { CaseRows } from './case-rows.ts'
import type { CountedRun } from '../runner/index.ts'

type ReadAheadDependencies = {
  readonly store: Pick<RunStore, 'find'>
  readonly rows: Pick<CaseRows, 'ahead'>
  readonly counted: (run: Run) => Promise<CountedRun>
}

/** Begins to read what a page will ask for when the page itself is asked for: until its scripts ask, half of it is there. */
export function readAhead(app: Hono, { store, rows, counted }: ReadAheadDependencies): void {
  app.get('/runs/:runId', async (context, next) => {
    const runId = context.req.param('runId')
    begin(async () => {
      const run = await store.find(runId)
      if (run?.plan.runId === runId) rows.ahead(run)
    })
    return next()
  })

  app.get('/compare', async (context, next) => {
    const runIds = ['baseline', 'with'].flatMap((name) => context.req.queries(name) ?? []).slice(0, runsAtMost)
    begin(async () => {
      for (const runId of runIds) {
        const run = await store.find(runId)
        if (run?.plan.runId === runId) await counted(run)
      }
    })
    return next()
  })
}

const runsAtMost = 6

/** After the page was sent. What goes wrong here goes wrong again, and is told, when it is asked for. */
function begin(read: () => Promise<void>): void {
  setImmediate(() => void read().catch(() => undefined))
}
