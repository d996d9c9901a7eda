import { fileURLToPath } from 'node:url'
import { message } from '../core/index.ts'
import { thrownStack } from '../core/basics/thrown-stack.ts'
import type { Terminal } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { printMessage } from './print-message.ts'

/**
 * Agents run in this process and may end it, or leave it nothing to wait for. Node.js alone would call that a success.
 *
 * @returns what is called when the command is done
 */
export function watchForEnd(terminal: Omit<Terminal, 'commands'>): () => void {
  const { exit } = process
  let endedAt: Error | undefined
  process.exit = (code) => {
    endedAt = new Error('ended')
    return exit(code)
  }
  const report = (code: number) => {
    // Whoever presses Ctrl-C twice knows; what nobody caught has been said.
    if (terminal.signal.aborted || (endedAt === undefined && code === 1)) return
    printMessage(message('error:'), reasonOf(endedAt, terminal.cwd), terminal)
    printMessage(message('hint:'), hint, terminal)
    process.exitCode = exitCodes.target
  }
  process.once('exit', report)
  return () => {
    process.off('exit', report)
    process.exit = exit
  }
}

const own = fileURLToPath(new URL('..', import.meta.resolve('shinsa')))
const hint = message(
  'What a file does when it is run as a program belongs behind a condition: if (import.meta.main) { … }',
)

function reasonOf(endedAt: Error | undefined, root: string) {
  if (endedAt === undefined) return message('the command was not done when nothing was left to wait for')
  const place = thrownStack(endedAt, { own, root })?.split('\n')[0] ?? ''
  return message('process.exit was called before the command was done: {place}', { place })
}
