import { type ComparedText, type Features, compareClaim } from '../../src/judges/embedded/differences/claim-features.ts'
import { comparedText } from '../../src/judges/embedded/differences/comparison-text.ts'
import { compareAnswer } from '../../src/judges/embedded/equivalence-features.ts'
import { passageOf } from '../../src/judges/embedded/reading/passage.ts'
import type { Idf } from '../../src/judges/embedded/reading/idf.ts'
import type { EvounaItem } from './labelled-sets.ts'

/** Makes features of claims about texts; a text that comes again is read once. */
export function claimReader(idf: Idf): (claim: string, text: string) => Features {
  const texts = new Map<string, ComparedText>()
  return (claim, text) => {
    const read = texts.get(text) ?? comparedText(text)
    texts.set(text, read)
    return compareClaim(passageOf(claim), read, idf).features
  }
}

/** The features of an item for each of its references; one right reference is enough. */
export function answerFeatures({ question, references, answer }: EvounaItem, idf: Idf): readonly Features[] {
  const asked = passageOf(question)
  const said = passageOf(answer)
  return references.map((reference) => compareAnswer(asked, passageOf(reference), said, idf).features)
}

function nearness(features: Features): number {
  return (features['recall'] ?? 0) + (features['phrase'] ?? 0) + (features['characters'] ?? 0)
}

/** Of several references the one that the answer comes nearest to, before there is a head to say. */
export function nearestReference(candidates: readonly Features[]): Features {
  return candidates.toSorted((a, b) => nearness(b) - nearness(a))[0] ?? {}
}
