import { countNegations } from './negation.ts'
import type { Term } from './terms.ts'
import { termsOf } from './terms.ts'

/** A sentence, a claim or an answer, taken apart once. */
export type Passage = {
  /** As it was given, for quotes. */
  readonly text: string
  readonly terms: readonly Term[]
  readonly content: readonly Term[]
  readonly keys: ReadonlySet<string>
  readonly negations: number
}

export function passageOf(text: string): Passage {
  const terms = termsOf(text)
  return {
    text,
    terms,
    content: terms.filter((term) => !term.minor),
    keys: new Set(terms.map((term) => term.key)),
    negations: countNegations(text),
  }
}

/** Several passages as one. */
export function joinPassages(passages: readonly Passage[]): Passage {
  const [only] = passages
  if (only !== undefined && passages.length === 1) return only
  const terms = passages.flatMap((passage) => passage.terms)
  return {
    text: passages.map((passage) => passage.text).join(' '),
    terms,
    content: terms.filter((term) => !term.minor),
    keys: new Set(terms.map((term) => term.key)),
    negations: passages.reduce((sum, passage) => sum + passage.negations, 0),
  }
}
