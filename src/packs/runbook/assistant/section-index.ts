import type { GeneralIdf } from './ambiguous-query.ts'
import type { RunbookPassage } from './runbook-passage.ts'
import { termCounts } from './section-terms.ts'

/** The fields of a section: what its file is called, the headings above it, its own heading, and what it says. */
const fields = ['title', 'path', 'heading', 'body'] as const
type SectionIndexField = (typeof fields)[number]

/** A term and how often it stands in each field, in their order. */
export type SectionTerm = readonly [term: string, title: number, path: number, heading: number, body: number]

/** The slow part of indexing, which depends on one section alone. */
export function sectionTerms(texts: Readonly<Record<SectionIndexField, string>>): SectionTerm[] {
  const counts = fields.map((field) => termCounts(texts[field]))
  const terms = new Set(counts.flatMap((count) => [...count.keys()]))
  return [...terms].map((term) => {
    const [title = 0, path = 0, heading = 0, body = 0] = counts.map((count) => count.get(term) ?? 0)
    return [term, title, path, heading, body]
  })
}

export type IndexedSection = {
  readonly passage: Omit<RunbookPassage, 'relevance' | 'score'>
  readonly terms: readonly SectionTerm[]
}

type SectionHit = Pick<IndexedSection, 'passage'> & {
  /** BM25F of the section, of the one above it and of its file, from 0 without an upper bound. */
  readonly score: number
  /** How much of what is asked the section and its file have, half each, 0–1: every term as heavy as it is rare. */
  readonly coverage: number
}

/** Hits in the order in which the sections were given. */
export type SectionSearch = (question: string) => readonly SectionHit[]

/** Nearly the same between half and twice as much of each, on collections of strangers. */
const weights: Readonly<Record<SectionIndexField, number>> = { title: 1.5, path: 1.5, heading: 3, body: 1 }
const lengthWeights: Readonly<Record<SectionIndexField, number>> = { title: 0.3, path: 0.3, heading: 0.3, body: 0.5 }
const K = 3
/** What the section above and the whole file say counts beside what the section says. */
const ABOVE = 0.2
const FILE = 0.6
/** Files differ more in length than sections, and long ones are about more. */
const fileLengthWeights: typeof lengthWeights = { ...lengthWeights, body: 0.8 }

/** Sections that the relevance supposes elsewhere, with none of the terms: in a few runbooks about one thing its name is everywhere. */
const ELSEWHERE = 1000
/** In general: as rare as a word that is in no table. */
const RARE = 9

/**
 * BM25 over fields (Robertson, Zaragoza and Taylor 2004), of sections and beside it of their files. What is said everywhere need
 * not be said in a runbook.
 */
export function sectionSearch(sections: readonly IndexedSection[], generalIdf: GeneralIdf): SectionSearch {
  const names = [...new Set(sections.map(({ passage }) => passage.file))]
  const numbers = new Map(names.map((file, number) => [file, number]))
  const fileOf = sections.map(({ passage }) => numbers.get(passage.file) ?? 0)
  const above = sectionsAbove(sections)
  const generalRarity = (term: string) => (/^[a-z]+$/.test(term) ? Math.min(1, generalIdf(term) / RARE) : 1)
  const bySection = postingsOf(
    sections.map(({ terms }) => terms),
    lengthWeights,
  )
  const byFile = postingsOf(wholeFiles(sections, fileOf, names.length), fileLengthWeights)
  return (question) => {
    const asked = [...termCounts(question)].map(([term, count]): SectionIndexRequest => ({
      term,
      weight: Math.min(1, count),
      inSections: bySection.get(term) ?? [],
      inFiles: byFile.get(term) ?? [],
    }))
    const ofSections = tally(asked, ({ inSections }) => inSections, sections.length)
    const ofFiles = tally(asked, ({ inFiles }) => inFiles, names.length)
    const told = (terms: readonly SectionIndexRequest[]) =>
      terms.reduce((sum, one) => sum + rarityOf(one, sections.length) * generalRarity(one.term), 0)
    const total = told(asked)
    const covered = (terms: readonly SectionIndexRequest[]) => (total === 0 ? 0 : told(terms) / total)
    return sections.flatMap(({ passage }, index): readonly SectionHit[] => {
      // A file has what its sections have; a section or the one above it may have none of it, which adds nothing.
      const file = ofFiles.get(fileOf[index] ?? 0)
      if (file === undefined) return []
      const own = ofSections.get(index) ?? none
      const higher = ofSections.get(above[index] ?? -1) ?? none
      return [
        {
          passage,
          score: own.score + ABOVE * higher.score + FILE * file.score,
          coverage: 0.5 * covered(own.terms) + 0.5 * covered(file.terms),
        },
      ]
    })
  }
}

