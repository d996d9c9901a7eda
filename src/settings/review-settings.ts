import { message } from '../core/index.ts'
import { oneOfWords, path, share, text } from './kind.ts'
import { setting, typed } from './setting.ts'

const reviewExperiments = ['accuracy', 'tool', 'comprehensive'] as const

export const reviewSettings = {
  experiment: setting(oneOfWords(reviewExperiments), typed, {
    value: 'TYPE',
    help: message(
      'accuracy: verdicts and confidence, no judge; tool: also how tools were used; comprehensive: also explanations (comprehensive)',
    ),
  }),
  /** The folder of the documents (`fixtures` beside the suite). */
  fixtures: setting(path(), typed, {
    name: 'fixtures-dir',
    value: 'FOLDER',
    help: message('where the documents lie (fixtures beside the suite)'),
  }),
  /** The model of the built-in document reviewer. */
  model: setting(text(), typed, {
    value: 'MODEL',
    short: 'm',
    help: message('the model of the document reviewer that ships; without one it compares by rules, offline'),
  }),
  /** A file with other instructions for the built-in reviewer. */
  prompt: setting(path(), typed, {
    value: 'FILE',
    help: message('other instructions for the document reviewer; see docs/reviews.md'),
  }),
  preset: setting(oneOfWords(['rapid-compat']), typed, {
    value: 'NAME',
    help: message('rapid-compat counts a confidence of 0.8 and more as high, not only above 0.85'),
  }),
  /** The share of violations that auto-approval may miss; its threshold is certified for it (0.05). */
  maxMissRate: setting(share(), typed, {
    value: 'SHARE',
    help: message('the share of violations that auto-approval may miss, for the certified threshold (0.05)'),
  }),
  /** The share of approved documents that may be violations, certified separately (as `maxMissRate`). */
  maxApprovedErrors: setting(share(), typed, {
    value: 'SHARE',
    help: message('the share of what is approved that may be violations, for its own certificate (as --max-miss-rate)'),
  }),
  /** The confidence level of a certificate (0.95). */
  certainty: setting(share(), typed, { value: 'SHARE', help: message('how sure a certificate has to be (0.95)') }),
} as const
