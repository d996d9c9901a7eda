import type { SectionIndex } from './section-index.ts'

type TitledSection = { readonly file: string; readonly headings: readonly string[] }

/** Sections whose titles are asked for, at most. */
const ASKED = 150
/** Who gets clearly less than half of the questions on things of this collection do, without the file that they are from, asks for something else. */
const CLEARLY = 0.55

/**
 * How much of a question the best sections must have, in this collection: from what questions made of its sections' titles
 * get when the file that they are from is left out.
 */
export function leastEvidence(sections: readonly TitledSection[], index: SectionIndex): number {
  const step = Math.max(1, Math.floor(sections.length / ASKED))
  const got = sections
    .filter((_, at) => at % step === 0)
    .map(({ file, headings }) => bestRelevance(index, headings.join(' '), file))
    .toSorted((one, other) => one - other)
  return CLEARLY * (got[got.length >> 1] ?? 0)
}

function bestRelevance(index: SectionIndex, question: string, without: string): number {
  const hits = index.search(question, { without }).toSorted((one, other) => other.score - one.score)
  return Math.max(0, ...hits.slice(0, 4).map(({ relevance }) => relevance))
}
