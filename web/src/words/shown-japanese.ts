import { shownJapanese } from '../../../src/i18n/shown-ja.ts'
import { templateKey } from './template-key.ts'

/**
 * What the server's sentences are in Japanese, by a number that is made of their English template: the templates come with
 * the sentences and would be half of what a reader waits for. `vite.config.ts` works it out when the page is built.
 */
export const shownJapaneseByKey: Readonly<Record<string, string>> = byKey(shownJapanese())

function byKey(japanese: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const keyed = Object.entries(japanese).map(([template, text]) => [templateKey(template), text] as const)
  const table = Object.fromEntries(keyed)
  if (Object.keys(table).length !== keyed.length) throw new Error('two templates have the same key')
  return table
}
