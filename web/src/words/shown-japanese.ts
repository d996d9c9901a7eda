import { shownJapanese } from '../../../src/i18n/shown-ja.ts'
import { firstJa } from './first-ja.ts'
import { templateKey } from './template-key.ts'

export type PackedSentences = { readonly distances: string; readonly texts: readonly string[] }

/**
 * Japanese translations of what the server and the page say, by a hash of their English template: the templates come with the
 * sentences and would be half of what a reader waits for. Hashes are sorted and stored as distances, which are shorter.
 * `vite.config.ts` computes this at build time.
 */
export const firstJapanese = packed({ ...shownJapanese(), ...firstJa })

export function packed(japanese: Readonly<Record<string, string>>): PackedSentences {
  const keyed = Object.entries(japanese)
    .map(([template, text]) => [templateKey(template), text] as const)
    .toSorted(([one], [other]) => one - other)
  const steps = keyed.map(([key], index) => key - (keyed[index - 1]?.[0] ?? 0))
  if (steps.includes(0)) throw new Error('two templates have the same key')
  return { distances: steps.map((step) => step.toString(36)).join(' '), texts: keyed.map(([, text]) => text) }
}
