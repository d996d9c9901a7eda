import { runRoutes } from './routes.ts'
import type { PageRoute } from './page-route.ts'
import { withAllWords } from './words/spoken.ts'

const { runs, run, caseOfRun, caseById, summary, compare, calibration } = runRoutes

/** A page in the navigation whose address is the name that its words have. */
function page(
  name: PageRoute['words'],
  load: PageRoute['load'],
  inNavigation: PageRoute['inNavigation'] = 'evaluating',
): PageRoute {
  return { path: `/${name}`, words: name, inNavigation, load: withAllWords(load) }
}

/** The pages of the server's app, in the order of the navigation. */
export const pageRoutes: readonly PageRoute[] = [
  runs,
  run,
  caseOfRun,
  caseById,
  summary,
  { ...page('newRun', async () => (await import('./pages/new-run.tsx')).NewRun), path: '/new' },
  page('try', async () => (await import('./pages/try.tsx')).TryPage),
  page('datasets', async () => (await import('./pages/datasets.tsx')).Datasets),
  compare,
  page('trend', async () => (await import('./pages/trend.tsx')).TrendPage),
  calibration,
  page('runbook', async () => (await import('./pages/runbook.tsx')).Runbook, 'agents'),
  page('reviews', async () => (await import('./pages/reviews.tsx')).Reviews, 'agents'),
  page('atlas', async () => (await import('./pages/atlas/atlas.tsx')).AtlasPageView),
  {
    path: '/runs/:runId/mutation',
    words: 'mutation',
    load: withAllWords(async () => (await import('./pages/mutation/mutation.tsx')).Mutation),
  },
  page('improve', async () => (await import('./pages/improve.tsx')).Improve),
  page('labels', async () => (await import('./pages/labels.tsx')).Labels),
]
