import type { ComponentType } from 'react'
import type { Words } from './words/words.ts'

export type PageProps = { readonly params: Readonly<Record<string, string | undefined>> }

export type PageRoute = {
  /** As wouter reads it. */
  readonly path: string
  /** What its title is among `titles` of the words. */
  readonly words: keyof Words['titles']
  /** Where it stands in the navigation; absent for pages that are reached from others. */
  readonly inNavigation?: 'evaluating' | 'agents'
  /** What the source of runs must have for it; a report with one run compares nothing. */
  readonly needs?: 'compare' | 'calibration'
  readonly load: () => Promise<ComponentType<PageProps>>
}
