import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '../../core/index.ts'
import { packageFolder } from '../../files/index.ts'
import { version } from '../../compose/version.ts'
import { commandStarter } from '../../mcp/background-commands.ts'
import { serveMcp } from '../../mcp/serve-mcp.ts'
import { defineCommand } from '../command.ts'

export const mcp = defineCommand({
  name: 'mcp',
  summary: message(
    'a server of tools for a coding agent: run, read failures, compare (MCP, standard input and output)',
  ),
  operands: '',
  mostOperands: 0,
  details: [
    message(
      'A coding agent starts it: {"command": "npx", "args": ["shinsa", "mcp"]}. It may do what the command line may do.',
    ),
  ],
  examples: ['shinsa mcp'],
  options: {},
  async run(_operands, _flags, terminal) {
    const { cwd, environment } = terminal
    // A run that goes on may cost money, and without the client nobody asks about it any more. It can be resumed.
    const ended = new AbortController()
    const signal = AbortSignal.any([terminal.signal, ended.signal])
    const program = [process.execPath, ...process.execArgv, process.argv[1] ?? '']
    const served = serveMcp({
      input: process.stdin,
      write: terminal.stdoutAsIs,
      version: version(),
      start: commandStarter({ program, cwd, environment, signal }),
      page: async (name) => readFile(join(packageFolder, 'docs', `${name}.md`), 'utf8').catch(() => undefined),
    })
    await served.finally(() => ended.abort())
    return 0
  },
})
