import { countNegations } from './negation.ts'
import { type Quantities, writtenAlike } from './quantities.ts'
import { type Term, termsOf } from './terms.ts'

export type ReadPassage = {
  /** The original text, for quotes. */
  readonly text: string
  readonly terms: readonly Term[]
  readonly content: readonly Term[]
  readonly keys: ReadonlySet<string>
  readonly negations: number
  /** The sentences of a passage that was joined from several. */
  readonly parts?: readonly ReadPassage[]
}

export function passageOf(text: string): ReadPassage {
  return passageFrom(text, termsOf(text), countNegations(text))
}

/** Converts the quantities of a passage to the units of another text. */
export function inUnitsOf(passage: ReadPassage, quantities: Quantities): ReadPassage {
  const terms = writtenAlike(passage.terms, quantities)
  return terms === passage.terms ? passage : passageFrom(passage.text, terms, passage.negations)
}

export function joinPassages(passages: readonly ReadPassage[]): ReadPassage {
  const [only] = passages
  if (only !== undefined && passages.length === 1) return only
  const joined = passageFrom(
    passages.map((passage) => passage.text).join(' '),
    passages.flatMap((passage) => passage.terms),
    passages.reduce((sum, passage) => sum + passage.negations, 0),
  )
  return { ...joined, parts: passages }
}

function passageFrom(text: string, terms: readonly Term[], negations: number): ReadPassage {
  const content = terms.filter((term) => !term.isStopWord)
  return { text, terms, content, keys: new Set(terms.map((term) => term.key)), negations }
}
