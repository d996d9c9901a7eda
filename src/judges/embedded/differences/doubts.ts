import { type Message, message } from '../../../core/index.ts'
import { boundsDifferently } from './bounds.ts'
import type { ClaimComparison, ComparedText } from './claim-features.ts'
import { clausesOf, closestClause } from '../reading/clauses.ts'
import type { AnswerComparison } from '../equivalence-features.ts'
import { hasSynonym } from './evidence.ts'
import { isConditional, isElsewhereOnScale, isUnsure, saysFormerly, saysLater, saysMay } from '../reading/hedging.ts'
import { type ReadPassage, passageOf } from '../reading/passage.ts'
import { speechActOf } from '../safety/speech-act.ts'
import { linksOtherwise, saysOfAnother } from './links.ts'
import { hasOtherSigns } from './signs.ts'
import { isSwapped } from './swapped.ts'
import { isJapanese } from '../reading/terms.ts'

export type Likeness = {
  readonly question: ReadPassage
  readonly reference: ReadPassage
  readonly comparison: AnswerComparison
  /** The answer, split into sentences. `nearest` is the place in it that is most like the reference. */
  readonly text: ComparedText
  readonly nearest: ClaimComparison
}

/** Returns why an answer with the words of the reference may mean something else; undefined if nothing suggests it. */
export function doubtAbout({ question, reference, comparison, text, nearest }: Likeness): Message | undefined {
  const { evidence } = nearest
  if (turnedRound(reference, evidence.passage)) {
    return message('the answer has the words of the reference beside a negation')
  }
  const until = text.sentences.slice(0, evidence.first + evidence.length).map((sentence) => sentence.text)
  if (isUnsure(until.join(' ')) && !isUnsure(`${reference.text} ${question.text}`)) {
    return message('the answer is not sure of what it says')
  }
  if (saysFormerly(evidence.passage.text, `${question.text}\n${reference.text}`)) {
    return message('the answer says what was so before')
  }
  const said = closestClause(nearest.claim, evidence.passage, clausesOf(evidence.passage))
  if (isAskedOrOffered(said.text) && !isAskedOrOffered(reference.text)) {
    return message('the answer asks for it or offers it')
  }
  const isStatement = reference.content.length > 2
  if (isStatement && isConditional(evidence.passage.text) && !isConditional(`${reference.text} ${question.text}`)) {
    return message('the answer says it under a condition')
  }
  if (saysLater(said.text, reference.text)) {
    return message('the answer says what is still to come')
  }
  if (isElsewhereOnScale(said.text, reference.text) || boundsDifferently(said.text, reference.text)) {
    return message('the answer and the reference may differ in how much, how far or how surely something holds')
  }
  if (isSwapped(nearest.claim, said)) {
    return message('the answer has the words of the reference in another order, which may change who does what')
  }
  if (lacksANumber(reference, comparison)) {
    return message('the answer is like the reference but for a number')
  }
  if (lacksAnEntry(reference, comparison)) {
    return message('the answer has a part of the reference only')
  }
  return undefined
}

function isAskedOrOffered(text: string): boolean {
  return ['question', 'offer'].some((act) => act === speechActOf(text))
}

/** Returns whether the evidence says less than the claim: it asks, is unsure, conditional, still to come, or has parts swapped. */
export function mayNotBearOut(claim: ReadPassage, passage: ReadPassage): boolean {
  const said = closestClause(claim, passage, clausesOf(passage))
  return (
    (isConditional(passage.text) && !isConditional(claim.text)) ||
    saysFormerly(passage.text, claim.text) ||
    (isUnsure(passage.text) && !isUnsure(claim.text)) ||
    saysMay(said.text, claim.text) ||
    isElsewhereOnScale(said.text, claim.text) ||
    isDeniedInOne(said, claim) ||
    boundsDifferently(said.text, claim.text) ||
    saysLater(said.text, claim.text) ||
    (speechActOf(said.text) === 'question' && speechActOf(claim.text) !== 'question') ||
    hasOtherSigns(said.text, claim.text) ||
    linksOtherwise(claim, passage) ||
    saysTwice(claim, passage) ||
    saysOfAnother(claim, passage) ||
    lacksLetters(claim, passage) ||
    isSwapped(claim, said)
  )
}

/** Returns whether the evidence has a word of the claim in no form: it may say the same in other words, or something else. */
export function lacksWords(claim: ReadPassage, { keys }: ReadPassage): boolean {
  return claim.content.some(({ key }) => !keys.has(key) && !hasSynonym(key, keys))
}

/** Returns whether a word stands oftener in the claim: "a red cat and a red car" is not "a white cat and a red car". */
function saysTwice(claim: ReadPassage, evidence: ReadPassage): boolean {
  const [ours, theirs] = [claim, evidence].map(({ content }) => Map.groupBy(content, ({ key }) => key))
  return [...(ours ?? [])].some(([key, own]) => own.length > (theirs?.get(key)?.length ?? own.length))
}

/**
 * Returns whether a character or a word in hiragana of a Japanese claim is not in the evidence. The classifier saw no Japanese in
 * training, and short words (上, ひと) tell as much as others. The endings of the predicate vary.
 */
function lacksLetters({ text, terms }: ReadPassage, evidence: ReadPassage): boolean {
  const told = terms.slice(0, terms.findLastIndex(({ isStopWord }) => !isStopWord) + 1)
  const parts = told.flatMap(
    ({ written }) => written.match(/[\p{Script=Han}\p{Script=Katakana}]|\p{Script=Hiragana}{2,}/gu) ?? [],
  )
  return isJapanese(text) && [...new Set(parts)].some((part) => !evidence.text.includes(part))
}