/** Of each section the nearest one that has the headings above it; -1 where there is none. */
function sectionsAbove(sections: readonly IndexedSection[]): readonly number[] {
  const open: number[] = []
  return sections.map(({ passage }, at) => {
    while (open.length > 0 && !isAbove(sections[open.at(-1) ?? -1]?.passage, passage)) open.pop()
    const above = open.at(-1) ?? -1
    open.push(at)
    return above
  })
}

function isAbove(one: IndexedSection['passage'] | undefined, { file, headings }: IndexedSection['passage']): boolean {
  if (one === undefined || one.file !== file || one.headings.length >= headings.length) return false
  return one.headings.every((heading, level) => headings[level] === heading)
}

type Posting = { readonly index: number; readonly frequency: number }

type SectionIndexRequest = {
  readonly term: string
  readonly weight: number
  readonly inSections: readonly Posting[]
  readonly inFiles: readonly Posting[]
}

type Tally = { score: number; readonly terms: SectionIndexRequest[] }
const none: Tally = { score: 0, terms: [] }

function tally(
  asked: readonly SectionIndexRequest[],
  postings: (one: SectionIndexRequest) => readonly Posting[],
  size: number,
): ReadonlyMap<number, Tally> {
  const found = new Map<number, Tally>()
  for (const one of asked) {
    const having = postings(one)
    const idf = one.weight * idfOf(having.length, size)
    for (const { index, frequency } of having) {
      const sum = found.get(index) ?? { score: 0, terms: [] }
      sum.score += (idf * (frequency * (K + 1))) / (frequency + K)
      sum.terms.push(one)
      found.set(index, sum)
    }
  }
  return found
}

/** Pieces of words find what whole words would miss, and say nothing of their own. */
function rarityOf({ term, inSections }: SectionIndexRequest, size: number): number {
  return term.startsWith('~') ? 0 : idfOf(inSections.length, size + ELSEWHERE)
}

/** BM25's with the logarithm's argument raised by one, so that no term counts against. */
function idfOf(having: number, size: number): number {
  return Math.log(1 + (size - having + 0.5) / (having + 0.5))
}

/** For each term who has it, with its frequency over all fields, each by its weight and length. */
function postingsOf(
  all: readonly (readonly SectionTerm[])[],
  lengthOf: typeof lengthWeights,
): ReadonlyMap<string, readonly Posting[]> {
  const lengths = all.map((terms) =>
    fields.map((_, field) => terms.reduce((sum, term) => sum + countIn(term, field), 0)),
  )
  const means = fields.map((_, field) => lengths.reduce((sum, own) => sum + (own[field] ?? 0), 0) / (all.length || 1))
  const postings = new Map<string, Posting[]>()
  for (const [index, terms] of all.entries()) {
    for (const term of terms) {
      const frequency = fields.reduce((sum, name, field) => {
        const relativeLength = (lengths[index]?.[field] ?? 0) / Math.max(1, means[field] ?? 0)
        const norm = 1 - lengthOf[name] + lengthOf[name] * relativeLength
        return sum + (weights[name] * countIn(term, field)) / norm
      }, 0)
      const known = postings.get(term[0])
      if (known === undefined) postings.set(term[0], [{ index, frequency }])
      else known.push({ index, frequency })
    }
  }
  return postings
}

/** What all sections of a file say, its name and the headings above them once. */
function wholeFiles(sections: readonly IndexedSection[], fileOf: readonly number[], files: number): SectionTerm[][] {
  const merged = Array.from({ length: files }, () => new Map<string, SectionTerm>())
  for (const [at, { terms }] of sections.entries()) {
    const whole = merged[fileOf[at] ?? 0]
    for (const [term, title, path, heading, body] of terms) {
      const [, ownTitle, ownPath, ownHeading, ownBody] = whole?.get(term) ?? [term, 0, 0, 0, 0]
      whole?.set(term, [term, Math.max(ownTitle, title), Math.max(ownPath, path), ownHeading + heading, ownBody + body])
    }
  }
  return merged.map((whole) => [...whole.values()])
}

function countIn(term: SectionTerm, field: number): number {
  return Number(term[field + 1] ?? 0)
}
