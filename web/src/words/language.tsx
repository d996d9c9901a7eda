import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { type Message, fillTemplate } from '../../../src/core/basics/message.ts'
import { count } from '../../../src/reporters/number-format.ts'
import { allWords, chosenLanguage, loadAllWords, loadSpoken } from './spoken.ts'
import type { AllWords, WordsLanguage, Spoken } from './words.ts'

type LanguageChoice = Spoken & { readonly choose: (language: WordsLanguage) => void }

const Here = createContext<LanguageChoice | undefined>(undefined)

/** The words of the first view in the reader's language. */
export function useWords(): LanguageChoice {
  const here = use(Here)
  if (here === undefined) throw new Error('there is no LanguageProvider around this')
  return here
}

/** The words of all pages, for components loaded by `withAllWords`. */
export function useAllWords(): Omit<LanguageChoice, 'words'> & { readonly words: AllWords } {
  const here = useWords()
  return { ...here, words: allWords(here.language) }
}

/** Sentences of the server behind each other, as the language puts them. */
export function useList(): (sentences: readonly Message[]) => string {
  const { say, language } = useWords()
  return (sentences) => sentences.map(say).join(language === 'ja' ? '、' : ', ')
}

/** Fills values into a sentence; large numbers get separators. @example fill(words.table.shown, { shown: 3, all: 10 }) */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' && Number.isInteger(value) ? count(value) : value,
  ])
  return fillTemplate(template, Object.fromEntries(shown))
}

/** Provides the loaded language; another one is shown as a whole once it is loaded. */
export function LanguageProvider({ first, children }: { readonly first: Spoken; readonly children: ReactNode }) {
  const [spoken, setSpoken] = useState(first)
  useEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken])
  const chosen = useMemo(
    () => ({
      ...spoken,
      choose(next: WordsLanguage) {
        chosenLanguage.write(next)
        void Promise.all([loadSpoken(next), loadAllWords(next)]).then(([loaded]) => setSpoken(loaded))
      },
    }),
    [spoken],
  )
  return <Here value={chosen}>{children}</Here>
}
