import { shownJapanese } from '../../../src/i18n/shown-ja.ts'
import { templateKey } from './template-key.ts'

/**
 * What the server's sentences are in Japanese, by a number that is made of their English template: the templates come with
 * the sentences and would be half of what a reader waits for. The numbers stand in their order, each as its distance from the
 * one before, which is shorter. `vite.config.ts` works it out when the page is built.
 */
export const { distances, texts } = packed(shownJapanese())

export function packed(japanese: Readonly<Record<string, string>>): {
  readonly distances: string
  readonly texts: readonly string[]
} {
  const keyed = Object.entries(japanese)
    .map(([template, text]) => [templateKey(template), text] as const)
    .toSorted(([one], [other]) => one - other)
  const steps = keyed.map(([key], index) => key - (keyed[index - 1]?.[0] ?? 0))
  if (steps.includes(0)) throw new Error('two templates have the same key')
  return { distances: steps.map((step) => step.toString(36)).join(' '), texts: keyed.map(([, text]) => text) }
}
