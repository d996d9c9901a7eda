import { templateIn } from '../../../src/core/basics/message.ts'
import { firstJapanese, type PackedSentences } from './shown-japanese.ts'
import { speaking, type Spoken } from './speaking.ts'
import { templateKey } from './template-key.ts'

const byKey = new Map<number, string>()

/** Adds sentences to those that are said in Japanese. */
export function learn({ distances, texts }: PackedSentences): void {
  let key = 0
  for (const [index, distance] of distances.split(' ').entries()) {
    key += Number.parseInt(distance, 36)
    byKey.set(key, texts[index] ?? '')
  }
}

learn(firstJapanese)

const inJapanese = (text: string) => byKey.get(templateKey(text))

/** Missing translations are shown in English. */
export const spokenJapanese: Spoken = { language: 'ja', say: speaking((text) => templateIn(inJapanese, text)) }
