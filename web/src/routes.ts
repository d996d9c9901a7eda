import { lazy } from 'react'
import type { ComponentType } from 'react'
import type { Words } from './words/words.ts'

export type PageProps = { readonly params: Readonly<Record<string, string | undefined>> }

type Titled = {
  [Section in keyof Words]: Words[Section] extends { readonly title: string } ? Section : never
}[keyof Words]

type PageRoute = {
  /** As wouter reads it. */
  readonly path: string
  /** The section of the words whose `title` is the page's. */
  readonly words: Titled
  /** Where it stands in the navigation; absent for pages that are reached from others. */
  readonly inNavigation?: true
  /** Needs the server, and not only runs. */
  readonly liveOnly?: true
  readonly page: ComponentType<PageProps>
}

/** Every page of the app; each loads when it is opened. */
export const pageRoutes: readonly PageRoute[] = [
  {
    path: '/',
    words: 'runs',
    inNavigation: true,
    page: lazy(async () => import('./pages/runs.tsx').then(({ Runs }) => ({ default: Runs }))),
  },
  {
    path: '/runs/:runId',
    words: 'run',
    page: lazy(async () => import('./pages/run.tsx').then(({ RunPage }) => ({ default: RunPage }))),
  },
  {
    path: '/runs/:runId/cases/:position/:repeat',
    words: 'case',
    page: lazy(async () => import('./pages/case.tsx').then(({ CasePage }) => ({ default: CasePage }))),
  },
  {
    path: '/new',
    words: 'newRun',
    inNavigation: true,
    liveOnly: true,
    page: lazy(async () => import('./pages/new-run.tsx').then(({ NewRun }) => ({ default: NewRun }))),
  },
  {
    path: '/datasets',
    words: 'datasets',
    inNavigation: true,
    liveOnly: true,
    page: lazy(async () => import('./pages/datasets.tsx').then(({ Datasets }) => ({ default: Datasets }))),
  },
  {
    path: '/compare',
    words: 'compare',
    inNavigation: true,
    page: lazy(async () => import('./pages/compare.tsx').then(({ Compare }) => ({ default: Compare }))),
  },
  {
    path: '/calibration',
    words: 'calibration',
    inNavigation: true,
    page: lazy(async () => import('./pages/calibration.tsx').then(({ Calibration }) => ({ default: Calibration }))),
  },
  {
    path: '/runbook',
    words: 'runbook',
    inNavigation: true,
    liveOnly: true,
    page: lazy(async () => import('./pages/runbook.tsx').then(({ Runbook }) => ({ default: Runbook }))),
  },
  {
    path: '/reviews',
    words: 'reviews',
    inNavigation: true,
    liveOnly: true,
    page: lazy(async () => import('./pages/reviews.tsx').then(({ Reviews }) => ({ default: Reviews }))),
  },
  {
    path: '/labels',
    words: 'labels',
    inNavigation: true,
    liveOnly: true,
    page: lazy(async () => import('./pages/labels.tsx').then(({ Labels }) => ({ default: Labels }))),
  },
]
