import { lettersOf } from '../../../text/index.ts'
import { judgeRequirement, type Outcome } from '../reviewer/embedded/judge-requirement.ts'
import { rankedStatements } from '../reviewer/embedded/ranked-statements.ts'
import { readCheck, statementsWithin } from '../reviewer/embedded/requirement.ts'
import { type Statement, statementsOf } from '../reviewer/embedded/statements.ts'

/**
 * Whether a verdict follows from what is quoted for it, where the reviewer without a model understands the check; without
 * quotes, whether the document indeed has nothing to compare. `open`: that cannot be checked.
 */
export function verdictFollows(
  { check, verdict, document }: Readonly<Record<'check' | 'verdict' | 'document', string>>,
  quotes: readonly string[],
): 'yes' | 'no' | 'open' {
  const asked = readCheck(check.slice(check.indexOf('\n') + 1, longestCheck))
  const statements = statementsWithin(asked, pagesOf(document))
  const quoted =
    quotes.length === 0 ? statements : statements.filter(({ quote }) => quotes.some((one) => overlaps(quote, one)))
  const said = rankedStatements(quoted)
  const outcomes = asked.requirements
    .slice(0, mostRequirements)
    .map((requirement) => judgeRequirement(requirement, said, { chosen: quotes.length > 0 }))
  const has = (status: Outcome['status']) => outcomes.some((outcome) => outcome.status === status)
  if (has('violated')) return verdict === 'fail' && quotes.length > 0 ? 'yes' : 'no'
  if (outcomes.length === 0 || has('unknown')) return 'open'
  if (has('lacking')) return quotes.length > 0 ? 'open' : verdict === 'fail' ? 'yes' : 'no'
  return verdict === 'pass' ? 'yes' : 'no'
}

const longestCheck = 10_000
const mostRequirements = 20

function pagesOf(document: string): readonly Statement[] {
  return document.split(/^(?=\[.*, page \d+\]$)/m).flatMap((page) => {
    const [head = '', number] = /^\[.*, page (\d+)\]\n/.exec(page) ?? []
    const text = page.slice(head.length)
    return [...statementsOf(text, text.includes('\t') ? 'pdf' : 'markdown')].map((one) => ({
      page: Number(number ?? 1),
      ...one,
    }))
  })
}

function overlaps(statement: string, quote: string): boolean {
  const [one, other] = [statement, quote].map(lettersOf)
  return one !== undefined && other !== undefined && one.length > 3 && (one.includes(other) || other.includes(one))
}
