import { z } from 'zod'
import { type Finding, type InstructionLanguage, message } from '../../core/index.ts'
import { type ComparedText, compareClaim } from './differences/claim-features.ts'
import { comparedText } from './differences/comparison-text.ts'
import { conflictOf, conflictReason, saysOppositeNegated } from './differences/conflict.ts'
import { mayNotBearOut } from './differences/doubts.ts'
import { decidedOf, listed, lookedAt, whyMissing } from './finding.ts'
import { putsAnother } from './differences/other-thing.ts'
import { isOfUnknownLanguage } from './reading/language.ts'
import { passageOf } from './reading/passage.ts'
import { reason } from './reasons.ts'
import { isJapanese } from './reading/terms.ts'
import type { Weights } from './weights.ts'

export const KeyPointsSubject = z.object({
  question: z.string().optional(),
  points: z.array(z.string()),
  answer: z.string(),
})
type KeyPointsSubject = z.infer<typeof KeyPointsSubject>

type Label = 'present' | 'absent'

type PointVerdict = {
  readonly reason: string
  readonly quote: string | null
  readonly label: Label | undefined
  readonly looked: Readonly<Record<string, unknown>>
}
type JudgedPoint = Omit<PointVerdict, 'looked'> & { readonly index: number; readonly label: Label }

/** Labels the key points that it can decide and omits the others, like `judgeGroundedness`. */
export function judgeKeyPoints(
  { points, answer }: KeyPointsSubject,
  weights: Weights,
  language: InstructionLanguage,
): Finding<{ points: readonly JudgedPoint[] }> {
  const text = comparedText(answer)
  if (text.sentences.length === 0) {
    const absent = { reason: reason(language, 'empty'), quote: null, label: 'absent' as const }
    return { value: { points: points.map((_point, index) => ({ index, ...absent })) } }
  }
  const japanese = isJapanese(answer)
  const verdicts = points.map((point) =>
    isJapanese(point) === japanese ? judgePoint(point, { text, weights, language }) : UNCERTAIN,
  )
  const found = decidedOf(
    verdicts,
    message('comparing words does not tell whether the answer makes {count} {count|point|points}', {
      count: points.length,
    }),
  )
  const { value, looked } = found
  return value === undefined ? found : { value: { points: value }, looked }
}

const UNCERTAIN: PointVerdict = { reason: '', quote: null, label: undefined, looked: {} }

type KeyPointsSetting = {
  readonly text: ComparedText
  readonly weights: Weights
  readonly language: InstructionLanguage
}

function judgePoint(point: string, { text, weights, language }: KeyPointsSetting): PointVerdict {
  const comparison = compareClaim(passageOf(point), text, weights.idf)
  const { claim } = comparison
  if (claim.content.length === 0) return UNCERTAIN
  const { p, looked } = lookedAt(comparison, weights.coverage)
  const quote = looked.evidence
  const conflict = conflictOf(claim, comparison.evidence.passage)
  if (conflict !== undefined)
    return { reason: conflictReason(conflict, 'claim', language), quote, label: 'absent', looked }
  const { low, high } = weights.coverage.band
  const missingNumber = comparison.missing.some((term) => term.kind === 'number')
  if (p >= high && !missingNumber) {
    const said = comparison.evidence.passage
    const isUnknown = isOfUnknownLanguage([claim, said], weights.idf)
    if (isUnknown || mayNotBearOut(claim, said) || putsAnother({ stated: point, said: said.text }))
      return { ...UNCERTAIN, looked }
    const found = claim.content.filter((term) => !comparison.missing.includes(term))
    const why = reason(language, 'point-present', { found: listed(found, language) })
    return { reason: why, quote, label: 'present', looked }
  }
  if (p > low || saysOppositeNegated(claim, comparison.evidence.passage)) return { ...UNCERTAIN, looked }
  return { reason: whyMissing('point-absent', comparison.missing, language), quote: null, label: 'absent', looked }
}
