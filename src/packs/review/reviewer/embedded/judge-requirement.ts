import {
  type Amount,
  amountsIn,
  compareSpans,
  foldedAmount,
  isEndless,
  unitOfLabel,
} from '../../../../text/quantities/amounts.ts'
import { deadlinesIn, periodsIn, type Deadline, type Period, type DateSpan } from '../../../../text/quantities/dates.ts'
import { type CheckMark, isBlank, markOf, cellValue } from './marks.ts'
import type { Ranked, RankedStatements } from './ranked-statements.ts'
import type { Requirement } from './requirement.ts'
import type { Statement } from './statements.ts'
import { termLikeness, subjectTerms } from './subject-terms.ts'

/**
 * The result of one requirement with the statements that decide it. `lacking`: no statement can be compared. `unknown`:
 * some statement may decide it, but comparing does not tell. `certainty` is how often such results are right
 * (docs/reviews.md).
 */
export type Outcome = {
  readonly requirement: Requirement
  readonly status: 'met' | 'violated' | 'lacking' | 'unknown'
  readonly certainty: number
  readonly places: readonly Statement[]
  readonly found?: string | undefined
}

type JudgeRequirementJudgement = Omit<Outcome, 'requirement'>

/** `chosen` means that somebody selected the statements as the answer. */
type Source = { readonly chosen?: boolean }

export function judgeRequirement(requirement: Requirement, said: RankedStatements, source: Source = {}): Outcome {
  const { subject, form, head } = requirement
  const ranked = said.rank(subject)
  const judged = judge(requirement, ranked, said, source)
  if (judged !== undefined) return { requirement, ...judged }
  const heard = subject.filter((term) => said.isHeard(term)).length
  // Numbers and dates may be described in other words, and counted things may only appear by name.
  const isMeasured = form.kind === 'amount' || form.kind === 'date'
  const isCounted = form.kind === 'rows' || (form.kind === 'amount' && form.asked.kind === 'count')
  const isSilent = head !== undefined && !said.isHeard(head) && heard <= (isMeasured ? 0 : subject.length / 2)
  if (isSilent && !isCounted && form.kind !== 'unknown') return { requirement, ...lacking([]) }
  return { requirement, ...unknown(ranked.slice(0, 3).map(({ statement }) => statement)) }
}

const enough = 0.6
const silence = 0.5
const near = 0.1
const sure = { one: 0.95, several: 0.9, loose: 0.8, presence: 0.8, overall: 0.7 }

function judge(
  requirement: Requirement,
  ranked: readonly Ranked[],
  said: RankedStatements,
  source: Source,
): JudgeRequirementJudgement | undefined {
  const { form, subject } = requirement
  if (form.kind === 'amount') {
    const held = heldIn(ranked.filter(speaksOf(requirement)), form.asked, (statement) =>
      amountsOf(form.asked, subject, statement),
    )
    return (
      openPlace(ranked, held) ??
      (requirement.universal ? brokenIn(held) : undefined) ??
      decide(held, source) ??
      nothingOfKind(form.asked, ranked, said)
    )
  }
  if (form.kind === 'rows') return judgeRows(form.asked, subject.length === 0 ? said.statements : aboutIt(ranked))
  if (form.kind === 'date') return judgeDate(form.asked, ranked.filter(speaksOf(requirement)), said)
  if (form.kind === 'valid') return judgeValidity(ranked, said)
  if (form.kind === 'presence') return judgeState(ranked) ?? openPlace(ranked) ?? judgePresence(requirement, ranked)
  if (form.kind === 'state') return judgeState(ranked) ?? uncheckedIn(ranked)
  if (form.kind === 'overall') return judgeOverall(requirement, said)
  return undefined
}

/** Matches statements that name the head of the subject and not only its attributes. */
function speaksOf({ subject, head }: Requirement): (ranked: Ranked) => boolean {
  const place = head === undefined ? -1 : subject.indexOf(head)
  return ({ names }) => names[place] !== false
}

/** One bad mark decides; otherwise open marks do, then good ones. */
function judgedBy(
  statements: readonly Statement[],
  marked: (statement: Statement) => CheckMark | undefined,
  certainty: number,
): JudgeRequirementJudgement | undefined {
  const of = (mark: CheckMark) => statements.filter((statement) => marked(statement) === mark)
  const [bad, open, good] = [of('bad'), of('open'), of('good')]
  if (bad.length > 0) return { status: 'violated', certainty, places: bad.slice(0, 3) }
  if (open.length > 0) return lacking(open)
  return good.length > 0 ? { status: 'met', certainty, places: good.slice(0, 3) } : undefined
}

