import { jsonWithoutCommands } from '../workspace/workflow-commands.ts'
import { stringifyJson } from '../core/index.ts'
import type { Terminal } from './command.ts'

/** A value on standard output, indented, in which no build server finds a command. */
export function printJson(value: unknown, { stdout }: Pick<Terminal, 'stdout'>): void {
  stdout(`${jsonWithoutCommands(stringifyJson(value, 2))}\n`)
}
