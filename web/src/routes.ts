import type { ComponentType } from 'react'
import type { Words } from './words/words.ts'

export type PageProps = { readonly params: Readonly<Record<string, string | undefined>> }

type Titled = {
  [Section in keyof Words]: Words[Section] extends { readonly title: string } ? Section : never
}[keyof Words]

export type PageRoute = {
  /** As wouter reads it. */
  readonly path: string
  /** The section of the words whose `title` is the page's. */
  readonly words: Titled
  /** Where it stands in the navigation; absent for pages that are reached from others. */
  readonly inNavigation?: true
  /** What the source of runs must have for it; a report with one run compares nothing. */
  readonly needs?: 'compare' | 'calibration'
  readonly load: () => Promise<ComponentType<PageProps>>
}

/** Pages that show runs and nothing else: a report that is a file has them, too. Each loads when it is opened. */
export const runRoutes = {
  runs: {
    path: '/',
    words: 'runs',
    inNavigation: true,
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
    load: async () => (await import('./pages/case.tsx')).CasePage,
  },
  compare: {
    path: '/compare',
    words: 'compare',
    inNavigation: true,
    needs: 'compare',
    load: async () => (await import('./pages/compare.tsx')).Compare,
  },
  calibration: {
    path: '/calibration',
    words: 'calibration',
    inNavigation: true,
    needs: 'calibration',
    load: async () => (await import('./pages/calibration.tsx')).Calibration,
  },
} as const satisfies Readonly<Record<string, PageRoute>>
