import { splitSentences } from '../../../text/index.ts'
import type { ComparedText } from './claim-features.ts'
import { passageOf } from '../reading/passage.ts'
import { quantitiesIn } from '../reading/quantities.ts'

/** Splits a text into sentences that claims can be compared with. Overlong ones are cut into pieces. */
export function comparedText(text: string): ComparedText {
  const sentences = splitSentences(text.replaceAll(GLUED, ' ')).flatMap(pieces).map(passageOf)
  const terms = sentences.flatMap((sentence) => sentence.terms)
  return { sentences, keys: new Set(terms.map(({ key }) => key)), quantities: quantitiesIn(terms) }
}

/** Where a web page was made text, the blank between two sentences or a title and what follows is often lost. */
const GLUED = /(?<=\p{Ll}{2}[.!?])(?=\p{Lu}\p{Ll}* )/gu

const LONGEST = 1200

function pieces(sentence: string): readonly string[] {
  if (sentence.length <= LONGEST) return [sentence]
  return Array.from({ length: Math.ceil(sentence.length / LONGEST) }, (_, index) =>
    sentence.slice(index * LONGEST, (index + 1) * LONGEST),
  )
}
