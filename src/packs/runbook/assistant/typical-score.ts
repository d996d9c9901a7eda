import type { IndexedSection, SectionSearch } from './section-index.ts'

/** Sections whose titles are asked for, at most. */
const ASKED = 100

/**
 * What the best section gets for a question that is certainly about this collection: the middle of what its own titles get.
 * Questions are held against it to tell whether the collection covers them.
 */
export function typicalScore(sections: readonly IndexedSection[], search: SectionSearch): number {
  const step = Math.max(1, Math.floor(sections.length / ASKED))
  const got = sections
    .filter((_, at) => at % step === 0)
    .map(({ passage }) =>
      search(passage.headings.join(' ')).reduce((highest, { score }) => Math.max(highest, score), 0),
    )
    .toSorted((one, other) => one - other)
  return got[got.length >> 1] ?? 0
}
