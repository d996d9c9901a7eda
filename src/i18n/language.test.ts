import { describe, expect, it } from 'vitest'
import { languageFrom } from './language.ts'

describe('languageFrom', () => {
  it('reads Japanese in any spelling of the locale', () => {
    expect(['ja', 'ja_JP.UTF-8', 'JA-jp'].map((LANG) => languageFrom({ LANG }))).toEqual(['ja', 'ja', 'ja'])
  })

  it('is English for every other language, and for none', () => {
    expect([{}, { LANG: 'C' }, { LANG: 'de_DE.UTF-8' }].map(languageFrom)).toEqual(['en', 'en', 'en'])
  })

  it('lets the more specific variable win, and our own above all', () => {
    expect(languageFrom({ LANG: 'en_US.UTF-8', LC_ALL: 'ja_JP.UTF-8' })).toBe('ja')
    expect(languageFrom({ LANG: 'en_US.UTF-8', LC_MESSAGES: 'ja_JP.UTF-8' })).toBe('ja')
    expect(languageFrom({ SHINSA_LANG: 'en', LC_ALL: 'ja_JP.UTF-8', LANG: 'ja_JP.UTF-8' })).toBe('en')
  })

  it('takes an empty variable as not set', () => {
    expect(languageFrom({ SHINSA_LANG: '', LC_ALL: '', LANG: 'ja_JP.UTF-8' })).toBe('ja')
  })
})
