import { fillTemplate, templateIn } from '../../../src/core/basics/message.ts'
import { firstJa } from './first-ja.ts'
import { shownJapaneseByKey } from './shown-japanese.ts'
import { templateKey } from './template-key.ts'
import type { Spoken } from './words.ts'

export const spokenJapanese: Spoken = {
  language: 'ja',
  words: firstJa,
  // English stands in where a translation is missing.
  say: ({ text, values = {} }) => fillTemplate(templateIn(inJapanese, text), values),
}

function inJapanese(text: string): string | undefined {
  return shownJapaneseByKey[templateKey(text)]
}
