import { type Finding, type InstructionLanguage, message } from '../../core/index.ts'
import { z } from 'zod'
import { withoutReferences } from '../../text/index.ts'
import { type ClaimComparison, type ComparedText, compareClaim } from './differences/claim-features.ts'
import { comparedText } from './differences/comparison-text.ts'
import { conflictOf, conflictReason, saysOppositeNegated } from './differences/conflict.ts'
import { isScattered, lacksWords, mayNotBearOut } from './differences/doubts.ts'
import { decidedOf, lookedAt, QUOTE, whyMissing } from './finding.ts'
import { inRecords } from './reading/json-records.ts'
import { isOfUnknownLanguage } from './reading/language.ts'
import { isNegation } from './reading/negation.ts'
import { type ReadPassage, passageOf } from './reading/passage.ts'
import { reason } from './reasons.ts'
import { isDemand, nameOfAct, speechActOf } from './safety/speech-act.ts'
import { isJapanese } from './reading/terms.ts'
import { withoutLayout, saysWordForWord } from './reading/verbatim.ts'
import type { Weights } from './weights.ts'

export const GroundednessSubject = z.object({
  context: z.array(z.string()),
  question: z.string().optional(),
  sentences: z.array(z.string()),
})
type GroundednessSubject = z.infer<typeof GroundednessSubject>

type Label = 'supported' | 'unsupported' | 'contradictory' | 'disputed' | 'not_applicable'

/** `label` is undefined when the judge cannot decide. */
type GroundednessVerdict = {
  readonly reason: string
  readonly quote: string | null
  readonly contradicting_quote: string | null
  readonly label: Label | undefined
}

export type JudgedSentence = GroundednessVerdict & { readonly index: number; readonly label: Label }

/**
 * Labels the sentences that it can decide; the metric counts omitted ones as not covered. `looked` describes all of
 * them.
 */
export function judgeGroundedness(
  { context, sentences }: GroundednessSubject,
  weights: Weights,
  language: InstructionLanguage,
): Finding<{ sentences: readonly JudgedSentence[] }> {
  const text = comparedText(context.map(inRecords).join('\n\n'))
  if (text.sentences.length === 0) return { abstained: message('there is no context to compare the answer with') }
  const japaneseContext = isJapanese(context.join('\n').slice(0, 5000))
  const asked = new Set(text.sentences.filter((sentence) => speechActOf(sentence.text) === 'question'))
  const setting = { text, asked, letters: withoutLayout(context.join('\n\n')), japaneseContext, weights, language }
  const found = decidedOf(
    sentences.map((sentence) => judgeSentence(sentence, setting)),
    message('comparing words does not tell whether the context supports {count} {count|sentence|sentences}', {
      count: sentences.length,
    }),
  )
  const { value, looked } = found
  return value === undefined ? found : { value: { sentences: value }, looked }
}

type GroundednessSetting = {
  readonly text: ComparedText
  /** Questions in the context, which neither support nor contradict a claim. */
  readonly asked: ReadonlySet<ReadPassage>
  readonly letters: string
  readonly japaneseContext: boolean
  readonly weights: Weights
  readonly language: InstructionLanguage
}

function judgeSentence(
  sentence: string,
  setting: GroundednessSetting,
): GroundednessVerdict & { readonly looked: Readonly<Record<string, unknown>> } {
  const { text, letters, japaneseContext, weights, language } = setting
  const act = speechActOf(sentence)
  if (act !== undefined) {
    const why = reason(language, 'no-claim', { kind: nameOfAct(act, language) })
    return { ...verdict('not_applicable', why), looked: { act } }
  }
  const comparison = compareClaim(passageOf(withoutReferences(sentence)), text, weights.idf)
  const wordForWord = saysWordForWord(letters, sentence)
  const comparable = wordForWord || isJapanese(sentence) === japaneseContext
  if (comparison.claim.content.length === 0 || !comparable) {
    return { ...UNTOLD, looked: { comparable: false } }
  }
  const { p, looked } = lookedAt(comparison, weights.support)
  return { ...labelOf({ comparison, wordForWord, p }, setting), looked }
}

function verdict(label: Label, why: string, { quote = '', against = '' } = {}): GroundednessVerdict {
  return {
    reason: why,
    quote: quote.slice(0, QUOTE) || null,
    contradicting_quote: against.slice(0, QUOTE) || null,
    label,
  }
}

const UNTOLD: GroundednessVerdict = { reason: '', quote: null, contradicting_quote: null, label: undefined }

type GroundednessSight = { readonly comparison: ClaimComparison; readonly wordForWord: boolean; readonly p: number }

function labelOf(
  { comparison, wordForWord, p }: GroundednessSight,
  { text, asked, weights, language }: GroundednessSetting,
): GroundednessVerdict {
  const { claim, evidence, missing } = comparison
  const quote = evidence.passage.text
  const isAsked = asked.has(evidence.passage)
  const conflict = wordForWord || isAsked ? undefined : conflictOf(claim, evidence.passage)
  if (conflict !== undefined)
    return verdict('contradictory', conflictReason(conflict, 'evidence', language), { against: quote })
  const { low, high } = weights.support.band
  const lacksNumber = missing.some((term) => term.kind === 'number')
  if (wordForWord || (p >= high && !lacksNumber)) {
    const against = saidOtherwise(comparison, text, asked)
    if (against !== undefined) return verdict('disputed', reason(language, 'disputed'), { quote, against })
    if (
      !wordForWord &&
      (isAsked ||
        lacksWords(claim, evidence.passage) ||
        mayNotBearOut(claim, evidence.passage) ||
        isScattered(claim, evidence.passage) ||
        isOfUnknownLanguage([claim, evidence.passage], weights.idf))
    )
      return UNTOLD
    return verdict('supported', reason(language, 'supported'), { quote })
  }
  if (saysOppositeNegated(claim, evidence.passage) || (p > low && !lacksNumber) || lacksOneWord(comparison))
    return UNTOLD
  return verdict('unsupported', whyMissing('unsupported', missing, language))
}

/**
 * Returns whether all words of a claim but one stand in the context: that one may be said in another word there ("excluded"
 * for "not allowed") or be a unit that a tool leaves out.
 */
function lacksOneWord({ claim, missing }: ClaimComparison): boolean {
  const content = claim.content.filter(({ written }) => !isNegation(written))
  const lacking = missing.filter(({ written }) => !isNegation(written))
  return lacking.length <= 1 && content.length > lacking.length + 1 && lacking.every(({ kind }) => kind === 'word')
}

/** Returns a sentence elsewhere in the context that contradicts the claim. A demand does not contradict a fact. */
function saidOtherwise(
  { claim, evidence }: ClaimComparison,
  { sentences }: ComparedText,
  asked: ReadonlySet<ReadPassage>,
): string | undefined {
  const beside = sentences.filter((_, index) => index < evidence.first || index >= evidence.first + evidence.length)
  return beside.find((sentence) => {
    const missing = claim.content.filter((term) => !sentence.keys.has(term.key))
    if (claim.content.length < 3 || missing.length > 1 || asked.has(sentence)) return false
    if (isDemand(sentence.text) && !isDemand(claim.text)) return false
    const conflict = conflictOf(claim, sentence)
    if (conflict === undefined) return false
    return missing.every((term) => conflict.kind !== 'negation' && term.key === conflict.claim.key)
  })?.text
}
