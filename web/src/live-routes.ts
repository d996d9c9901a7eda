import type { PageRoute } from './page-route.ts'
import { evaluating, page, runRoutes } from './routes.ts'

const { runs, run, caseOfRun, caseById, summary, compare, calibration } = runRoutes

const ofAgent = (title: PageRoute['title']) => ({ title, inNavigation: 'agents' }) as const

/** The pages of the server's app, in the order of the navigation. */
export const pageRoutes: readonly PageRoute[] = [
  runs,
  run,
  caseOfRun,
  caseById,
  summary,
  page('/new', evaluating('New run'), async () => (await import('./pages/new-run.tsx')).NewRun),
  page('/try', evaluating('Try'), async () => (await import('./pages/try.tsx')).TryPage),
  page('/datasets', evaluating('Datasets'), async () => (await import('./pages/datasets.tsx')).Datasets),
  compare,
  page('/trend', evaluating('Trend'), async () => (await import('./pages/trend.tsx')).TrendPage),
  calibration,
  page('/runbook', ofAgent('Runbook assistant'), async () => (await import('./pages/runbook.tsx')).Runbook),
  page('/reviews', ofAgent('Document review'), async () => (await import('./pages/reviews.tsx')).Reviews),
  page('/atlas', evaluating('Kinds of failure'), async () => (await import('./pages/atlas/atlas.tsx')).AtlasPageView),
  page(
    '/runs/:runId/mutation',
    { title: 'Blind spots' },
    async () => (await import('./pages/mutation/mutation.tsx')).Mutation,
  ),
  page('/improve', evaluating('Improve'), async () => (await import('./pages/improve.tsx')).Improve),
  page('/labels', evaluating('Labels'), async () => (await import('./pages/labels.tsx')).Labels),
]
