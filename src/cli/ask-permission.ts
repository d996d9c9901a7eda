import { type Message, EvalError, message } from '../core/index.ts'
import { translate } from '../i18n/index.ts'
import { askLine } from './ask-line.ts'
import type { Terminal } from './command.ts'

/**
 * Asks whether to continue.
 *
 * @throws {EvalError} `cancelled` when the answer is no, `usage` with the sentence `nobody` when standard input is no terminal
 */
export async function askPermission(
  { isInteractive, language, signal }: Terminal,
  nobody: { readonly sentence: Message; readonly hint: Message },
): Promise<void> {
  if (!isInteractive || process.stdin.isTTY !== true)
    throw new EvalError('usage', nobody.sentence, { hint: nobody.hint })
  const answer = await askLine(`${translate(message('Go on? [y/N]'), language)} `, signal)
  if (!/^\s*(y|yes|はい)\s*$/i.test(answer ?? '')) throw new EvalError('cancelled', message('not started'))
}
