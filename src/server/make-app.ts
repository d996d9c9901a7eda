import { Hono } from 'hono'
import type { RunStore } from '../core/index.ts'
import { message } from '../core/index.ts'
import type { Abilities } from './abilities.ts'
import type { Access } from './access.ts'
import { guard } from './access.ts'
import { answerError, answerRoutes, json } from './answer-route.ts'
import type { About, ApiProblem } from './api.ts'
import { openCaseRows } from './case-rows.ts'
import { servePage } from './page-files.ts'
import { servePdfViewer } from './pdf-viewer-files.ts'
import { answerCalibration } from './routes/calibration.ts'
import { answerCompare } from './routes/compare.ts'
import { answerLabels } from './routes/labels.ts'
import { answerCaseFromResult, answerDatasets } from './routes/datasets.ts'
import { answerExports } from './routes/exports.ts'
import { answerNews } from './routes/news.ts'
import { answerRunbook } from './routes/runbook.ts'
import { answerRunbookEvaluation } from './routes/runbook-evaluation.ts'
import { answerRunDesk } from './routes/run-desk.ts'
import { answerReviews } from './routes/reviews.ts'
import { answerRuns } from './routes/runs.ts'

export type Setup = {
  readonly store: RunStore
  readonly abilities: Abilities
  readonly access: Access
  /** The folder of the built page. */
  readonly page: string
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
  /** Hears of what nobody foresaw. */
  readonly report: (error: unknown) => void
}

/** Everything that the server answers, behind one guard. */
export function makeApp({ store, abilities, access, page, stopping, report }: Setup): Hono {
  const app = new Hono()
  app.use(guard(access))
  app.onError((error, context) => answerError(error, context, report))
  const answer = answerRoutes(app)
  const rows = openCaseRows(store)

  answer('about', async () => ({
    version: abilities.version,
    project: abilities.project,
    abilities: namesOf(abilities),
  }))
  answerRuns(answer, { store, rows, abilities })
  answerNews(app, { store, rows, abilities, stopping })
  answerCompare(answer, { store })
  answerCalibration(answer, { store })
  if (abilities.labels !== undefined) answerLabels(app, answer, { store, labelling: abilities.labels })
  answerCaseFromResult(answer, store)
  if (abilities.datasets !== undefined) answerDatasets(answer, app, abilities.datasets)
  if (abilities.runbook !== undefined) {
    answerRunbook(answer, abilities.runbook)
    answerRunbookEvaluation(answer, { store, abilities, desk: abilities.runbook })
  }
  if (abilities.runs !== undefined) answerRunDesk(answer, { store, desk: abilities.runs })
  if (abilities.reviews !== undefined) answerReviews(answer, { app, store, reviews: abilities.reviews })
  if (abilities.export !== undefined) answerExports(app, { store, exports: abilities.export, report })

  app.all('/api/*', (context) =>
    json(context, { code: 'usage', sentence: message('there is no such address') } satisfies ApiProblem, 404),
  )
  servePdfViewer(app)
  servePage(app, page)
  return app
}

/** What a page may offer. */
function namesOf(abilities: Abilities): About['abilities'] {
  return (['runs', 'labels', 'runbook', 'datasets', 'reviews', 'export'] as const).filter(
    (name) => abilities[name] !== undefined,
  )
}
