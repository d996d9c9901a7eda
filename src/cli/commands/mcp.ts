import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EvalError, message } from '../../core/index.ts'
import { packageFolder } from '../../files/index.ts'
import { version } from '../../compose/version.ts'
import { commandStarter } from '../../mcp/background-commands.ts'
import type { RpcMethods } from '../../mcp/json-rpc.ts'
import { serveMcpOverHttp } from '../../mcp/serve-http.ts'
import { mcpMethods, serveMcp } from '../../mcp/serve-mcp.ts'
import { defineCommand, wholeNumberFrom, type Terminal } from '../command.ts'

export const mcp = defineCommand({
  name: 'mcp',
  summary: message('a server of tools for a coding agent: run, read failures, compare (MCP)'),
  operands: '',
  mostOperands: 0,
  details: [
    message(
      'A coding agent starts it: {"command": "npx", "args": ["shinsa", "mcp"]}. It may do what the command line may do.',
    ),
    message(
      '--http serves it on this machine at /mcp, for clients with the token that is printed, or that of SHINSA_TOKEN.',
    ),
  ],
  examples: ['shinsa mcp', 'shinsa mcp --http 4518'],
  options: {
    http: { value: 'PORT', summary: message('over HTTP, at a port of this machine; 0 takes any that is free') },
  },
  async run(_operands, flags, terminal) {
    const { cwd, environment } = terminal
    // A run may cost money, and without the client nobody would ask about it; it can be resumed.
    const ended = new AbortController()
    const signal = AbortSignal.any([terminal.signal, ended.signal])
    const program = [process.execPath, ...process.execArgv, process.argv[1] ?? '']
    const options = {
      version: version(),
      start: commandStarter({ program, cwd, environment, signal }),
      page: async (name: string) => readFile(join(packageFolder, 'docs', `${name}.md`), 'utf8').catch(() => undefined),
    }
    const port = wholeNumberFrom('http', flags.http, { min: 0, max: 65_535 })
    const served =
      port === undefined
        ? serveMcp({ ...options, input: process.stdin, write: terminal.stdoutAsIs })
        : serveOverHttp(mcpMethods(options), port, terminal)
    await served.finally(() => ended.abort())
    return 0
  },
})

async function serveOverHttp(methods: RpcMethods, port: number, terminal: Terminal): Promise<void> {
  const given = terminal.environment['SHINSA_TOKEN']
  const token = given === undefined || given === '' ? randomBytes(32).toString('base64url') : given
  const serving = serveMcpOverHttp({ methods, port, token, signal: terminal.signal })
  const { url, closed } = await serving.catch((cause: unknown) => {
    throw notListening(cause, port)
  })
  terminal.stdout(`${url}\n`)
  if (token !== given) terminal.stdout(`Authorization: Bearer ${token}\n`)
  await closed
}

function notListening(cause: unknown, port: number): unknown {
  const { code } = cause as NodeJS.ErrnoException
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return cause
  return new EvalError('usage', message('port {port} cannot be listened on: {code}', { port, code }), {
    hint: message('Name another one with --http, or 0 for any that is free.'),
    cause,
  })
}