/** 0.4 is the confidence that the reviewer's instructions demand when the documents do not say. */
function lacking(places: readonly Statement[]): JudgeRequirementJudgement {
  return { status: 'lacking', certainty: 0.4, places: places.slice(0, 2) }
}

function unknown(places: readonly Statement[]): JudgeRequirementJudgement {
  return { status: 'unknown', certainty: 0, places }
}

type JudgeRequirementMatch = Amount | Period
type Held = Ranked & { readonly found: JudgeRequirementMatch; readonly kept: ReturnType<typeof compareSpans> }

function heldIn(
  ranked: readonly Ranked[],
  asked: DateSpan,
  read: (said: Statement) => readonly JudgeRequirementMatch[],
): readonly Held[] {
  return ranked.flatMap((one) =>
    read(one.statement).map((found) => ({ ...one, found, kept: compareSpans(found, asked) })),
  )
}

/** Decides if one place answers, or several agree. If they disagree, nobody can tell which one counts. */
function decide(held: readonly Held[], { chosen = false }: Source = {}): JudgeRequirementJudgement | undefined {
  const [first] = held.toSorted((a, b) => b.coverage - a.coverage)
  if (first === undefined || first.coverage < enough) return undefined
  const rivals = held.filter(({ coverage }) => coverage >= first.coverage - near)
  const places = [...new Set(rivals.map(({ statement }) => statement))]
  if (rivals.some(({ kept }) => kept !== first.kept) || first.kept === 'open') return unknown(places.slice(0, 3))
  const isOne = rivals.every(({ found: { low, high } }) => low === first.found.low && high === first.found.high)
  const isLoose = first.coverage < 0.8 || !first.isWhole
  // One shared term may be a coincidence: `the term of auditors` is not the term of directors.
  if (isLoose && !chosen && first.names.filter(Boolean).length < 2) return unknown(places.slice(0, 3))
  const certainty = isLoose ? sure.loose : isOne ? sure.one : sure.several
  const status = first.kept === 'within' ? 'met' : 'violated'
  return { status, certainty, places: places.slice(0, 3), found: first.found.written }
}

/** A requirement on all things is violated by any one of them. */
function brokenIn(held: readonly Held[]): JudgeRequirementJudgement | undefined {
  const broken = held.filter(({ coverage, kept }) => coverage >= enough && kept === 'outside')
  const places = broken.map(({ statement }) => statement).slice(0, 3)
  return broken.length === 0
    ? undefined
    : { status: 'violated', certainty: sure.several, places, found: broken[0]?.found.written }
}

function amountsOf(asked: Amount, subject: readonly string[], statement: Statement): readonly Amount[] {
  // `must be 20 or older` is a rule and not an age.
  if (statement.heading || (asked.kind === 'age' && /\b(?:must|shall)\b|以上の(?:方|者)/.test(statement.text)))
    return []
  return statement.cells.length > 1
    ? amountsOfRow(asked, subject, statement)
    : amountsOfText(asked, subject, statement.text)
}

