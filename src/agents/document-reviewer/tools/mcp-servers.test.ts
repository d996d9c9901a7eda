import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { toEnglish } from '../../../core/index.ts'
import type { McpServer } from '../../../core/index.ts'
import { openMcpServers } from './mcp-servers.ts'

const { signal } = new AbortController()
const small = {
  command: process.execPath,
  args: [fileURLToPath(new URL('../../../../test/fixtures/mcp/small-server.ts', import.meta.url))],
}

beforeAll(() => void (process.env['SECRET_KEY'] = 'sk-1'))
afterAll(() => void delete process.env['SECRET_KEY'])

describe('MCP servers', () => {
  it('offer their tools, under the name of the server, and only what is not disabled', async () => {
    const { tools, warnings } = await open({
      rules: { ...small, env: { RULE: 'two of them' }, disabledTools: ['delete all'] },
      more: small,
      off: { ...small, disabled: true },
    })
    expect(warnings).toEqual([])
    expect(tools.map(({ name }) => name)).toEqual([
      'rules__find_rule',
      'rules__break',
      'more__find_rule',
      'more__break',
      'more__delete_all',
    ])
    expect(tools[0]).toMatchObject({ description: 'Finds a rule.', parameters: { required: ['topic'] } })
    // Our own environment, where keys stand, is not theirs.
    expect(await tools[0]?.use({ topic: 'lights' }, signal)).toBe('lights: two of them; key unknown')
    await expect(tools[1]?.use({}, signal)).rejects.toThrow('it broke')
    await expect(tools[0]?.use({ topic: 7 }, signal)).rejects.toThrow(/topic/)
  })

  it('are left out with a warning when they do not start, and the others stay', async () => {
    const { tools, warnings } = await open({
      gone: { command: '/nowhere/at-all' },
      mute: { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], timeout: 0.5 },
      web: { url: 'http://127.0.0.1:1/mcp' },
      rules: small,
    })
    expect(tools.map(({ name }) => name)).toContain('rules__find_rule')
    expect(warnings.map((warning) => toEnglish(warning).slice(0, 35))).toEqual([
      'MCP server gone is left out: spawn ',
      'MCP server mute is left out: Reques',
      'MCP server web is left out: fetch f',
    ])
  })

  it('are started only by commands that the config allows', async () => {
    const opened = await openMcpServers({ rules: small }, { mayStart: () => false, version: '1', signal })
    expect(opened.tools).toEqual([])
    expect(opened.warnings.map(toEnglish)).toEqual([
      `MCP server rules is left out: \`mcpCommands\` in the config does not allow ${process.execPath}`,
    ])
  })

  it('get the headers that a case gives', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(500).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
    await open({ web: { url: `http://127.0.0.1:${port}/mcp`, headers: { authorization: 'Bearer t' } } })
    expect(seen[0]).toBe('Bearer t')
  })
})

async function open(servers: Readonly<Record<string, McpServer>>) {
  const opened = await openMcpServers(servers, { mayStart: () => true, version: '1', signal })
  onTestFinished(() => opened.close())
  return opened
}
