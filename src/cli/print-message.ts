import { oneLine } from '../workspace/visible-text.ts'
import { type Message, message } from '../core/index.ts'
import { translate } from '../i18n/index.ts'
import type { Terminal } from './command.ts'
import type { PreparedRun } from '../compose/prepared-run.ts'

/** Prints a sentence on standard error, or with `write`. */
export function sayLine(
  sentence: Message,
  { stderr, language }: Pick<Terminal, 'stderr' | 'language'>,
  write = stderr,
): void {
  write(`${translate(sentence, language)}\n`)
}

/** Prints a sentence on standard output. */
export function printLine(sentence: Message, { stdout, language }: Pick<Terminal, 'stdout' | 'language'>): void {
  stdout(`${translate(sentence, language)}\n`)
}

/** Prints one line on standard error. Control characters are removed, since names in it may come from any dataset. */
export function printMessage(
  label: Message,
  sentence: Message,
  { stderr, language }: Pick<Terminal, 'stderr' | 'language'>,
) {
  stderr(`${translate(label, language)} ${oneLine(translate(sentence, language))}\n`)
}

export function printWarnings({ warnings }: PreparedRun, terminal: Terminal): void {
  for (const { sentence, hint } of warnings.takeNew()) {
    printMessage(message('warning:'), sentence, terminal)
    if (hint !== undefined) printMessage(message('hint:'), hint, terminal)
  }
}
