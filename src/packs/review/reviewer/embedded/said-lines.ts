import type { EvidenceLine } from './evidence-line.ts'
import { likeness } from './subject-terms.ts'

/** Lines that say something, found by what they speak of. */
export type SaidLines = {
  readonly lines: readonly EvidenceLine[]
  /** Those that cover some of a subject, by the share that they and their heading cover; rare words weigh more. */
  rank(subject: readonly string[]): readonly RankedLine[]
}

export type RankedLine = {
  readonly line: EvidenceLine
  /** 0–1. */
  readonly coverage: number
  /** Of each term of the subject, whether the line or its heading names it. */
  readonly names: readonly boolean[]
}

/** How like a term has to be to name the same. */
const alike = 0.6

/** A look at every line for every term would take hours for a long check of a long document, hence the index. */
export function saidLines(all: readonly EvidenceLine[], leastCoverage: number): SaidLines {
  const lines = all.filter(({ heading }) => !heading)
  const own = postingsOf(lines, ({ terms }) => terms)
  const above = postingsOf(lines, ({ headingTerms }) => headingTerms)
  const findIn = (postings: Postings, term: string) => {
    const found = new Float64Array(lines.length)
    for (const [other, places] of postings) {
      const like = likeness(term, [other])
      if (like === 0) continue
      for (const place of places) found[place] = Math.max(found[place] ?? 0, like)
    }
    return found
  }
  return {
    lines,
    rank(subject) {
      if (subject.length === 0) return []
      const found = subject.map((term) => ({ own: findIn(own, term), above: findIn(above, term) }))
      const weights = found.map((term) => {
        const having = term.own.reduce((count, like) => (like >= alike ? count + 1 : count), 0)
        return Math.log((lines.length + 1) / (having + 0.5)) + 0.3
      })
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      return lines
        .flatMap((line, place): readonly RankedLine[] => {
          const covered = found.reduce((sum, term, index) => {
            const like = Math.max(term.own[place] ?? 0, 0.8 * (term.above[place] ?? 0))
            return sum + like * (weights[index] ?? 0)
          }, 0)
          if (covered / total < leastCoverage) return []
          const names = found.map((term) => Math.max(term.own[place] ?? 0, term.above[place] ?? 0) >= alike)
          return [{ line, coverage: covered / total, names }]
        })
        .toSorted((a, b) => b.coverage - a.coverage)
    },
  }
}

/** Where each term stands. */
type Postings = ReadonlyMap<string, readonly number[]>

function postingsOf(lines: readonly EvidenceLine[], termsOf: (line: EvidenceLine) => readonly string[]): Postings {
  const postings = new Map<string, number[]>()
  for (const [place, line] of lines.entries()) {
    for (const term of new Set(termsOf(line))) {
      const places = postings.get(term)
      if (places === undefined) postings.set(term, [place])
      else places.push(place)
    }
  }
  return postings
}
