import { describe, expect, it } from 'vitest'
import { japanese as ofMessages } from '../../../src/i18n/ja.ts'
import { en } from './en.ts'
import { pageWordsJa } from './ja.ts'

const english = sentencesOf(en)
const japanese = sentencesOf(pageWordsJa)

describe('the words of the page', () => {
  it('are there in both languages', () => {
    expect([...japanese.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  it('keep their placeholders in Japanese', () => {
    const changed = [...english].filter(([key, text]) => !sameNames(text, japanese.get(key) ?? ''))
    expect(changed).toEqual([])
  })

  it('are Japanese in Japanese', () => {
    const untranslated = [...japanese].filter(([key, text]) => text === english.get(key) && /[a-z]{3}/.test(text))
    expect(untranslated).toEqual([])
  })

  it('say in Japanese what a message says that is the same in English', () => {
    const translations = new Map(Object.entries(ofMessages()))
    const apart = [...english].filter(([key, text]) => {
      const said = translations.get(text)
      return said !== undefined && text.includes(' ') && said !== japanese.get(key)
    })
    expect(apart).toEqual([])
  })
})

type Table = { readonly [key: string]: string | Table }

function sentencesOf(table: Table, above = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([key, value]) =>
      typeof value === 'string' ? [[above + key, value] as const] : [...sentencesOf(value, `${above}${key}.`)],
    ),
  )
}

function sameNames(first: string, second: string): boolean {
  return namesIn(first) === namesIn(second)
}

function namesIn(text: string): string {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1]))].toSorted().join()
}