const countColumn = /^(?:number|count|quantity|qty|total|units?|no\. of .*|.*数|数量|合計|計)$/i
const numbering = /^(?:no\.?|#|番号|項番|id)$/i

function amountsOfRow(asked: Amount, subject: readonly string[], { cells }: Statement): readonly Amount[] {
  const [label = { column: '', text: '' }, ...others] = cells
  const ofKind = others.flatMap(({ column, text }) => {
    if (numbering.test(column)) return []
    const unit = unitOfLabel(column === '' ? label.text : column) ?? unitOfLabel(label.text)
    const amounts = amountsIn(text, unit).filter(({ kind }) => kind === asked.kind)
    const isNamed = subjectTerms(column).some((term) => termLikeness(term, subject) >= 0.6)
    const counts =
      asked.kind !== 'count' || isNamed || countColumn.test(column) || (column === '' && cells.length === 2)
    return counts
      ? amounts.map((amount) => ({ amount, isNamed: isNamed || (asked.kind === 'count' && countColumn.test(column)) }))
      : []
  })
  const named = ofKind.filter(({ isNamed }) => isNamed)
  return (named.length > 0 ? named : ofKind).map(({ amount }) => amount)
}

function amountsOfText(asked: Amount, subject: readonly string[], text: string): readonly Amount[] {
  const [label = ''] = /^[^:：]{1,60}(?=[:：])/.exec(text) ?? []
  const amounts = amountsIn(text, label === '' ? undefined : unitOfLabel(label)).filter(
    ({ kind }) => kind === asked.kind,
  )
  if (asked.kind !== 'count') return amounts
  // A counted thing is beside its number: `20 lights`, `lights: 20`, 照明20台.
  return amounts.filter(({ at, end, written }) => {
    const behind = /^(?: [\p{L}\d-]+){1,4}/u.exec(text.slice(end, end + 60))?.[0] ?? ''
    const isCounted = subjectTerms(behind).some((term) => termLikeness(term, subject) >= 0.6)
    const before =
      /(?<![\p{L}-])([\p{L}-]+) (?:(?:of|is|was|are|=) )*$/u.exec(
        text.slice(Math.max(0, at - 60), at).replace(/(?:at least|a (?:max|min)imum of|up to|exactly) $/i, ''),
      )?.[1] ?? ''
    return (
      isCounted ||
      subjectTerms(before).some((term) => termLikeness(term, subject) >= 0.6) ||
      /\P{ASCII}$/u.test(written) ||
      /[:：] ?$/.test(text.slice(0, at))
    )
  })
}

/** The document has a field for the answer that was left empty. */
function openPlace(ranked: readonly Ranked[], held: readonly Ranked[] = []): JudgeRequirementJudgement | undefined {
  const [best] = ranked
  if (best === undefined || best.coverage < enough) return undefined
  const open = ranked.filter(
    ({ coverage, statement }) => coverage >= best.coverage - near / 2 && !statement.heading && isOpen(statement),
  )
  // `Relative vapour density: –` is not the field for `Relative density: 0.84`.
  const own = open.filter(({ coverage, statement }) =>
    held.every((one) => one.coverage < coverage - 0.01 || one.statement.terms.length >= statement.terms.length),
  )
  return own.length > 0 ? lacking(own.map(({ statement }) => statement)) : undefined
}

function isOpen(statement: Statement): boolean {
  return markOf(statement) === 'open' || isBlank(cellValue(statement) ?? '?')
}

/** Statements about the subject have no numbers, and no other statement has an amount of that kind. */
function nothingOfKind(
  asked: Amount,
  ranked: readonly Ranked[],
  said: RankedStatements,
): JudgeRequirementJudgement | undefined {
  const ofKind = ({ text, cells }: Statement) =>
    [text, ...cells.map((cell) => cell.text)].some((one) => amountsIn(one).some(({ kind }) => kind === asked.kind))
  const isCommon = asked.kind === 'count' || asked.kind === 'time'
  if (isCommon ? ranked.length === 0 : said.statements.some(ofKind)) return undefined
  const isNumbered = ranked.some(
    ({ coverage, statement }) => (isCommon || coverage >= enough) && /\d/.test(statement.text),
  )
  return isNumbered ? undefined : lacking([])
}

function aboutIt(ranked: readonly Ranked[]): readonly Statement[] {
  return ranked.filter(({ coverage }) => coverage >= silence).map(({ statement }) => statement)
}

/** Counts the rows only if they belong to one table. */
function judgeRows(asked: Amount, statements: readonly Statement[]): JudgeRequirementJudgement | undefined {
  const rows = statements.filter(({ row = 0 }) => row > 0)
  const [count, numbers] = [rows.length, new Set(rows.map(({ row }) => row))]
  if (count === 0 || rows.some((_, index) => !numbers.has(index + 1))) return undefined
  const status = count >= asked.low && count <= asked.high ? 'met' : 'violated'
  return { status, certainty: sure.several, places: rows.slice(0, 3), found: String(count) }
}

function judgeDate(
  asked: Deadline,
  ranked: readonly Ranked[],
  said: RankedStatements,
): JudgeRequirementJudgement | undefined {
  // An open-ended date ("until May 3") does not answer a requirement for a fixed period.
  const held = heldIn(ranked, asked, ({ text }) =>
    deadlinesIn(text).flatMap((told) => (isEndless(asked) || !isEndless(told) ? told.period : [])),
  )
  const judged = openPlace(ranked, held) ?? decide(held)
  if (judged !== undefined)
    return judged.status === 'unknown' && held.every(({ kept }) => kept === 'open') ? lacking(judged.places) : judged
  return said.statements.some(({ text }) => periodsIn(text).length > 0) ? undefined : lacking([])
}

const expiry = /有効期限|使用期限|消費期限|good until|valid (?:until|to)|expir|use by|best before/i
const expired = /\bexpired\b|\bout of date\b|期限切れ(?!(?:は|が|も|では?)?な)|期限超過/i
const inDate =
  /\bin date\b|\bwithin (?:the |their |its )?(?:expiry|expiration|service)|有効期限内|期限切れ(?:は|が|も|では?)?な/i

/** Uses statements about expiry, and dates in an expiry column, compared with the newest other date. */
function judgeValidity(ranked: readonly Ranked[], said: RankedStatements): JudgeRequirementJudgement | undefined {
  const about = aboutIt(ranked)
  const dates = said.statements.filter(
    ({ text, cells }) => !expiry.test(text) && !cells.some(({ column }) => expiry.test(column)),
  )
  const today = Math.max(-Infinity, ...dates.flatMap(({ text }) => periodsIn(text).map(({ high }) => high)))
  return judgedBy(about, (statement) => validityOf(statement, today), sure.one)
}

function validityOf(statement: Statement, today: number): CheckMark | undefined {
  const cell = statement.cells.find(({ column }) => expiry.test(column))
  if (cell !== undefined) {
    const [period] = periodsIn(cell.text)
    if (period === undefined || today === -Infinity) return 'open'
    return period.high >= today ? 'good' : 'bad'
  }
  const mark = markOf(statement)
  if (expired.test(statement.text)) return mark === 'good' ? 'open' : 'bad'
  if (!inDate.test(statement.text)) return undefined
  return mark === 'bad' ? 'bad' : 'good'
}

/** In a checklist one cross decides, but a tick must be beside the whole subject. */
function judgeState(ranked: readonly Ranked[]): JudgeRequirementJudgement | undefined {
  const least = { bad: 0.4, open: silence, good: 0.8 }
  const marked = ranked.flatMap(({ statement, coverage }) => {
    const mark = markOf(statement)
    return mark !== undefined && coverage >= least[mark] ? [statement] : []
  })
  return judgedBy(marked, markOf, sure.several)
}

/** The checklist mentions the thing, but not the required state. */
function uncheckedIn(ranked: readonly Ranked[]): JudgeRequirementJudgement | undefined {
  const isChecked = ranked.some(({ statement, coverage }) => coverage >= 0.4 && markOf(statement) !== undefined)
  return isChecked ? lacking([]) : undefined
}

const denial = /\b(?:not|no|none|never|without|excluding|nor)\b|n't\b|ない|なく|なし|ません|除く|せず/i

const isDenied =
  /^(?:there (?:is|are) )?no\b|(?:が|は)(?:ない|なし|ありません)[。]?$|[:：]\s*(?:なし|none)[。.]?$|設置されてい(?:ない|ません)/i

function judgePresence({ quoted }: Requirement, ranked: readonly Ranked[]): JudgeRequirementJudgement | undefined {
  const wording = foldedAmount(quoted ?? '').toLowerCase()
  const named = ranked.filter(
    ({ coverage, statement }) => coverage >= 0.85 && (!statement.heading || statement.cells.length === 0),
  )
  const said = named.filter(
    ({ statement }) =>
      statement.text.toLowerCase().includes(wording) &&
      !denial.test(statement.text) &&
      !isBlank(cellValue(statement) ?? '?'),
  )
  const denied = named.filter(({ statement }) => isDenied.test(statement.text)).map(({ statement }) => statement)
  if (said.length === 0 && denied.length > 0 && denied.length === named.length)
    return { status: 'violated', certainty: sure.presence, places: denied.slice(0, 2) }
  if (said.length === 0 || denied.length > 0) return undefined
  return { status: 'met', certainty: sure.presence, places: said.map(({ statement }) => statement).slice(0, 2) }
}

/** Uses the report's own conclusion, unless something in it is crossed. */
function judgeOverall(
  { subject }: Requirement,
  { statements }: RankedStatements,
): JudgeRequirementJudgement | undefined {
  const good = statements.filter((statement) => markOf(statement) === 'good')
  const concluding = good.filter(({ terms, above }) =>
    [...terms, ...above].some((term) => /^(?:overal|conclus|verdict|assess|総合|結論)/.test(term)),
  )
  const telling = new Set(good.length < 3 ? [] : concluding.slice(0, 2))
  const counted = statements.filter((statement) => markOf(statement) !== 'good' || telling.has(statement))
  const judged = judgedBy(counted, markOf, sure.overall)
  return judged?.status === 'met' && subject.length > 3 ? { ...judged, certainty: sure.overall + 0.05 } : judged
}
