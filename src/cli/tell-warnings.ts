import { message } from '../core/index.ts'
import type { PreparedRun } from '../config/prepare-run.ts'
import { translate } from '../i18n/index.ts'
import type { Terminal } from './command.ts'

/** Says what is not as somebody may think, once. */
export function tellWarnings({ warnings }: PreparedRun, { stderr, language }: Terminal): void {
  for (const warning of warnings.takeNew()) {
    stderr(`${translate(message('Warning: {sentence}', { sentence: translate(warning, language) }), language)}\n`)
  }
}
