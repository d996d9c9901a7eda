import type { InstructionLanguage, Message } from '../../core/index.ts'
import type { ClaimComparison } from './differences/claim-features.ts'
import { type Classifier, probability } from './classifier.ts'
import { reason } from './reasons.ts'
import type { Term } from './reading/terms.ts'

export function listed(terms: readonly Term[], language: InstructionLanguage): string {
  const words = [...new Set(terms.map((term) => term.written))]
  const shown = words.slice(0, 6).map((word) => (language === 'ja' ? `「${word}」` : `"${word}"`))
  return shown.join(language === 'ja' ? '' : ', ') + (words.length > 6 ? ' …' : '')
}

/** Maximum number of characters of a quote. */
export const QUOTE = 400

/** Returns the classifier's probability and what the report shows of it. */
export function lookedAt({ evidence, features }: ClaimComparison, head: Classifier) {
  const p = probability(head, features)
  const quote = evidence.passage.text.slice(0, QUOTE)
  return { p, looked: { p: Number(p.toFixed(3)), evidence: quote } }
}

/** Keeps the decided verdicts with their index, or abstains where there is none; `looked` has an entry for every verdict. */
export function decidedOf<Label extends string, Rest extends object>(
  verdicts: readonly (Rest & {
    readonly label: Label | undefined
    readonly looked: Readonly<Record<string, unknown>>
  })[],
  abstained: Message,
) {
  const value = verdicts.flatMap(({ looked: _looked, label, ...rest }, index) =>
    label === undefined ? [] : [{ index, ...rest, label }],
  )
  const looked = verdicts.map(({ label, looked: seen }, index) => ({ index, label: label ?? 'uncertain', ...seen }))
  return verdicts.length > 0 && value.length === 0 ? { abstained, looked } : { value, looked }
}

export function whyMissing(
  name: 'unsupported' | 'point-absent',
  missing: readonly Term[],
  language: InstructionLanguage,
): string {
  return missing.length > 0
    ? reason(language, name, { missing: listed(missing, language) })
    : reason(language, 'unsupported-together')
}
