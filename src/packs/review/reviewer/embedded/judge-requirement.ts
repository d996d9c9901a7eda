import type { Aspect } from './aspects.ts'
import { conditionOf, denies } from './condition.ts'
import type { Condition } from './condition.ts'
import type { EvidenceLine } from './evidence-line.ts'
import { meets, periodsIn } from './period.ts'
import type { Deadline } from './period.ts'
import { keeps, quantitiesIn } from './quantity.ts'
import type { Limit, Quantity } from './quantity.ts'
import type { Requirement } from './requirement.ts'
import type { RankedLine, SaidLines } from './said-lines.ts'
import { likeness } from './subject-terms.ts'

/** How a requirement fares, and by which lines. `certainty` is how sure that is, 0–1; docs/reviews.md has how often each was right. */
export type Outcome = {
  readonly requirement: Requirement
  readonly status: 'met' | 'violated' | 'unclear' | 'absent'
  readonly certainty: number
  readonly lines: readonly EvidenceLine[]
  /** The quantity that was held against the limit. */
  readonly found?: Pick<Quantity, 'written'>
}

/** Holds the lines of a document against one requirement. */
export function judgeRequirement(requirement: Requirement, said: SaidLines): Outcome {
  const { subject, limit, deadline } = requirement
  const ranked = said.rank(subject)
  if (requirement.unread) return { requirement, ...leftOpen(ranked.map(({ line }) => line)) }
  if (limit !== undefined) return { requirement, ...judgeLimit(requirement, limit, ranked) }
  if (deadline !== undefined) return { requirement, ...judgeDeadline(requirement, deadline, { ranked, said }) }
  return { requirement, ...judgeCondition(requirement, ranked, said.lines) }
}

type Judged = Omit<Outcome, 'requirement'>

/** Half of what a requirement names, by weight, has to be there; less than that is about something else. */
const enough = 0.5
const clear = 0.75

/** What covers less of a requirement is not looked at. */
export const leastCoverage = enough * 0.7

/** Lines with every term of the subject that any of them has: where places are told apart, only the right one counts. */
function onThePoint(about: readonly RankedLine[]): readonly RankedLine[] {
  const [first] = about
  const told = first?.names.map((_, term) => about.some(({ names }) => names[term]))
  return about.filter(({ names }) => names.every((named, term) => named || told?.[term] !== true))
}

function judgeLimit(requirement: Requirement, limit: Limit, ranked: readonly RankedLine[]): Judged {
  const { subject, universal, summed } = requirement
  const about = ranked.filter(
    ({ coverage, line }) => coverage >= enough && (obliges(requirement.text) || !obligesOf(line)),
  )
  const candidates = onThePoint(about).flatMap(({ line, coverage }) => {
    const quantity = quantityFor(limit, subject, line)
    return quantity === undefined ? [] : [{ line, coverage, quantity }]
  })
  const [best] = candidates
  if (best === undefined || (lacksNumber(subject, best.line) && !universal))
    return leftOpen(about.map(({ line }) => line))
  const broken = candidates.filter(({ quantity }) => !keeps(quantity, limit))
  if (universal && limit.kind !== 'count' && broken[0] !== undefined) {
    return {
      status: 'violated',
      certainty: 0.85,
      lines: broken.map(({ line }) => line).slice(0, 3),
      found: broken[0].quantity,
    }
  }
  const equals = candidates.filter(({ coverage }) => coverage >= best.coverage - 0.05)
  const total = equals.find(({ line }) => /合計|総数|計\s*[:：]?\s*\d|\btotal\b/i.test(line.text))
  if (limit.kind === 'count' && total === undefined && equals.length > 1) return judgeSum(limit, equals)
  const chosen = total ?? best
  const met = keeps(chosen.quantity, limit)
  const others = equals.filter(({ quantity }) => keeps(quantity, limit) !== met)
  const torn = others.length > 0 && total === undefined
  if (met && (torn || (summed && total === undefined))) return leftOpen(equals.map(({ line }) => line))
  const certainty = (chosen.coverage >= clear ? 0.95 : 0.85) - (torn ? 0.2 : 0)
  return { status: met ? 'met' : 'violated', certainty, lines: [chosen.line], found: chosen.quantity }
}

/** What has been found says nothing for certain. */
function leftOpen(lines: readonly EvidenceLine[]): Judged {
  return lines.length > 0 ? leftUnclear(lines) : { status: 'absent', certainty: 0.4, lines: [] }
}

function leftUnclear(lines: readonly EvidenceLine[]): Judged {
  return { status: 'unclear', certainty: 0.4, lines: lines.slice(0, 2) }
}

/** The requirement is about `pump 2`, and the line about some other pump. */
function lacksNumber(subject: readonly string[], { terms, headingTerms }: EvidenceLine): boolean {
  return subject.some((term) => term.startsWith('#') && !terms.includes(term) && !headingTerms.includes(term))
}

