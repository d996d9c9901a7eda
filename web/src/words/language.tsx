import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Message } from '../../../src/core/basics/message.ts'
import { chosenLanguage, loadAllWords, loadSpoken } from './spoken.ts'
import type { FirstSentence, PageSentence, Spoken, WordsLanguage } from './speaking.ts'

type LanguageChoice<Text extends PageSentence> = Spoken<Text> & { readonly choose: (language: WordsLanguage) => void }

const Here = createContext<LanguageChoice<PageSentence> | undefined>(undefined)

/** Says what the first view says in the reader's language. */
export function useWords(): LanguageChoice<FirstSentence> {
  return useAllWords()
}

/** Says what all pages say, for components loaded by `withAllWords`. */
export function useAllWords(): LanguageChoice<PageSentence> {
  const here = use(Here)
  if (here === undefined) throw new Error('there is no LanguageProvider around this')
  return here
}

/** Sentences of the server behind each other, as the language puts them. */
export function useList(): (sentences: readonly Message[]) => string {
  const { say, language } = useWords()
  return (sentences) => sentences.map(say).join(language === 'ja' ? '、' : ', ')
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
