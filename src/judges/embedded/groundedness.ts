import type { Finding, InstructionLanguage } from '../../core/index.ts'
import { message } from '../../core/index.ts'
import { z } from 'zod'
import { withoutReferences } from '../../text/index.ts'
import type { ClaimComparison, ComparedText } from './differences/claim-features.ts'
import { compareClaim } from './differences/claim-features.ts'
import { readText } from './differences/comparison-text.ts'
import type { Conflict } from './differences/conflict.ts'
import { conflictOf, conflictReason, saysOppositeNegated } from './differences/conflict.ts'
import { mayNotBearOut } from './differences/doubts.ts'
import { listed, shownFeatures } from './finding.ts'
import { probability } from './classifier.ts'
import { putsAnother } from './differences/other-thing.ts'
import type { Passage } from './reading/passage.ts'
import { passageOf } from './reading/passage.ts'
import { reason } from './reasons.ts'
import { isDemand, nameOfAct, speechActOf } from './safety/speech-act.ts'
import { isJapanese } from './reading/terms.ts'
import type { Statements } from './reading/verbatim.ts'
import { saysWordForWord, statementsIn } from './reading/verbatim.ts'
import type { Weights } from './weights.ts'

export const GroundednessSubject = z.object({
  context: z.array(z.string()),
  question: z.string().optional(),
  sentences: z.array(z.string()),
})
type GroundednessSubject = z.infer<typeof GroundednessSubject>

type Label = 'supported' | 'unsupported' | 'contradictory' | 'disputed' | 'not_applicable'

export type JudgedSentence = {
  readonly index: number
  readonly reason: string
  readonly quote: string | null
  readonly contradicting_quote: string | null
  readonly label: Label
}

/**
 * Labels the sentences that it can judge and leaves out the others: whoever asked counts them as not covered.
 * `looked` tells of every sentence what was seen.
 */
export function judgeGroundedness(
  { context, sentences }: GroundednessSubject,
  weights: Weights,
  language: InstructionLanguage,
): Finding<{ sentences: readonly JudgedSentence[] }> {
  const text = readText(context.join('\n\n'))
  if (text.sentences.length === 0) return { abstained: message('there is no context to compare the answer with') }
  const japaneseContext = isJapanese(context.join('\n').slice(0, 5000))
  const asked = new Set(text.sentences.filter((sentence) => speechActOf(sentence.text) === 'question'))
  const setting = { text, asked, statements: statementsIn(context.join('\n\n')), japaneseContext, weights, language }
  const judged = sentences.map((sentence, index) => ({ index, ...judgeSentence(sentence, setting) }))
  const decided = judged.flatMap(({ looked: _looked, ...sentence }) => {
    const { label } = sentence
    return label === undefined ? [] : [{ ...sentence, label }]
  })
  const looked = judged.map(({ index, label, looked: seen }) => ({ index, label: label ?? 'uncertain', ...seen }))
  if (sentences.length > 0 && decided.length === 0) {
    return {
      abstained: message(
        'comparing words does not tell whether the context supports {count} {count|sentence|sentences}',
        { count: sentences.length },
      ),
      looked,
    }
  }
  return { value: { sentences: decided }, looked }
}

type Setting = {
  readonly text: ComparedText
  /** Questions of the context: they neither bear anything out nor deny it. */
  readonly asked: ReadonlySet<Passage>
  readonly statements: Statements
  readonly japaneseContext: boolean
  readonly weights: Weights
  readonly language: InstructionLanguage
}

type SentenceVerdict = Omit<JudgedSentence, 'index' | 'label'> & {
  /** Undefined where it cannot be told. */
  readonly label: Label | undefined
  readonly looked: Readonly<Record<string, unknown>>
}

function judgeSentence(sentence: string, setting: Setting): SentenceVerdict {
  const { text, asked, statements, japaneseContext, weights, language } = setting
  const none = { quote: null, contradicting_quote: null }
  const act = speechActOf(sentence)
  if (act !== undefined) {
    const why = reason(language, 'no-claim', { kind: nameOfAct(act, language) })
    return { ...none, reason: why, label: 'not_applicable', looked: { act } }
  }
  const comparison = compareClaim(passageOf(withoutReferences(sentence)), text, weights.idf)
  const wordForWord = saysWordForWord(statements, sentence)
  const comparable = wordForWord || isJapanese(sentence) === japaneseContext
  if (comparison === undefined || comparison.claim.content.length === 0 || !comparable) {
    return { ...UNTOLD, looked: { comparable: false } }
  }
  const p = probability(weights.support, comparison.features)
  const conflict =
    wordForWord || asked.has(comparison.evidence.passage)
      ? undefined
      : conflictOf(comparison.claim, comparison.evidence.passage)
  const looked = {
    p: Number(p.toFixed(3)),
    evidence: comparison.evidence.passage.text.slice(0, QUOTE),
    features: shownFeatures(weights.support, comparison.features),
  }
  return { ...labelOf({ comparison, wordForWord, conflict, p, text, asked, weights, language }), looked }
}

