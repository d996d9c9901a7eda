import { oneLine } from '../workspace/visible-text.ts'
import type { Message } from '../core/index.ts'
import { translate } from '../i18n/index.ts'
import type { Terminal } from './command.ts'

/** One line on standard error. Names in it may come from any dataset, so nothing in it takes effect on the screen. */
export function printMessage(
  label: Message,
  sentence: Message,
  { stderr, language }: Pick<Terminal, 'stderr' | 'language'>,
) {
  stderr(`${translate(label, language)} ${oneLine(translate(sentence, language))}\n`)
}
