import { runRoutes } from './routes.ts'
import type { PageRoute } from './page-route.ts'

const { runs, run, caseOfRun, caseById, compare, calibration } = runRoutes

/** Every page that the server's app has, in the order of its navigation. */
export const pageRoutes: readonly PageRoute[] = [
  runs,
  run,
  caseOfRun,
  caseById,
  {
    path: '/new',
    words: 'newRun',
    inNavigation: true,
    load: async () => (await import('./pages/new-run.tsx')).NewRun,
  },
  {
    path: '/datasets',
    words: 'datasets',
    inNavigation: true,
    load: async () => (await import('./pages/datasets.tsx')).Datasets,
  },
  compare,
  {
    path: '/trend',
    words: 'trend',
    inNavigation: true,
    load: async () => (await import('./pages/trend.tsx')).TrendPage,
  },
  calibration,
  {
    path: '/runbook',
    words: 'runbook',
    inNavigation: true,
    load: async () => (await import('./pages/runbook.tsx')).Runbook,
  },
  {
    path: '/reviews',
    words: 'reviews',
    inNavigation: true,
    load: async () => (await import('./pages/reviews.tsx')).Reviews,
  },
  {
    path: '/labels',
    words: 'labels',
    inNavigation: true,
    load: async () => (await import('./pages/labels.tsx')).Labels,
  },
]
