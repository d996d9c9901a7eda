import { message } from '../core/index.ts'
import type { PreparedRun } from '../config/prepare-run.ts'
import { translate } from '../i18n/index.ts'
import type { Terminal } from './command.ts'

/** Says what is not as somebody may think, once. */
export function tellWarnings({ warnings }: PreparedRun, { stderr, language }: Terminal): void {
  for (const { sentence, hint } of warnings.takeNew()) {
    stderr(`${translate(message('warning:'), language)} ${translate(sentence, language)}\n`)
    if (hint !== undefined) stderr(`${translate(message('hint:'), language)} ${translate(hint, language)}\n`)
  }
}
