import { type Message, type Run, type RunStore, message } from '../core/index.ts'
import { translate } from '../i18n/index.ts'
import type { ViewedResults } from '../server/view/viewed-results.ts'
import type { Terminal } from './command.ts'

export const viewOption = {
  view: {
    value: 'VIEW',
    summary: message('only what the page shows, as its address has it behind the `?`: --view "only=failed&tag=odd"'),
  },
} as const

type RunViewPlace = { readonly store: RunStore; readonly terminal: Terminal }

/** Returns the results that a view shows. @throws {EvalError} `usage` when the view filters nothing, or nothing matches it */
export async function viewIn(run: Run, query: string, { store, terminal }: RunViewPlace): Promise<ViewedResults> {
  const { viewedResults } = await import('../server/view/viewed-results.ts')
  const say = (sentence: Message) => translate(sentence, terminal.language)
  return viewedResults(run, store, { query: query.replace(/^\?/, ''), say })
}
