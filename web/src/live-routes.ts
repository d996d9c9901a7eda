import { runRoutes } from './routes.ts'
import type { PageRoute } from './page-route.ts'
import { withAllWords } from './words/spoken.ts'

const { runs, run, caseOfRun, caseById, summary, compare, calibration } = runRoutes

/** Every page that the server's app has, in the order of its navigation. */
export const pageRoutes: readonly PageRoute[] = [
  runs,
  run,
  caseOfRun,
  caseById,
  summary,
  {
    path: '/new',
    words: 'newRun',
    inNavigation: 'evaluating',
    load: withAllWords(async () => (await import('./pages/new-run.tsx')).NewRun),
  },
  {
    path: '/try',
    words: 'try',
    inNavigation: 'evaluating',
    load: withAllWords(async () => (await import('./pages/try.tsx')).TryPage),
  },
  {
    path: '/datasets',
    words: 'datasets',
    inNavigation: 'evaluating',
    load: withAllWords(async () => (await import('./pages/datasets.tsx')).Datasets),
  },
  compare,
  {
    path: '/trend',
    words: 'trend',
    inNavigation: 'evaluating',
    load: withAllWords(async () => (await import('./pages/trend.tsx')).TrendPage),
  },
  calibration,
  {
    path: '/runbook',
    words: 'runbook',
    inNavigation: 'agents',
    load: withAllWords(async () => (await import('./pages/runbook.tsx')).Runbook),
  },
  {
    path: '/reviews',
    words: 'reviews',
    inNavigation: 'agents',
    load: withAllWords(async () => (await import('./pages/reviews.tsx')).Reviews),
  },
  {
    path: '/atlas',
    words: 'atlas',
    inNavigation: 'evaluating',
    load: withAllWords(async () => (await import('./pages/atlas/atlas.tsx')).AtlasPageView),
  },
  {
    path: '/runs/:runId/mutation',
    words: 'mutation',
    load: withAllWords(async () => (await import('./pages/mutation/mutation.tsx')).Mutation),
  },
  {
    path: '/improve',
    words: 'improve',
    inNavigation: 'evaluating',
    load: withAllWords(async () => (await import('./pages/improve.tsx')).Improve),
  },
  {
    path: '/labels',
    words: 'labels',
    inNavigation: 'evaluating',
    load: withAllWords(async () => (await import('./pages/labels.tsx')).Labels),
  },
]
