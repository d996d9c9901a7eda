import { z } from 'zod'
import { type Finding, type InstructionLanguage, type Message, message } from '../../core/index.ts'
import { type ClaimComparison, compareClaim } from './differences/claim-features.ts'
import { comparedText } from './differences/comparison-text.ts'
import { type Conflict, conflictOf, conflictOfFew, conflictReason } from './differences/conflict.ts'
import { distinctionOf } from './differences/distinguishing.ts'
import { type Likeness, doubtAbout, isReworded } from './differences/doubts.ts'
import { hasOtherSigns } from './differences/signs.ts'
import { isSwapped } from './differences/swapped.ts'
import { type AnswerComparison, compareAnswer } from './equivalence-features.ts'
import { listed } from './finding.ts'
import { isUnsure } from './reading/hedging.ts'
import { probability } from './classifier.ts'
import { judgeKeyPoints } from './key-points.ts'
import { type ReadPassage, passageOf } from './reading/passage.ts'
import { choosesOther } from './differences/choice.ts'
import { otherThingIn } from './differences/other-thing.ts'
import { isOfUnknownLanguage } from './reading/language.ts'
import { isNegation } from './reading/negation.ts'
import { isOfEitherOrder, withDateOf } from './reading/plain-text.ts'
import { unitOf } from './reading/quantities.ts'
import { reason } from './reasons.ts'
import { splitSentences } from '../../text/index.ts'
import { type Term, isJapanese } from './reading/terms.ts'
import type { Weights } from './weights.ts'
import { writtenOutAs } from './reading/written-out.ts'
import { yesOrNo } from './reading/yes-or-no.ts'

export const EquivalenceSubject = z.object({
  question: z.string().optional(),
  reference: z.string(),
  /** All accepted references, including `reference`. */
  references: z.array(z.string()).optional(),
  answer: z.string(),
})
type EquivalenceSubject = z.infer<typeof EquivalenceSubject>
type Judging = { readonly weights: Weights; readonly language: InstructionLanguage }
type Equivalence = { readonly reason: string; readonly verdict: 'valid' | 'invalid'; readonly reference?: number }

/**
 * Judges whether an answer says the same as one of the references; it may say more. It is wrong only if it differs from
 * all of them. If none matches and one is undecided, so is the verdict.
 */
export function judgeEquivalence(
  subject: EquivalenceSubject,
  weights: Weights,
  language: InstructionLanguage,
): Finding<Equivalence> {
  const { references = [], ...given } = subject
  const judging = { weights, language }
  if (references.length <= 1) return judgeOneReference(given, judging)
  const findings = references.map((reference) => judgeOneReference({ ...given, reference }, judging))
  const right = findings.findIndex((finding) => 'value' in finding && finding.value.verdict === 'valid')
  const open = findings.findIndex((finding) => 'abstained' in finding)
  const counted = right >= 0 ? right : Math.max(0, open)
  const finding = findings[counted] as Finding<Equivalence> // there are at least two references
  return 'value' in finding ? { ...finding, value: { ...finding.value, reference: counted + 1 } } : finding
}

function decided(verdict: Equivalence['verdict'], why: string): { readonly value: Equivalence } {
  return { value: { reason: why, verdict } }
}

function judgeOneReference(given: EquivalenceSubject, judging: Judging): Finding<Equivalence> {
  const subject = {
    ...given,
    reference: writtenOutAs(given.answer, given.reference),
    answer: writtenOutAs(given.reference, withDateOf(given.reference, given.answer)),
  }
  const finding = aboutTheSame(judgeReading(subject, judging), subject, judging.language)
  const isValid = 'value' in finding && finding.value.verdict === 'valid'
  if (isValid && mayBeVersions(subject)) {
    return { abstained: message('1.10 is 1.1 as an amount, and another one as a version'), looked: finding.looked }
  }
  if (isValid && hasOtherSigns(given.reference, given.answer)) {
    return { abstained: message('the answer has the words of the reference with other signs'), looked: finding.looked }
  }
  // If both texts have such a date they probably use the same order.
  if (!('value' in finding) || isOfEitherOrder(subject.reference) === isOfEitherOrder(subject.answer)) return finding
  return { abstained: message('a date can be read with the day or with the month first'), looked: finding.looked }
}

/** Returns whether a number ends in a zero in one of the texts only, and is no amount: Python 3.10 is not 3.1. */
function mayBeVersions({ reference, answer }: EquivalenceSubject): boolean {
  const [expected, actual] = [bareNumbersIn(reference), bareNumbersIn(answer)]
  return [...expected].some(([written, key]) => {
    const alike = [...actual].filter(([, other]) => other === key)
    return alike.length > 0 && alike.every(([other]) => other.endsWith('0') !== written.endsWith('0'))
  })
}