/**
 * Returns whether the claim takes its words from several clauses of the evidence, as "sales fell 11 %" does from "sales
 * rose 4 %, while profit fell 11 %". The first content word is not counted: it is the subject of all clauses.
 */
export function isScattered(claim: ReadPassage, evidence: ReadPassage): boolean {
  const clauses = clausesOf(evidence)
  const subject = new Set(evidence.content.slice(0, 1).map(({ key }) => key))
  const telling = claim.content.filter(({ key }) => !subject.has(key))
  const places = telling.flatMap(({ key }) => {
    const having = clauses.filter(({ keys }) => keys.has(key))
    return having.length === 1 ? having : []
  })
  return clausesOf(claim).length < 2 && new Set(places).size > 1
}

/**
 * Returns whether the answer is the reference but for one stretch, which has other words or is missing at the end or before
 * what it qualifies: "a month" and "a year", "on" and "off". Both may mean the same, and nothing else of the two texts tells.
 */
export function isReworded(likeness: Likeness): boolean {
  const { question, reference, comparison, nearest } = likeness
  if (lacksAWord(likeness)) return true
  const { terms } = reference
  const others = nearest.evidence.passage.terms
  const longer = others.length - terms.length
  const from = terms.findIndex(({ key }, index) => key !== others[index]?.key)
  const until = terms.findLastIndex(({ key }, index) => key !== others[index + longer]?.key) + 1
  const [ours, theirs] = [terms.slice(from, until), others.slice(from, until + longer)]
  if (from < 0 || ours.length > 3 || theirs.length > 3 || ours.length * 2 > terms.length) return false
  if (ours.every(({ isStopWord }) => isStopWord)) {
    // Japanese sentences end in many ways that mean the same, and so do grammatical words together: "up to", "at most".
    const isOther = theirs.some(({ isStopWord, key }) => !isStopWord && !question.keys.has(key))
    const isOneForOne = theirs.length === 1 && theirs.every(({ isStopWord, kind }) => isStopWord && kind !== 'number')
    return !isJapanese(reference.text) && ours.length === theirs.length && (isOther || isOneForOne)
  }
  // What a text begins with is what it is about, or a title.
  const isMissing = from > 0 && comparison.missing.some(({ key }) => ours.some((term) => term.key === key))
  return isMissing && (theirs.length > 0 || until === terms.length)
}

/** One of the two has a negation more than the other: "not Paris" and "Paris, not Lyon" share their words. */
function turnedRound(reference: ReadPassage, evidence: ReadPassage): boolean {
  return isDeniedInOne(reference, evidence) || reference.negations % 2 !== evidence.negations % 2
}

function isDeniedInOne(one: ReadPassage, other: ReadPassage): boolean {
  return one.negations > 0 !== other.negations > 0
}

/** A number is missing, other than the 1 of `1 dollar`, which may be the dollar. */
function lacksANumber({ terms }: ReadPassage, { missing }: AnswerComparison): boolean {
  const lacking = new Set(missing.filter(({ kind }) => kind === 'number').map(({ key }) => key))
  return terms.some(({ key }, index) => {
    const next = terms[index + 1]
    return lacking.has(key) && !(key === '#1' && next?.kind === 'word' && !next.isStopWord)
  })
}

/** One entry of a list (red, green and blue) is missing. "Paris, France" and dates are not lists. */
function lacksAnEntry({ text, keys }: ReadPassage, { missing }: AnswerComparison): boolean {
  const isList = /\band\b|[&;、・と]|,[^,\n]*, /.test(text) && ![...keys].some((key) => key.startsWith('@'))
  if (missing.length === 0 || !isList) return false
  const lacking = new Set(missing.map(({ key }) => key))
  const entries = text.split(BETWEEN_ENTRIES).map((entry) => passageOf(entry).content.map(({ key }) => key))
  return entries.some((entry) => {
    const own = entry.filter((key) => entries.every((other) => other === entry || !other.includes(key)))
    return entries.length > 1 && own.length > 0 && own.every((key) => lacking.has(key))
  })
}

const BETWEEN_ENTRIES =
  /(?<!\s)\s*(?:[,;&、・]|\band\b|および|及び|ならびに)\s*|(?<=[\p{Script=Han}\p{Script=Katakana}ー])と(?=[\p{Script=Han}\p{Script=Katakana}])/u

/**
 * A word is missing, other than a few beside a name or a number, and what "it" stands for: "Curie" is Marie Curie, and "5 kg"
 * what the parcel weighs. Of a Japanese name each part counts, since パソコン may be no ノートパソコン.
 */
function lacksAWord({ reference: { text, content }, comparison: { missing, found }, nearest }: Likeness): boolean {
  const japanese = isJapanese(text)
  const isName = !japanese && content.length <= 3 && content.some(({ kind }) => kind === 'name')
  const isNumber = found.length + missing.length <= 3 && found.some(({ kind }) => kind === 'number')
  const subject = /^(?:it|they|s?he)\b/i.test(nearest.evidence.passage.text) ? content[0] : undefined
  const lacking = missing.filter(
    ({ kind, key }) => (kind === 'word' || japanese) && key !== subject?.key && !TITLE_OR_SPAN.test(key),
  )
  return !isName && !isNumber && lacking.length > 0
}

/** Dr., and the 間 of 三年間, say nothing that an answer must repeat. */
const TITLE_OR_SPAN = /^(?:dr|mrs?|ms|prof|[年月日週分秒]?間)$/