const QUOTE = 400

type Seen = Pick<Setting, 'text' | 'asked' | 'weights' | 'language'> & {
  readonly comparison: ClaimComparison
  readonly wordForWord: boolean
  readonly conflict: Conflict | undefined
  readonly p: number
}

function labelOf(seen: Seen): Omit<SentenceVerdict, 'looked'> {
  const { comparison, wordForWord, conflict, p, text, asked, weights, language } = seen
  const { band } = weights.support
  const quote = quoteOf(comparison)
  if (conflict !== undefined) {
    const elsewhere = saidWordForWord(comparison.claim, text)
    if (elsewhere !== undefined) {
      const why = reason(language, 'disputed')
      return { reason: why, quote: elsewhere.slice(0, QUOTE), contradicting_quote: quote, label: 'disputed' }
    }
    return {
      reason: conflictReason(conflict, 'evidence', language),
      quote: null,
      contradicting_quote: quote,
      label: 'contradictory',
    }
  }
  const missingFacts = comparison.missing.filter((term) => term.kind === 'number')
  if (wordForWord || (p >= band.high && missingFacts.length === 0)) {
    const against = saidOtherwise(comparison, text, asked)
    if (against !== undefined) {
      return {
        reason: reason(language, 'disputed'),
        quote,
        contradicting_quote: against.slice(0, QUOTE),
        label: 'disputed',
      }
    }
    const { passage } = comparison.evidence
    const another = { stated: passage.text, said: comparison.claim.text }
    if (!wordForWord && (asked.has(passage) || mayNotBearOut(comparison) || putsAnother(another))) return UNTOLD
    return { reason: reason(language, 'supported'), quote, contradicting_quote: null, label: 'supported' }
  }
  if (saysOppositeNegated(comparison.claim, comparison.evidence.passage)) return UNTOLD
  if (p <= band.low || missingFacts.length > 0) {
    const { missing } = comparison
    const why =
      missing.length > 0
        ? reason(language, 'unsupported', { missing: listed(missing, language) })
        : reason(language, 'unsupported-together')
    return { reason: why, quote: null, contradicting_quote: null, label: 'unsupported' }
  }
  return UNTOLD
}

const UNTOLD = { reason: '', quote: null, contradicting_quote: null, label: undefined }

/** The evidence as it stands in the context. */
function quoteOf({ evidence }: ClaimComparison): string {
  return evidence.passage.text.slice(0, QUOTE)
}

/** Another sentence that has all the content of the claim and says nothing against it. */
function saidWordForWord(claim: Passage, text: ComparedText): string | undefined {
  return text.sentences.find(
    (sentence) =>
      sentence.negations % 2 === claim.negations % 2 &&
      claim.content.every((term) => sentence.keys.has(term.key)) &&
      conflictOf(claim, sentence) === undefined,
  )?.text
}

/** A sentence beside the evidence that has all of the claim but for what it says otherwise. */
function saidOtherwise(
  { claim, evidence }: ClaimComparison,
  text: ComparedText,
  asked: ReadonlySet<Passage>,
): string | undefined {
  const others = text.sentences.filter(
    (sentence, index) => (index < evidence.first || index >= evidence.first + evidence.length) && !asked.has(sentence),
  )
  return others.find((sentence) => {
    const missing = claim.content.filter((term) => !sentence.keys.has(term.key))
    if (claim.content.length < 3 || missing.length > 1) return false
    if (isDemand(sentence.text) && !isDemand(claim.text)) return false
    const conflict = conflictOf(claim, sentence)
    if (conflict === undefined || conflict.kind === 'name') return false
    return conflict.kind === 'negation'
      ? missing.length === 0
      : missing.every((term) => term.key === conflict.claim.key)
  })?.text
}
