import type { InstructionLanguage } from '../../core/index.ts'
import type { ClaimComparison } from './differences/claim-features.ts'
import { type Classifier, probability } from './classifier.ts'
import { reason } from './reasons.ts'
import type { Term } from './reading/terms.ts'

/** Terms as they were written, at most six. */
export function listed(terms: readonly Term[], language: InstructionLanguage): string {
  const words = [...new Set(terms.map((term) => term.written))]
  const shown = words.slice(0, 6).map((word) => (language === 'ja' ? `「${word}」` : `"${word}"`))
  return shown.join(language === 'ja' ? '' : ', ') + (words.length > 6 ? ' …' : '')
}

/** Characters of a quote at the most. */
export const QUOTE = 400

/** How sure a head is of a claim, and what there is to be seen of that. */
export function lookedAt({ evidence, features }: ClaimComparison, head: Classifier) {
  const p = probability(head, features)
  const quote = evidence.passage.text.slice(0, QUOTE)
  return { p, looked: { p: Number(p.toFixed(3)), evidence: quote } }
}

/** The verdicts that could be told, by their place, and of all of them what was seen. */
export function decidedOf<Label extends string, Rest extends object>(
  verdicts: readonly (Rest & {
    readonly label: Label | undefined
    readonly looked: Readonly<Record<string, unknown>>
  })[],
) {
  const decided = verdicts.flatMap(({ looked: _looked, label, ...rest }, index) =>
    label === undefined ? [] : [{ index, ...rest, label }],
  )
  const looked = verdicts.map(({ label, looked: seen }, index) => ({ index, label: label ?? 'uncertain', ...seen }))
  return { decided, looked }
}

/** Which words of a claim are nowhere, or that they stand together nowhere. */
export function whyMissing(
  name: 'unsupported' | 'point-absent',
  missing: readonly Term[],
  language: InstructionLanguage,
): string {
  return missing.length > 0
    ? reason(language, name, { missing: listed(missing, language) })
    : reason(language, 'unsupported-together')
}
