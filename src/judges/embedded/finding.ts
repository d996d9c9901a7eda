import type { InstructionLanguage } from '../../core/index.ts'
import type { Features } from './differences/claim-features.ts'
import type { Classifier } from './classifier.ts'
import type { Term } from './reading/terms.ts'

/** Terms as they were written, at most six. */
export function listed(terms: readonly Term[], language: InstructionLanguage): string {
  const words = [...new Set(terms.map((term) => term.written))]
  const shown = words.slice(0, 6).map((word) => (language === 'ja' ? `「${word}」` : `"${word}"`))
  return shown.join(language === 'ja' ? '' : ', ') + (words.length > 6 ? ' …' : '')
}

/** The features of a head that are not zero, shortened. */
export function shownFeatures(classifier: Classifier, features: Features): Features {
  const shown = classifier.features.map((name) => [name, Number((features[name] ?? 0).toFixed(3))] as const)
  return Object.fromEntries(shown.filter(([, value]) => value !== 0))
}
