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
  readonly inNavigation?: 'evaluating' | 'agents'
  /** What the source of runs must have for it; a report with one run compares nothing. */
  readonly needs?: 'compare' | 'calibration'
  readonly load: () => Promise<ComponentType<PageProps>>
}
