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
  /** Needs the server, and not only runs. */
  readonly liveOnly?: true
  readonly load: () => Promise<ComponentType<PageProps>>
}

/** Every page of the app; each loads when it is opened. */
export const pageRoutes: readonly PageRoute[] = [
  {
    path: '/',
    words: 'runs',
    inNavigation: true,
    load: async () => (await import('./pages/runs.tsx')).Runs,
  },
  {
    path: '/runs/:runId',
    words: 'run',
    load: async () => (await import('./pages/run.tsx')).RunPage,
  },
  {
    path: '/runs/:runId/cases/:position/:repeat',
    words: 'case',
    load: async () => (await import('./pages/case.tsx')).CasePage,
  },
  {
    path: '/new',
    words: 'newRun',
    inNavigation: true,
    liveOnly: true,
    load: async () => (await import('./pages/new-run.tsx')).NewRun,
  },
  {
    path: '/datasets',
    words: 'datasets',
    inNavigation: true,
    liveOnly: true,
    load: async () => (await import('./pages/datasets.tsx')).Datasets,
  },
  {
    path: '/compare',
    words: 'compare',
    inNavigation: true,
    load: async () => (await import('./pages/compare.tsx')).Compare,
  },
  {
    path: '/calibration',
    words: 'calibration',
    inNavigation: true,
    load: async () => (await import('./pages/calibration.tsx')).Calibration,
  },
  {
    path: '/runbook',
    words: 'runbook',
    inNavigation: true,
    liveOnly: true,
    load: async () => (await import('./pages/runbook.tsx')).Runbook,
  },
  {
    path: '/reviews',
    words: 'reviews',
    inNavigation: true,
    liveOnly: true,
    load: async () => (await import('./pages/reviews.tsx')).Reviews,
  },
  {
    path: '/labels',
    words: 'labels',
    inNavigation: true,
    liveOnly: true,
    load: async () => (await import('./pages/labels.tsx')).Labels,
  },
]
