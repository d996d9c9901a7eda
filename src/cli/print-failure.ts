import { EvalError, message } from '../core/index.ts'
import { translate } from '../i18n/index.ts'
import type { Terminal } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { printMessage } from './print-message.ts'

/** Prints an error. @returns its exit code */
export function printFailure(error: unknown, terminal: Terminal): number {
  const { stderr, language } = terminal
  if (!(error instanceof EvalError)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    stderr(`${translate(message('shinsa hit a bug of its own:'), language)}\n${stack}\n`)
    return 3
  }
  printMessage(message('error:'), error.sentence, terminal)
  if (error.hint !== undefined) printMessage(message('hint:'), error.hint, terminal)
  return exitCodes[error.code]
}
