import type { Statement } from './statements.ts'
import { termLikeness } from './subject-terms.ts'

/** Statements, found by what they speak of. */
export type RankedStatements = {
  readonly statements: readonly Statement[]
  /** Those that cover some of a subject, by the share that they and what stands above them cover; rare words weigh more. */
  rank(subject: readonly string[]): readonly Ranked[]
  isHeard(term: string): boolean
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

/** Each term is held against every other word once, as a check may be long and a document too. */
export function rankedStatements(statements: readonly Statement[]): RankedStatements {
  const vocabulary = new Set(statements.flatMap(({ terms, above }) => [...terms, ...above]))
  const found = new Map<string, ReturnType<typeof likesOf>>()
  const whole = statements.map(({ text }) => text.toLowerCase()).join('\n')
  function likesOf(term: string) {
    const likes = new Map([...vocabulary].map((other) => [other, termLikeness(term, [other])]))
    const best = (terms: readonly string[]) => terms.reduce((most, one) => Math.max(most, likes.get(one) ?? 0), 0)
    const own = statements.map(({ terms }) => best(terms))
    const above = statements.map((statement) => best(statement.above))
    const having = own.filter((like) => like >= alike).length
    const isHeard = having > 0 || above.some((like) => like >= alike)
    return { own, above, isHeard, weight: Math.log((statements.length + 1) / (having + 0.5)) + 0.3 }
  }
  const lookUp = (term: string) => {
    const known = found.get(term) ?? likesOf(term)
    if (found.size < 200) found.set(term, known)
    return known
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
