import { lettersOf, splitSentences } from '../../../text/index.ts'
import { judgeRequirement, type Outcome } from '../reviewer/embedded/judge-requirement.ts'
import { rankedStatements } from '../reviewer/embedded/ranked-statements.ts'
import { readCheck, statementsWithin } from '../reviewer/embedded/requirement.ts'
import { type Statement, statementsOf } from '../reviewer/embedded/statements.ts'
import { z } from 'zod'
import type { Finding, InstructionLanguage } from '../../../core/index.ts'
import { offlineTask } from '../../../judges/embedded/offline-task.ts'
import { isJapanese, termsOf, type Term } from '../../../judges/embedded/reading/terms.ts'

const ExplanationSubject = z.object({
  rubrics: z.array(z.object({ id: z.string(), points: z.number() })),
  /** The name of the check, and on the next lines its description. */
  check: z.string(),
  language: z.string(),
  verdict: z.string(),
  explanation: z.string(),
  citations: z.string(),
  /** The pages, each under its name: `[report.pdf, page 1]`. */
  document: z.string(),
})
export type ExplanationSubject = z.infer<typeof ExplanationSubject>

type Say = (english: string, japanese: string) => string
type ExplanationMarksMeasure = (subject: ExplanationSubject, say: Say) => readonly [share: number, reason: string]

/**
 * Marks a reviewer's explanation by what can be counted: the length of sentences, quotes and numbers that stand in the
 * document, words of the check that occur, and the script. Style and sense are not judged.
 */
export function judgeExplanation(subject: ExplanationSubject, language: InstructionLanguage): Finding<unknown> {
  const say: Say = (english, japanese) => (language === 'ja' ? japanese : english)
  const rubrics = subject.rubrics.flatMap(({ id, points }) => {
    const [share, reason] = measures[id]?.(subject, say) ?? []
    if (share === undefined) return []
    return [{ id, reason, score: 1 + Math.round(Math.min(1, Math.max(0, share)) * (points - 1)) }]
  })
  return { value: { rubrics } }
}

export const explanationTask = offlineTask(ExplanationSubject, (subject, _weights, language) =>
  judgeExplanation(subject, language),
)

const clarity: ExplanationMarksMeasure = ({ explanation }, say) => {
  const sentences = splitSentences(explanation)
  const longest = Math.max(0, ...sentences.map(lengthOf))
  const repeated = sentences.length - new Set(sentences).size
  if (lengthOf(explanation) < 5) return [0, say('there is next to nothing', '説明がほとんどない')]
  return [
    (longest <= 45 ? 1 : longest <= 80 ? 0.75 : 0.4) - 0.25 * Math.min(2, repeated),
    say(
      `${sentences.length} sentences, the longest of about ${longest} words, ${repeated} repeated`,
      `${sentences.length} 文、最長で約 ${longest} 語、重複 ${repeated} 文`,
    ),
  ]
}

/** Counts words; in Japanese two characters count as one word. */
function lengthOf(text: string): number {
  return isJapanese(text) ? Math.ceil([...text].length / 2) : text.split(/\s+/).length
}

/** Checks quotes, numbers and whether the verdict follows. Unverifiable evidence gets less than the full share. */
const evidence: ExplanationMarksMeasure = (subject, say) => {
  const { explanation, citations, document, verdict } = subject
  const quotes = Array.from(`${citations}\n${explanation}`.matchAll(QUOTED), ([, quote = '']) => quote)
  const claims = [...new Set(quotes.map(lettersOf))]
  const found = claims.filter((quote) => lettersOf(document).includes(quote)).length
  const numbers = termsOf(explanation).filter(({ kind }) => kind === 'number')
  const known = sharedWith(document, numbers).length
  const ofNumbers = numbers.length === 0 ? 1 : known / numbers.length
  const reason = say(
    `${found} of ${claims.length} quotes and ${known} of ${numbers.length} numbers stand in the document`,
    `引用 ${claims.length} 件中 ${found} 件、数値 ${numbers.length} 個中 ${known} 個が文書にある`,
  )
  if (verdict === 'fail' && citations === '') {
    if (!MISSING.test(explanation)) return [0.2, reason]
    const share = { yes: 0.85, open: 0.6, no: 0.2 }[verdictFollows(subject, [])]
    return [share, say('names what is missing', '不足している内容を示している')]
  }
  if (claims.length === 0) return [numbers.length > 0 ? 0.6 * ofNumbers : 0.1, reason]
  const standing = 0.75 * (found / claims.length) + 0.25 * ofNumbers
  const follows = verdictFollows(subject, quotes)
  const conclusion = {
    yes: say('; the verdict follows', '。判定と一致する'),
    no: say('; the verdict does not follow', '。判定と矛盾する'),
    open: say('; whether the verdict follows was not checked', '。判定との一致は確認していない'),
  }[follows]
  return [{ yes: standing, no: 0, open: Math.min(standing, 0.6) }[follows], reason + conclusion]
}

const QUOTED = /[“"「『]([^“”"「」『』\n]{6,})[”"」』]/g
const MISSING =
  /missing|nothing|not (?:found|mention|state)|no (?:mention|statement|record)|記載が|不足|見つかりません|ありません/i

const completeness: ExplanationMarksMeasure = ({ check, explanation }, say) => {
  const asked = contentOf(check)
  const dealtWith = sharedWith(explanation, asked)
  const missing = asked.filter((term) => !dealtWith.includes(term)).map(({ written }) => written)
  const open = missing.slice(0, 4).join(', ')
  // A good explanation need not repeat every word of a check.
  return [
    asked.length === 0 ? 1 : dealtWith.length / asked.length / 0.8,
    say(
      `${dealtWith.length} of ${asked.length} terms of the check are dealt with${open === '' ? '' : `, not: ${open}`}`,
      `チェックの語 ${asked.length} 個中 ${dealtWith.length} 個に触れている${open === '' ? '' : `（触れていない語: ${open}）`}`,
    ),
  ]
}

const script: ExplanationMarksMeasure = ({ language, explanation }, say) =>
  isJapanese(explanation) === /日本|japan/i.test(language)
    ? [1, say(`written in ${language}`, `${language}で書かれている`)]
    : [0, say(`not written in ${language}`, `${language}で書かれていない`)]

const relevance: ExplanationMarksMeasure = ({ check, document, explanation }, say) => {
  const said = contentOf(explanation)
  const tied = sharedWith(`${check}\n${document}`, said).length
  return [
    said.length === 0 ? 0 : tied / said.length / 0.7,
    say(
      `${tied} of ${said.length} terms are from the check or the document`,
      `語 ${said.length} 個中 ${tied} 個がチェックか文書にある`,
    ),
  ]
}

const measures: Readonly<Record<string, ExplanationMarksMeasure>> = {
  clarity,
  evidence,
  completeness,
  language: script,
  relevance,
}

function contentOf(text: string): readonly Term[] {
  return [...new Map(termsOf(text).flatMap((term) => (term.isStopWord ? [] : [[term.key, term] as const]))).values()]
}

function sharedWith(text: string, terms: readonly Term[]): readonly Term[] {
  const keys = new Set(termsOf(text).map(({ key }) => key))
  return terms.filter(({ key }) => keys.has(key))
}

/**
 * Tells whether a verdict follows from its quotes, where the rule-based reviewer understands the check; without quotes,
 * whether the document has nothing to compare. `open` means that this cannot be checked.
 */
function verdictFollows(
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