/** Says what has to be, and not what is. */
function obliges(text: string): boolean {
  return /\b(?:must|shall|should|required)\b|なければならない|必要|(?:以上|以下|以内|未満)の(?:方|者|もの)/i.test(text)
}

type Candidate = Pick<RankedLine, 'line' | 'coverage'> & { readonly quantity: Quantity }

/** Places are listed one by one, and nothing says how many there are in all. */
function judgeSum(limit: Limit, candidates: readonly Candidate[]): Judged {
  const sum = candidates.reduce((total, { quantity }) => total + quantity.amount, 0)
  const [first] = candidates
  const single = candidates.find(({ quantity }) => keeps(quantity, limit))
  const met = single !== undefined || keeps({ kind: 'count', amount: sum, written: '', at: 0 }, limit)
  return {
    status: met ? 'met' : 'violated',
    certainty: single === undefined ? 0.8 : 0.88,
    lines: single === undefined ? candidates.map(({ line }) => line).slice(0, 4) : [single.line],
    found: single?.quantity ?? (first && { written: String(sum) }),
  }
}

/** The quantity of the limit's kind that stands nearest behind the subject. */
function quantityFor(limit: Limit, subject: readonly string[], line: EvidenceLine): Quantity | undefined {
  const own = line.values.filter(({ terms }) => subject.some((term) => likeness(term, terms) >= 0.6))
  const inColumns = own.flatMap(({ text }) => quantitiesIn(text)).filter(({ kind }) => kind === limit.kind)
  if (inColumns.length > 0) return inColumns[0]
  const alike = quantitiesOf(line).filter(({ kind }) => kind === limit.kind)
  if (alike.length < 2) return alike[0]
  const folded = foldedText(line)
  const from = subject.reduce((last, term) => Math.max(last, folded.indexOf(term)), 0)
  return alike.reduce((nearest, one) => (Math.abs(one.at - from) < Math.abs(nearest.at - from) ? one : nearest))
}

/** A time is compared where the line speaks of the same thing, or of the same aspect of it. */
function judgeDeadline(
  { aspects }: Requirement,
  deadline: Deadline,
  { ranked, said }: { readonly ranked: readonly RankedLine[]; readonly said: SaidLines },
): Judged {
  const about = ranked.filter(({ coverage }) => coverage >= enough)
  const speaking = said.lines.filter((line) => sharesAspect(aspects, line))
  const closest = datesOf(about.map(({ line }) => line))
  const dated = closest.length > 0 ? closest : datesOf(speaking)
  const lines = [...about.map(({ line }) => line), ...speaking]
  const met = dated.find(({ period }) => meets(period, deadline))
  const [first] = dated
  const missed = dated.find(({ period }) => !meets(period, deadline))
  if (met !== undefined && missed !== undefined && met.line === missed.line) return leftOpen([met.line])
  if (met !== undefined && conditionOf(met.line.whole) !== 'bad')
    return { status: 'met', certainty: 0.92, lines: [met.line], found: met.period }
  if (first !== undefined) return { status: 'violated', certainty: 0.88, lines: [first.line], found: first.period }
  return leftOpen(lines)
}

/** The closest lines that speak of the aspects, else any that do. */
function speakingOf(
  aspects: readonly Aspect[],
  closest: readonly RankedLine[],
  ranked: readonly RankedLine[],
): readonly RankedLine[] {
  const [near, all] = [closest, ranked].map((lines) => lines.filter(({ line }) => sharesAspect(aspects, line)))
  return near?.length === 0 ? (all ?? []) : (near ?? [])
}

function datesOf(lines: readonly EvidenceLine[]) {
  return lines.flatMap((line) => periodsOf(line).map((period) => ({ line, period })))
}

function sharesAspect(aspects: readonly Aspect[], line: EvidenceLine): boolean {
  return aspects.some((aspect) => line.aspects.includes(aspect))
}

function judgeCondition(requirement: Requirement, ranked: readonly RankedLine[], all: readonly EvidenceLine[]): Judged {
  const about = ranked.filter(({ coverage }) => coverage >= enough)
  if (about.length === 0) return requirement.general ? judgeAll(all) : { status: 'absent', certainty: 0.4, lines: [] }
  const aspects = askedAspects(requirement)
  const near = nearestOf(aspects, about, ranked)
  if (near.some(({ line }) => lacksNumber(requirement.subject, line))) return leftOpen(near.map(({ line }) => line))
  if (requirement.negated) return judgeDenial(near)
  return (
    judgeStated(requirement, aspects, { near, about }) ??
    judgePresence(aspects, near) ??
    leftUnclear((near.length > 0 ? near : about).map(({ line }) => line))
  )
}

/** Being spoken of is being recorded; whether something has been signed or entered is a matter of its own. */
function askedAspects({ text, aspects }: Requirement): readonly Aspect[] {
  return onlyMention.test(text) ? aspects.filter((aspect) => aspect !== 'recorded') : aspects
}