/** Decimal numbers without a unit or a currency, as they are written. */
function bareNumbersIn(text: string): ReadonlyMap<string, string> {
  const { terms } = passageOf(text)
  return new Map(
    terms.flatMap(({ key, written }, at) =>
      /^\d+\.\d*[1-9]0*$/.test(written) && !isUnit(terms[at - 1]) && !isUnit(terms[at + 1]) ? [[written, key]] : [],
    ),
  )
}

function isUnit(term: Term | undefined): boolean {
  return term !== undefined && (term.key === '%' || unitOf(term.key) !== undefined)
}

/** Checks that an answer with the words of the reference is about what was asked. */
function aboutTheSame(
  finding: Finding<Equivalence>,
  { question = '', reference, answer }: EquivalenceSubject,
  language: InstructionLanguage,
): Finding<Equivalence> {
  if ('abstained' in finding || finding.value.verdict === 'invalid') return finding
  const { looked } = finding
  if (choosesOther({ question, reference, answer })) {
    return { abstained: message('the question offers two things, and the answer names the other one first'), looked }
  }
  const other = otherThingIn({ question, reference, answer })
  if (other === undefined) return finding
  const { said, instead, certain } = other
  if (certain && instead !== undefined) {
    return { ...decided('invalid', reason(language, 'other-thing', { said, instead })), looked }
  }
  return {
    abstained: message('the answer speaks of "{said}", which stands neither in the question nor in the reference', {
      said,
    }),
    looked,
  }
}

function judgeReading(subject: EquivalenceSubject, judging: Judging): Finding<Equivalence> {
  const { weights, language } = judging
  const question = passageOf(subject.question ?? '')
  const reference = passageOf(subject.reference)
  const answer = passageOf(subject.answer)
  if (reference.terms.length === 0) return { abstained: message('the reference has no words to compare') }
  if (answer.terms.length === 0) return decided('invalid', reason(language, 'empty'))
  if (sameTerms(reference, answer)) return decided('valid', reason(language, 'same-words'))
  if (isDenied(reference, answer)) return decided('invalid', reason(language, 'negation-differs'))
  const polar = judgeYesNo(reference, answer, language)
  if (polar !== undefined) return polar
  const comparison = compareAnswer(question, reference, answer, weights.idf)
  if (isJapanese(reference.text) !== isJapanese(answer.text) && comparison.found.length === 0) {
    return { abstained: message('the reference and the answer are in different languages') }
  }
  if (comparison.found.length + comparison.missing.length > LONG) return judgeByStatements(subject, judging)
  return judgeShort({ question, reference, answer, comparison }, judging)
}

/** References with more terms are compared sentence by sentence, because the training set has none of them. */
const LONG = 12

function sameTerms(reference: ReadPassage, answer: ReadPassage): boolean {
  const [expected, actual] = [reference, answer].map(({ terms }) => terms.map(({ key }) => key).join(' '))
  return expected === actual && reference.negations === answer.negations
}

function isDenied(reference: ReadPassage, answer: ReadPassage): boolean {
  const [expected, actual] = [reference, answer].map(({ terms }) =>
    terms.flatMap(({ key, written }) => (isNegation(written) ? [] : key)).join(' '),
  )
  return expected === actual && (reference.negations - answer.negations) % 2 !== 0
}

function judgeYesNo(
  reference: ReadPassage,
  answer: ReadPassage,
  language: InstructionLanguage,
): Finding<Equivalence> | undefined {
  const expected = yesOrNo(reference.text)
  const actual = yesOrNo(answer.text)
  if (expected !== undefined && actual !== undefined && expected !== actual) {
    return decided('invalid', reason(language, 'yes-no-differs', { expected, actual }))
  }
  // If the reference says more than yes or no, the answer must say that too.
  if (expected === undefined || reference.content.length > 1) return undefined
  if (actual === undefined) {
    return { abstained: message('the reference says yes or no, and the answer says neither in so many words') }
  }
  if (isUnsure(splitSentences(answer.text)[0] ?? answer.text)) {
    return { abstained: message('the answer is not sure of what it says') }
  }
  return decided('valid', reason(language, 'yes-no-same', { answer: expected }))
}

type ShortCase = {
  readonly question: ReadPassage
  readonly reference: ReadPassage
  readonly answer: ReadPassage
  readonly comparison: AnswerComparison
}

