import type { Statement } from './statements.ts'
import { termLikeness } from './subject-terms.ts'

export type RankedStatements = {
  readonly statements: readonly Statement[]
  /** Returns statements about a subject, ordered by the share of it that they and their context cover. */
  rank(subject: readonly string[]): readonly Ranked[]
  isHeard(term: string): boolean
}

export type Ranked = {
  readonly statement: Statement
  /** 0–1, weighted by the rarity of the terms. */
  readonly coverage: number
  readonly names: readonly boolean[]
  /** The statement names all terms of the subject that occur anywhere. */
  readonly isWhole: boolean
}

/** Minimum likeness of two terms with the same meaning. */
const alike = 0.6

/** Caches the comparison of each term with the vocabulary, because checks and documents can be long. */
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
      // A term that no statement has may only be the check's own wording, so it counts less.
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

/** Returns a common prefix of related words: `respond` and `response`, 支払期限 and 支払い. */
function rootOf(term: string): string {
  return /^[a-z]/.test(term)
    ? term.slice(0, Math.max(5, term.length - 2))
    : term.replace(/^(\p{Script=Han}{2}).*$/u, '$1')
}

/** Statements that cover less of the subject are about something else. */
const leastCoverage = 0.25
