import type { Statement } from './statements.ts'
import { termLikeness } from './subject-terms.ts'

/** Statements, found by what they speak of. */
export type RankedStatements = {
  readonly statements: readonly Statement[]
  /** Those that cover some of a subject, by the share that they and what stands above them cover; rare words weigh more. */
  rank(subject: readonly string[]): readonly Ranked[]
  isHeard(term: string): boolean
}

type RankedStatementsMatch = {
  readonly own: Float64Array
  readonly above: Float64Array
  readonly weight: number
  readonly isHeard: boolean
}

export type Ranked = {
  readonly statement: Statement
  /** 0–1. */
  readonly coverage: number
  /** Of each term of the subject, whether it is named. */
  readonly names: readonly boolean[]
  /** Whether it names all of the subject that anything speaks of. */
  readonly isWhole: boolean
}

/** How like a term has to be to name the same. */
const alike = 0.6

/** A look at every statement for every term would take hours for a long check of a long document, hence the index. */
export function rankedStatements(statements: readonly Statement[]): RankedStatements {
  const own = postingsOf(statements, ({ terms }) => terms)
  const above = postingsOf(statements, (one) => one.above)
  const found = new Map<string, RankedStatementsMatch>()
  const whole = statements.map(({ text }) => text.toLowerCase()).join('\n')
  const lookUp = (term: string): RankedStatementsMatch => {
    const known = found.get(term)
    if (known !== undefined) return known
    const likes = { own: likesIn(own, term, statements.length), above: likesIn(above, term, statements.length) }
    const having = likes.own.reduce((count, like) => (like >= alike ? count + 1 : count), 0)
    const isHeard = having > 0 || likes.above.some((like) => like >= alike)
    const entry = { ...likes, isHeard, weight: Math.log((statements.length + 1) / (having + 0.5)) + 0.3 }
    if (found.size < 200) found.set(term, entry)
    return entry
  }
  return {
    statements,
    rank(subject) {
      if (subject.length === 0) return []
      const terms = subject.map(lookUp)
      const heard = terms.filter(({ isHeard }) => isHeard).map(({ weight }) => weight)
      const usual = heard.reduce((sum, weight) => sum + weight, 0) / (heard.length || 1)
      // What no statement speaks of may be a word of the check's own.
      const weights = terms.map((term) => (term.isHeard ? term.weight : 0.6 * usual))
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      return statements
        .flatMap((statement, place): readonly Ranked[] => {
          const likes = terms.map((term) => Math.max(term.own[place] ?? 0, 0.9 * (term.above[place] ?? 0)))
          const coverage = likes.reduce((sum, like, index) => sum + like * (weights[index] ?? 0), 0) / total
          const names = likes.map((like) => like >= 0.9 * alike)
          const isOther = names.some((named, index) => !named && subject[index]?.startsWith('#') === true)
          const isWhole = names.every((named, index) => named || terms[index]?.isHeard !== true)
          return !(coverage >= leastCoverage) || isOther ? [] : [{ statement, coverage, names, isWhole }]
        })
        .toSorted((a, b) => b.coverage - a.coverage)
    },
    isHeard: (term) => lookUp(term).isHeard || whole.includes(rootOf(term)),
  }
}

/** What words of one family begin with: `respond` and `response`, 支払期限 and 支払い. */
function rootOf(term: string): string {
  return /^[a-z]/.test(term)
    ? term.slice(0, Math.max(5, term.length - 2))
    : term.replace(/^(\p{Script=Han}{2}).*$/u, '$1')
}

/** What covers less of a subject is about something else. */
const leastCoverage = 0.25

/** Where each term stands. */
type Postings = ReadonlyMap<string, readonly { readonly place: number }[]>

function likesIn(postings: Postings, term: string, length: number): Float64Array {
  const likes = new Float64Array(length)
  for (const [other, places] of postings) {
    const like = termLikeness(term, [other])
    if (like === 0) continue
    for (const { place } of places) likes[place] = Math.max(likes[place] ?? 0, like)
  }
  return likes
}

function postingsOf(statements: readonly Statement[], termsOf: (statement: Statement) => readonly string[]): Postings {
  const places = statements.flatMap((statement, place) =>
    [...new Set(termsOf(statement))].map((term) => ({ term, place })),
  )
  return Map.groupBy(places, ({ term }) => term)
}
