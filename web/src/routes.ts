import type { PageRoute } from './page-route.ts'
import { withAllWords } from './words/spoken.ts'

/** Pages about runs, which a report file has as well. Each is loaded when it is opened. */
export const runRoutes = {
  runs: {
    path: '/',
    title: 'Runs',
    inNavigation: 'evaluating',
    load: async () => (await import('./pages/runs.tsx')).Runs,
  },
  run: {
    path: '/runs/:runId',
    title: 'Run',
    load: async () => (await import('./pages/run.tsx')).RunPage,
  },
  caseOfRun: {
    path: '/runs/:runId/cases/:position/:repeat',
    title: 'Case',
    load: withAllWords(async () => (await import('./pages/case.tsx')).CasePageView),
  },
  caseById: {
    path: '/runs/:runId/case/:caseId?',
    title: 'Case',
    load: withAllWords(async () => (await import('./pages/case-by-id.tsx')).CaseById),
  },
  summary: {
    path: '/runs/:runId/summary',
    title: 'Summary',
    load: withAllWords(async () => (await import('./pages/summary.tsx')).SummaryPage),
  },
  compare: {
    path: '/compare',
    title: 'Compare',
    inNavigation: 'evaluating',
    needs: 'compare',
    load: withAllWords(async () => (await import('./pages/compare.tsx')).Compare),
  },
  calibration: {
    path: '/calibration',
    title: 'Calibration',
    inNavigation: 'evaluating',
    needs: 'calibration',
    load: withAllWords(async () => (await import('./pages/calibration.tsx')).CalibrationPage),
  },
} as const satisfies Readonly<Record<string, PageRoute>>
