import { message } from '../core/index.ts'
import { oneOfWords, path, share, text } from './kind.ts'
import { setting } from './setting.ts'

const reviewExperiments = ['accuracy', 'tool', 'comprehensive'] as const

export const reviewSettings = {
  experiment: setting(oneOfWords(reviewExperiments), ['command line', 'library'], {
    name: 'experiment',
    value: 'TYPE',
    help: message(
      'accuracy: verdicts and confidence, no judge; tool: also how tools were used; comprehensive: also explanations (comprehensive)',
    ),
  }),
  /** The folder of the documents (`fixtures` beside the suite). */
  fixtures: setting(path(), ['command line', 'library'], {
    name: 'fixtures-dir',
    value: 'FOLDER',
    help: message('where the documents lie (fixtures beside the suite)'),
  }),
  /** The model of the built-in document reviewer. */
  model: setting(text(), ['command line', 'library'], {
    name: 'model',
    value: 'MODEL',
    short: 'm',
    help: message('the model of the document reviewer that ships; without one it compares by rules, offline'),
  }),
  /** A file with other instructions for the built-in reviewer. */
  prompt: setting(path(), ['command line', 'library'], {
    name: 'prompt',
    value: 'FILE',
    help: message('other instructions for the document reviewer; see docs/reviews.md'),
  }),
  preset: setting(oneOfWords(['rapid-compat']), ['command line', 'library'], {
    name: 'preset',
    value: 'NAME',
    help: message('rapid-compat counts a confidence of 0.8 and more as high, not only above 0.85'),
  }),
  /** The share of violations that auto-approval may miss; its threshold is certified for it (0.05). */
  maxMissRate: setting(share(), ['command line', 'library'], {
    name: 'max-miss-rate',
    value: 'SHARE',
    help: message('the share of violations that auto-approval may miss, for the certified threshold (0.05)'),
  }),
  /** The share of approved documents that may be violations, certified separately (as `maxMissRate`). */
  maxApprovedErrors: setting(share(), ['command line', 'library'], {
    name: 'max-approved-errors',
    value: 'SHARE',
    help: message('the share of what is approved that may be violations, for its own certificate (as --max-miss-rate)'),
  }),
  /** The confidence level of a certificate (0.95). */
  certainty: setting(share(), ['command line', 'library'], {
    name: 'certainty',
    value: 'SHARE',
    help: message('how sure a certificate has to be (0.95)'),
  }),
} as const