function nearestOf(
  aspects: readonly Aspect[],
  about: readonly RankedLine[],
  ranked: readonly RankedLine[],
): readonly RankedLine[] {
  const point = onThePoint(about)
  const closest = point.length > 0 ? point : about
  const speaking = aspects.length === 0 ? closest : speakingOf(aspects, closest, ranked)
  const best = speaking[0]?.coverage ?? 0
  return speaking.filter(({ coverage }) => coverage >= best - 0.15)
}

/** By the condition that lines state, the worst first; undefined where they state none. */
function judgeStated(
  { universal, general }: Requirement,
  aspects: readonly Aspect[],
  { near, about }: { readonly near: readonly RankedLine[]; readonly about: readonly RankedLine[] },
): Judged | undefined {
  const bad = inCondition(near, 'bad')
  if (bad.length > 0) return { status: 'violated', certainty: 0.92, lines: bad }
  const mixed = inCondition(near, 'mixed')
  if (mixed.length > 0) return { status: 'violated', certainty: 0.7, lines: mixed }
  const elsewhere = universal ? inCondition(about, 'bad') : []
  if (elsewhere.length > 0) return { status: 'violated', certainty: 0.8, lines: elsewhere }
  const open = inCondition(near, 'open')
  if (open.length > 0) return leftUnclear(open)
  const lines = inCondition(near, 'good')
  if (lines.length === 0) return undefined
  const isClear = (near[0]?.coverage ?? 0) >= clear
  if (general) return { status: 'met', certainty: isClear ? 0.8 : 0.65, lines }
  // Without an aspect that is asked for, what is good may be something else that the line speaks of.
  return { status: 'met', certainty: aspects.length === 0 ? 0.75 : isClear ? 0.95 : 0.85, lines }
}

function inCondition(lines: readonly RankedLine[], condition: Condition): readonly EvidenceLine[] {
  return lines.flatMap(({ line }) => (conditionOfLine(line) === condition ? line : [])).slice(0, 3)
}

/** Being listed with a number, or said without a denial, is being there. */
function judgePresence(aspects: readonly Aspect[], near: readonly RankedLine[]): Judged | undefined {
  const denied = near.filter(({ line, coverage }) => coverage >= clear && isDenial(line))
  if (denied.length > 0)
    return { status: 'violated', certainty: 0.75, lines: denied.map(({ line }) => line).slice(0, 3) }
  const counted = near.filter(
    ({ line, coverage }) =>
      !isDenial(line) && (coverage >= clear || quantitiesOf(line).some(({ amount }) => amount > 0)),
  )
  if (aspects.length > 0 || counted.length === 0) return undefined
  return { status: 'met', certainty: 0.7, lines: counted.map(({ line }) => line).slice(0, 2) }
}

const onlyMention = /記載|明記|\b(?:stated|mentioned|documented)\b/i

/** What must not be so has to be denied; what is said of it without a denial is so. */
function judgeDenial(near: readonly RankedLine[]): Judged {
  const said = near.filter(({ coverage }) => coverage >= clear)
  const lines = said.map(({ line }) => line).slice(0, 3)
  if (said.length === 0) return leftOpen(near.map(({ line }) => line))
  const denied = said.filter(({ line }) => isDenial(line))
  if (denied.length > 0 && denied.length < said.length) return leftOpen(lines)
  return { status: denied.length > 0 ? 'met' : 'violated', certainty: 0.75, lines }
}

/** A check of nothing in particular is held against all that is said. */
function judgeAll(all: readonly EvidenceLine[]): Judged {
  const conditions = all.map((line) => ({ line, condition: conditionOfLine(line) }))
  const bad = conditions.filter(({ condition }) => condition === 'bad')
  const good = conditions.filter(({ condition }) => condition === 'good')
  if (bad.length > 0) return { status: 'violated', certainty: 0.7, lines: bad.map(({ line }) => line).slice(0, 3) }
  if (good.length < 3) return { status: 'unclear', certainty: 0.4, lines: good.map(({ line }) => line) }
  const verdict = good.find(({ line }) => /総合|判定|結論|overall|verdict|conclusion|result/i.test(line.text))
  return { status: 'met', certainty: 0.65, lines: (verdict ? [verdict] : good.slice(0, 2)).map(({ line }) => line) }
}

const quantitiesOf = onceForEachLine(({ cells }) => quantitiesIn(cells))
const foldedText = onceForEachLine(({ text }) => text.normalize('NFKC').toLowerCase())
const periodsOf = onceForEachLine(({ cells }) => periodsIn(cells))
const conditionOfLine = onceForEachLine(({ text }) => conditionOf(text))
const isDenial = onceForEachLine(({ text }) => denies(text))
const obligesOf = onceForEachLine(({ text }) => obliges(text))

/** Many requirements look at the same lines. */
function onceForEachLine<Read>(read: (line: EvidenceLine) => Read): (line: EvidenceLine) => Read {
  const known = new WeakMap<EvidenceLine, { readonly value: Read }>()
  return (line) => {
    const found = known.get(line) ?? { value: read(line) }
    known.set(line, found)
    return found.value
  }
}
