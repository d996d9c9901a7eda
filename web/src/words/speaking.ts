import { type Message, fillTemplate } from '../../../src/core/basics/message.ts'
import { count } from '../../../src/reporters/number-format.ts'
import type { firstJa } from './first-ja.ts'
import type { pagesJa } from './pages-ja.ts'

export type WordsLanguage = 'en' | 'ja'

/** The English of what the first view says; a sentence without Japanese does not compile. */
export type FirstSentence = keyof typeof firstJa
/** The English of what the page says anywhere. */
export type PageSentence = FirstSentence | keyof typeof pagesJa

type SaidValues = Readonly<Record<string, string | number>>

/** Says a sentence of the page or the server in the reader's language. @example say('{shown} of {all}', { shown: 3, all: 10 }) */
export interface Say<Text extends PageSentence = PageSentence> {
  (text: Text, values?: SaidValues): string
  (sentence: Message): string
}

/** What components of the first view say it by. */
export type SayFirst = Say<FirstSentence>

/** A language, and what speaks it. */
export type Spoken<Text extends PageSentence = PageSentence> = {
  readonly language: WordsLanguage
  readonly say: Say<Text>
}

/** Says sentences by templates found by the English ones. Large numbers in sentences of the page get separators. */
export function speaking(templateOf: (text: string) => string): Say {
  return (sentence: PageSentence | Message, values: SaidValues = {}) =>
    typeof sentence === 'string'
      ? fillTemplate(withoutContext(templateOf(sentence)), withSeparators(values))
      : fillTemplate(templateOf(sentence.text), sentence.values ?? {})
}

/** Leaves out what tells two meanings of the same English words apart. */
function withoutContext(template: string): string {
  return template.replace(/##.*$/, '')
}

function withSeparators(values: SaidValues): Record<string, string | number> {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    Number.isInteger(value) ? count(Number(value)) : value,
  ])
  return Object.fromEntries(shown) as Record<string, string | number>
}