function judgeShort(
  { question, reference, answer, comparison }: ShortCase,
  { weights, language }: Judging,
): Finding<Equivalence> {
  const p = probability(weights.equivalence, comparison.features)
  const text = comparedText(answer.text)
  const nearest = compareClaim(reference, text, weights.idf)
  const looked = {
    p: Number(p.toFixed(3)),
    found: comparison.found.map((term) => term.written),
    missing: comparison.missing.map((term) => term.written),
    evidence: nearest.evidence.passage.text.slice(0, 400),
  }
  const conflict = contradictionOf(nearest)
  const whyNone = conflict && mayBeNone(conflict, { reference, comparison, nearest })
  if (whyNone !== undefined) return { abstained: whyNone, looked }
  if (conflict !== undefined) return { ...decided('invalid', conflictReason(conflict, 'claim', language)), looked }
  const { low, high } = weights.equivalence.band
  if (p >= high) {
    const doubt = doubtAbout({ question, reference, comparison, text, nearest })
    if (doubt !== undefined) return { abstained: doubt, looked }
  }
  if (p >= high && comparison.found.length === 0) {
    return { abstained: message('the answer has nothing of what the reference adds to the question'), looked }
  }
  if (p >= high && isOfUnknownLanguage([question, reference, answer], weights.idf)) {
    return { abstained: message('what is negated can be told in English and Japanese only'), looked }
  }
  if (p >= high) {
    const found = listed(comparison.found, language)
    const same = { ...decided('valid', reason(language, 'reference-found', { found })), looked }
    if (!isReworded({ question, reference, comparison, text, nearest })) return same
    const subject = { question: question.text, reference: reference.text, answer: answer.text }
    const other = aboutTheSame(same, subject, language)
    const reworded = message('the answer lacks words of the reference, or has others in their place')
    return other === same ? { abstained: reworded, looked } : other
  }
  // A statement can be made in other words; a name or a number cannot.
  const isTold =
    comparison.noAnswer || !isStatement(reference) || comparison.missing.some((term) => distinctionOf(term) !== 'word')
  if (p <= low && isTold) return { ...decided('invalid', whyInvalid(comparison, language)), looked }
  return {
    abstained: message('the answer is too near the reference to be wrong and too far from it to be right'),
    looked,
  }
}

/** Returns why a conflict may be none; undefined if nothing suggests it. */
function mayBeNone(
  { kind }: Conflict,
  { reference, comparison, nearest }: Pick<Likeness, 'reference' | 'comparison' | 'nearest'>,
): Message | undefined {
  if (kind === 'opposite' && isSwapped(nearest.claim, nearest.evidence.passage)) {
    return message('an opposite word between words in another order may say the same')
  }
  // In other words the same may be said with a negation: "connected" and "there is no gap".
  const isInOtherWords = comparison.missing.length > 0 && reference.content.length > 3
  return kind === 'negation' && isInOtherWords
    ? message('the answer has the words of the reference beside a negation')
    : undefined
}

function contradictionOf({ claim, evidence }: ClaimComparison): Conflict | undefined {
  return claim.terms.length < 4 ? conflictOfFew(claim, evidence.passage) : conflictOf(claim, evidence.passage)
}

/** The classifier is unreliable for negations, yes or no, and sentences that end in a Japanese verb. */
function isStatement({ text, negations }: ReadPassage): boolean {
  return negations > 0 || yesOrNo(text) !== undefined || /\p{Script=Hiragana}。?$/u.test(text.trim())
}

function whyInvalid({ noAnswer, missing, otherNumbers }: AnswerComparison, language: InstructionLanguage): string {
  if (noAnswer) return reason(language, 'no-answer')
  const expected = missing.find((term) => term.kind === 'number')
  const [actual] = otherNumbers
  if (expected !== undefined && actual !== undefined) {
    return reason(language, 'number-differs', { expected: expected.written, actual: actual.written })
  }
  return reason(language, 'reference-missing', { missing: listed(missing, language) })
}

/**
 * An answer is valid if it makes all statements of the reference, and invalid if it contradicts one or makes none. It
 * is undecided about statements that may be made in other words.
 */
function judgeByStatements(
  { reference, answer }: EquivalenceSubject,
  { weights, language }: Judging,
): Finding<Equivalence> {
  const points = splitSentences(reference)
  const finding = judgeKeyPoints({ points, answer }, weights, language)
  if ('abstained' in finding) return finding
  const { looked } = finding
  const labelled = (label: string) => finding.value.points.filter((point) => point.label === label)
  const [absent, present] = [labelled('absent'), labelled('present')]
  const contradicted = absent.find(({ quote }) => quote !== null)
  const [first] = absent.length === points.length ? absent : []
  const lacked = contradicted ?? first
  if (lacked !== undefined) return { ...decided('invalid', lacked.reason), looked }
  if (present.length === points.length) return { ...decided('valid', present[0]?.reason ?? ''), looked }
  return {
    abstained: message(
      '{present} of {count} statements of the reference were found; for the rest comparing words decides nothing',
      {
        present: present.length,
        count: points.length,
      },
    ),
    looked,
  }
}
