import { runRoutes } from './routes.ts'
import type { PageRoute } from './page-route.ts'
import { withAllWords } from './words/spoken.ts'

const { runs, run, caseOfRun, caseById, summary, compare, calibration } = runRoutes

type Shown = Pick<PageRoute, 'title' | 'inNavigation'>

function page(path: string, shown: Shown, load: PageRoute['load']): PageRoute {
  return { path, ...shown, load: withAllWords(load) }
}

const evaluating = (title: PageRoute['title']): Shown => ({ title, inNavigation: 'evaluating' })
const ofAgent = (title: PageRoute['title']): Shown => ({ title, inNavigation: 'agents' })

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
