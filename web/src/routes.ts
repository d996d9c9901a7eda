import type { PageRoute } from './page-route.ts'
import { withAllWords } from './words/spoken.ts'

/** Pages about runs, which a report file has as well. Each is loaded when it is opened. */
export const runRoutes = {
  runs: {
    path: '/',
    words: 'runs',
    inNavigation: 'evaluating',
    load: async () => (await import('./pages/runs.tsx')).Runs,
  },
  run: {
    path: '/runs/:runId',
    words: 'run',
    load: async () => (await import('./pages/run.tsx')).RunPage,
  },
  caseOfRun: {
    path: '/runs/:runId/cases/:position/:repeat',
    words: 'case',
    load: withAllWords(async () => (await import('./pages/case.tsx')).CasePageView),
  },
  caseById: {
    path: '/runs/:runId/case/:caseId?',
    words: 'case',
    load: withAllWords(async () => (await import('./pages/case-by-id.tsx')).CaseById),
  },
  summary: {
    path: '/runs/:runId/summary',
    words: 'summary',
    load: withAllWords(async () => (await import('./pages/summary.tsx')).SummaryPage),
  },
  compare: {
    path: '/compare',
    words: 'compare',
    inNavigation: 'evaluating',
    needs: 'compare',
    load: withAllWords(async () => (await import('./pages/compare.tsx')).Compare),
  },
  calibration: {
    path: '/calibration',
    words: 'calibration',
    inNavigation: 'evaluating',
    needs: 'calibration',
    load: withAllWords(async () => (await import('./pages/calibration.tsx')).CalibrationPage),
  },
} as const satisfies Readonly<Record<string, PageRoute>>
