import { Hono } from 'hono'
import { type Run, type RunStore, message } from '../core/index.ts'
import { type CaseRows, openCaseRows } from './case-rows.ts'
import type { CountedRun } from '../runner/index.ts'
import type { Capabilities } from './capabilities.ts'
import { type Access, guard } from './access.ts'
import { answerError, answerRoutes, json } from './answer-route.ts'
import type { About, ApiProblem } from './api/basics.ts'
import { compressAnswers } from './coding/compress-answers.ts'
import { openCountedRuns } from './comparison/counted-runs.ts'
import { servePage } from './page-files.ts'
import { servePdfViewer } from './pdf-viewer-files.ts'
import { proxyAdk } from './adk-proxy.ts'
import { answerAdkWeb } from './routes/adk-web.ts'
import { answerAnalyses } from './routes/analyses.ts'
import { answerLabels } from './routes/labels.ts'
import { answerCaseFromResult, answerDatasets } from './routes/datasets.ts'
import { answerExports } from './routes/exports.ts'
import { answerNews } from './routes/news.ts'
import { answerRunbook } from './routes/runbook.ts'
import { answerRunService } from './routes/run-service.ts'
import { answerReviews } from './routes/reviews.ts'
import { answerRuns } from './routes/runs.ts'
import { answerTraces } from './routes/traces.ts'

export type Setup = {
  readonly store: RunStore
  readonly capabilities: Capabilities
  readonly access: Access
  readonly page: string
  readonly stopping: AbortSignal
  /** Receives unforeseen errors. */
  readonly report: (error: unknown) => void
}

export function makeApp({ store, capabilities, access, page, stopping, report }: Setup): Hono {
  const app = new Hono()
  app.use(compressAnswers())
  app.use(guard(access))
  app.onError((error, context) => answerError(error, context, report))
  const answer = answerRoutes(app, store)
  const rows = openCaseRows(store)
  const counted = openCountedRuns(store)

  answer('about', async ({ person }) => ({
    ...(person !== undefined && { person }),
    version: capabilities.version,
    project: capabilities.project,
    capabilities: namesOf(capabilities),
  }))
  answerRuns(answer, { store, rows, capabilities })
  answerTraces(answer, { store, capabilities })
  answerNews(app, { store, rows, capabilities, stopping })
  answerAnalyses(answer, { store, counted, capabilities })
  if (capabilities.labels !== undefined) answerLabels(app, answer, { store, labelling: capabilities.labels })
  answerCaseFromResult(answer, store)
  if (capabilities.datasets !== undefined) answerDatasets(answer, app, capabilities.datasets)
  const { runbook: service } = capabilities
  if (service !== undefined) answerRunbook(answer, { store, capabilities, service })
  if (capabilities.runs !== undefined) answerRunService(answer, capabilities.runs)
  if (capabilities.reviews !== undefined) answerReviews(answer, { app, store, reviews: capabilities.reviews })
  if (capabilities.export !== undefined) answerExports(app, { store, exports: capabilities.export, report })

  if (capabilities.adkWeb !== undefined) {
    answerAdkWeb(app, capabilities.adkWeb)
    proxyAdk(app, capabilities.adkWeb)
  }

  app.all('/api/*', (context) =>
    json(context, { code: 'usage', sentence: message('there is no such address') } satisfies ApiProblem, 404),
  )
  servePdfViewer(app)
  readAhead(app, { store, rows, counted })
  servePage(app, page)
  return app
}

function namesOf(capabilities: Capabilities): About['capabilities'] {
  return (['runs', 'labels', 'runbook', 'datasets', 'reviews', 'export'] as const).filter(
    (name) => capabilities[name] !== undefined,
  )
}

type ReadAheadDependencies = {
  readonly store: Pick<RunStore, 'find'>
  readonly rows: Pick<CaseRows, 'ahead'>
  readonly counted: (run: Run) => Promise<CountedRun>
}

/** Starts reading a run's data when its page is requested: by the time the page's scripts ask, much of it is there. */
function readAhead(app: Hono, { store, rows, counted }: ReadAheadDependencies): void {
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

/** Runs after the page was sent. An error here occurs again, and is reported, when the page asks for the data. */
function begin(read: () => Promise<void>): void {
  setImmediate(() => void read().catch(() => undefined))
}
