import { fillTemplate, templateIn } from '../../../src/core/basics/message.ts'
import { firstJa } from './first-ja.ts'
import { distances, texts } from './shown-japanese.ts'
import { templateKey } from './template-key.ts'
import type { Spoken } from './words.ts'

export const spokenJapanese: Spoken = {
  language: 'ja',
  words: firstJa,
  // Missing translations are shown in English.
  say: ({ text, values = {} }) => fillTemplate(templateIn(inJapanese, text), values),
}

const byKey = new Map<number, string>()
let key = 0
for (const [index, distance] of distances.split(' ').entries()) {
  key += Number.parseInt(distance, 36)
  byKey.set(key, texts[index] ?? '')
}

function inJapanese(text: string): string | undefined {
  return byKey.get(templateKey(text))
}
