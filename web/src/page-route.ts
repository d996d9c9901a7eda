import type { ComponentType } from 'react'
import type { FirstSentence } from './words/speaking.ts'

export type PageProps = { readonly params: Readonly<Record<string, string | undefined>> }

export type PageRoute = {
  /** In wouter's syntax. */
  readonly path: string
  readonly title: FirstSentence
  /** Its part of the navigation; undefined for pages that are reached from others. */
  readonly inNavigation?: 'evaluating' | 'agents'
  /** What the source of runs must offer for it; a report of one run compares nothing. */
  readonly needs?: 'compare' | 'calibration'
  readonly load: () => Promise<ComponentType<PageProps>>
}
