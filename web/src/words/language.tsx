import { createContext, use, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Message } from '../../../src/core/basics/message.ts'
import { fillTemplate, toEnglish } from '../../../src/core/basics/message.ts'
import { remembered } from '../remembered.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import type { Words } from './words.ts'

export type Language = 'en' | 'ja'

const tables: Readonly<Record<Language, Words>> = { en, ja }

type Say = (sentence: Message) => string
type Spoken = {
  readonly language: Language
  readonly words: Words
  /** A sentence that the server sent. */
  readonly say: Say
  readonly choose: (language: Language) => void
}

const Spoken = createContext<Spoken>({ language: 'en', words: en, say: toEnglish, choose: () => undefined })

/** The words of the page in the reader's language: the one chosen before, else the browser's. */
export function useWords(): Spoken {
  return use(Spoken)
}

/** Puts values into a sentence of the page. @example fill(words.table.shown, { shown: 3, all: 10 }) */
export const fill = fillTemplate

const chosen = remembered<Language>('language', ['en', 'ja'])

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => chosen.read() ?? languageOfBrowser())
  const [say, setSay] = useState<Say>(() => toEnglish)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    let current = true
    void loadSay(language).then((loaded) => current && setSay(() => loaded))
    return () => {
      current = false
    }
  }, [language])
  const spoken = useMemo(
    () => ({
      language,
      words: tables[language],
      say,
      choose(next: Language) {
        chosen.write(next)
        setLanguage(next)
      },
    }),
    [language, say],
  )
  return <Spoken value={spoken}>{children}</Spoken>
}

function languageOfBrowser(): Language {
  return navigator.languages.find((tag) => /^(en|ja)\b/.test(tag))?.startsWith('ja') === true ? 'ja' : 'en'
}

// The server's sentences are many; who reads English needs no table of them.
async function loadSay(language: Language): Promise<Say> {
  if (language === 'en') return toEnglish
  const { translate } = await import('../../../src/i18n/translate-shown.ts')
  return (sentence) => translate(sentence, language)
}
