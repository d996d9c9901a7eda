import type { PageRoute } from './page-route.ts'
import { withAllWords } from './words/spoken.ts'

type Shown = Omit<PageRoute, 'path' | 'load'>

/** A page that says more than the first view. */
export function page(path: string, shown: Shown, load: PageRoute['load']): PageRoute {
  return { path, ...shown, load: withAllWords(load) }
}

export const evaluating = (title: PageRoute['title']) => ({ title, inNavigation: 'evaluating' }) as const

const loadCase = async () => (await import('./pages/case.tsx')).CasePageView

/** Pages about runs, which a report file has as well. Each is loaded when it is opened. */
export const runRoutes = {
  runs: { path: '/', ...evaluating('Runs'), load: async () => (await import('./pages/runs.tsx')).Runs },
  run: { path: '/runs/:runId', title: 'Run', load: async () => (await import('./pages/run.tsx')).RunPage },
  caseOfRun: page('/runs/:runId/cases/:position/:repeat', { title: 'Case' }, loadCase),
  caseById: page(
    '/runs/:runId/case/:caseId?',
    { title: 'Case' },
    async () => (await import('./pages/case-by-id.tsx')).CaseById,
  ),
  summary: page(
    '/runs/:runId/summary',
    { title: 'Summary' },
    async () => (await import('./pages/summary.tsx')).SummaryPage,
  ),
  compare: page(
    '/compare',
    { ...evaluating('Compare'), needs: 'compare' },
    async () => (await import('./pages/compare.tsx')).Compare,
  ),
  calibration: page(
    '/calibration',
    { ...evaluating('Calibration'), needs: 'calibration' },
    async () => (await import('./pages/calibration.tsx')).CalibrationPage,
  ),
} satisfies Readonly<Record<string, PageRoute>>
