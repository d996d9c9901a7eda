import { jsonWithoutCommands } from '../workspace/workflow-commands.ts'
import { stringifyJson } from '../core/index.ts'
import type { Terminal } from './command.ts'

/** Prints indented JSON on standard output, with commands to a build server escaped. */
export function printJson(value: unknown, { stdout }: Pick<Terminal, 'stdout'>): void {
  stdout(`${jsonWithoutCommands(stringifyJson(value, 2))}\n`)
}
