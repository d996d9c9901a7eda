import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { toEnglish, type McpServer } from '../../../../core/index.ts'
import { smallServer } from '../../../../../test/fixtures/mcp/small-tools.ts'
import { openMcpServers } from './mcp-servers.ts'
import { hostRule } from './host-rule.ts'
import { permittedHosts } from './permitted-hosts.ts'
import { ToolFailure } from './review-tool.ts'

const { signal } = new AbortController()
const small = {
  command: process.execPath,
  args: [fileURLToPath(new URL('../../../../../test/fixtures/mcp/small-server.ts', import.meta.url))],
}

beforeAll(() => void (process.env['SECRET_KEY'] = 'sk-1'))
afterAll(() => void delete process.env['SECRET_KEY'])

describe('MCP servers', () => {
  it('offer their tools, under the name of the server, and only what is not disabled', async () => {
    const { tools, warnings } = await open({
      rules: { ...small, env: { RULE: 'two of them' }, disabledTools: ['delete.all'] },
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
      'MCP server web is left out: connect',
    ])
  })

  it('are started only by commands that the config allows', async () => {
    const opened = await openMcpServers(
      { rules: small },
      { mayStart: () => false, hosts: permittedHosts([]), version: '1', signal },
    )
    expect(opened.tools).toEqual([])
    expect(opened.warnings.map(toEnglish)).toEqual([
      `MCP server rules is left out: \`mcpCommands\` in the config does not allow ${process.execPath}`,
    ])
  })

  it('are not started with what would make another program of an allowed command', async () => {
    const variables = { PATH: './evil', NODE_OPTIONS: '--import=data:text/javascript,', Ld_Preload: './e.so' }
    for (const [name, value] of Object.entries(variables)) {
      const { tools, warnings } = await open({ rules: { ...small, env: { [name]: value } } })
      expect(tools).toEqual([])
      expect(warnings.map(toEnglish)).toEqual([
        `MCP server rules is left out: its ${name} could make another program of the one that is allowed`,
      ])
    }
  })

  it('are asked on hosts only that the config names', async () => {
    const { url, requests } = await serve(sessionOf(smallServer()))
    const { port } = new URL(url)
    const { tools, warnings } = await open(
      {
        plain: { url },
        number: { url: `http://2130706433:${port}/mcp` },
        mapped: { url: `http://[::ffff:127.0.0.1]:${port}/mcp` },
        name: { url: `http://LOCALHOST.:${port}/mcp` },
        below: { url: `http://a.localhost:${port}/mcp` },
        cloud: { url: 'http://169.254.169.254/latest/meta-data/' },
        web: { url: 'https://mcp.example.com/' },
        file: { url: 'file:///etc/passwd' },
        login: { url: `http://mcp.example.org@127.0.0.1:${port}/mcp` },
        none: { url: 'mcp.example.org' },
      },
      ['mcp.example.org', '*.localhost', '*.0.0.1', '127.0.0.1:1'].filter((entry) => hostRule(entry)),
    )
    expect({ tools, requests }).toEqual({ tools: [], requests: [] })
    expect(warnings.map((one) => toEnglish(one).replaceAll(port, 'PORT'))).toMatchInlineSnapshot(`
      [
        "MCP server plain is left out: \`mcpHosts\` in the config does not allow 127.0.0.1:PORT; to allow it, write mcpHosts: ['127.0.0.1:PORT'] in shinsa.config.ts",
        "MCP server number is left out: \`mcpHosts\` in the config does not allow 127.0.0.1:PORT; to allow it, write mcpHosts: ['127.0.0.1:PORT'] in shinsa.config.ts",
        "MCP server mapped is left out: \`mcpHosts\` in the config does not allow [::ffff:7f00:1]:PORT; to allow it, write mcpHosts: ['[::ffff:7f00:1]:PORT'] in shinsa.config.ts",
        "MCP server name is left out: \`mcpHosts\` in the config does not allow localhost:PORT; to allow it, write mcpHosts: ['localhost:PORT'] in shinsa.config.ts",
        "MCP server below is left out: \`mcpHosts\` in the config does not allow a.localhost:PORT; to allow it, write mcpHosts: ['a.localhost:PORT'] in shinsa.config.ts",
        "MCP server cloud is left out: \`mcpHosts\` in the config does not allow 169.254.169.254; to allow it, write mcpHosts: ['169.254.169.254'] in shinsa.config.ts",
        "MCP server web is left out: \`mcpHosts\` in the config does not allow mcp.example.com; to allow it, write mcpHosts: ['mcp.example.com'] in shinsa.config.ts",
        "MCP server file is left out: its url is no address of http or https",
        "MCP server login is left out: its url holds a user name or password; send them in headers",
        "MCP server none is left out: its url is none",
      ]
    `)
  })

  it('are found at a name that stands for this machine only if that name is in the config', async () => {
    const { url, requests } = await serve(sessionOf(smallServer()))
    const byName = url.replace('127.0.0.1', 'localhost')
    expect((await open({ web: { url: byName } }, ['127.0.0.1'])).tools).toEqual([])
    expect(requests).toEqual([])
    expect((await open({ web: { url: byName } }, ['LocalHost'])).tools).not.toEqual([])
  })

  it('lead nowhere else by a redirect', async () => {
    const { url, requests } = await serve(sessionOf(smallServer()))
    const { url: first } = await serve(async (request) =>
      request.url.endsWith('/mcp')
        ? new Response(null, { status: 307, headers: { location: url.replace('127.0.0.1', 'localhost') } })
        : new Response(null, { status: 404 }),
    )
    const { url: second } = await serve(async () => new Response(null, { status: 308, headers: { location: url } }))
    const { tools, warnings } = await open({ other: { url: first }, port: { url: second } }, ['127.0.0.1', 'localhost'])
    expect({ tools, requests }).toEqual({ tools: [], requests: [] })
    expect(warnings.map((one) => toEnglish(one).replaceAll(/:\d+/g, ':PORT'))).toMatchInlineSnapshot(`
      [
        "MCP server other is left out: HTTP 307: Error POSTing to endpoint: Redirect to http://localhost:PORT/mcp not followed; use that URL as the endpoint if it is the intended server (redirectPolicy: 'same-origin')",
        "MCP server port is left out: HTTP 308: Error POSTing to endpoint: Redirect to http://127.0.0.1:PORT/mcp not followed; use that URL as the endpoint if it is the intended server (redirectPolicy: 'same-origin')",
      ]
    `)
  })

  it('are found where they were moved on the same host', async () => {
    const session = sessionOf(smallServer())
    const { url } = await serve(async (request) =>
      request.url.endsWith('/')
        ? session(request)
        : new Response(null, { status: 307, headers: { location: '/mcp/' } }),
    )
    expect((await open({ web: { url } })).tools).not.toEqual([])
  })

  it('answer over HTTP in one session, with the headers of the case at every request', async () => {
    const { url, requests } = await serve(sessionOf(smallServer()))
    const { tools, warnings } = await open({ web: { url, headers: { 'x-team': 'fire' }, disabledTools: ['break'] } })
    expect(warnings).toEqual([])
    expect(tools.map(({ name }) => name)).toEqual(['web__find_rule', 'web__delete_all'])
    expect(await tools[0]?.use({ topic: 'lights' }, signal)).toBe('lights: no rule; key sk-1')
    await expect(tools[0]?.use({ topic: 7 }, signal)).rejects.toThrow(/topic/)
    expect(new Set(requests.map(({ headers }) => headers['x-team']))).toEqual(new Set(['fire']))
    expect(new Set(requests.slice(1).map(({ headers }) => headers['mcp-session-id']))).toEqual(new Set(['session-1']))
  })

  it('are let in over HTTP by the header that a case gives, and left out with a warning without it', async () => {
    const session = sessionOf(smallServer())
    const { url } = await serve(async (request) =>
      request.headers.get('authorization') === 'Bearer t' ? session(request) : new Response(null, { status: 403 }),
    )
    const { tools, warnings } = await open({
      known: { url, headers: { authorization: 'Bearer t' } },
      stranger: { url },
    })
    expect(tools.map(({ name }) => name)).toContain('known__find_rule')
    expect(tools.map(({ name }) => name)).not.toContain('stranger__find_rule')
    expect(warnings.map(toEnglish)).toEqual([expect.stringMatching(/^MCP server stranger is left out: HTTP 403: /)])
  })

  it('are left out over HTTP when they do not answer within their time', async () => {
    const { url } = await serve(() => new Promise(() => undefined))
    const { tools, warnings } = await open({ silent: { url, timeout: 0.3 } })
    expect(tools).toEqual([])
    expect(warnings.map(toEnglish)).toEqual(['MCP server silent is left out: Request timed out'])
  })

  it('fail in one call over HTTP, and not in the review, when a tool takes longer than their time', async () => {
    const server = smallServer()
    server.registerTool('wait', { inputSchema: z.object({}) }, () => new Promise(() => undefined))
    const { url } = await serve(sessionOf(server))
    const { tools } = await open({ web: { url, timeout: 3 } })
    const wait = tools.find(({ name }) => name === 'web__wait')
    await expect(wait?.use({}, signal)).rejects.toThrow(new ToolFailure('Request timed out'))
    expect(await tools[0]?.use({ topic: 'lights' }, signal)).toContain('lights')
  })
})

/** One session of a server, as it runs behind a URL. */
function sessionOf(server: ReturnType<typeof smallServer>): (request: Request) => Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'session-1' })
  const connected = server.connect(transport)
  onTestFinished(() => server.close())
  return async (request) => {
    await connected
    return transport.handleRequest(request)
  }
}

/** A real HTTP server, and the requests that it got. */
async function serve(answer: (request: Request) => Promise<Response>) {
  const requests: IncomingMessage[] = []
  const server = createServer(async (incoming, outgoing) => {
    requests.push(incoming)
    const { method = 'GET', url = '/', headers } = incoming
    const body = method === 'POST' ? await text(incoming) : null
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    const response = await answer(new Request(new URL(url, 'http://127.0.0.1'), { method, headers: given, body }))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.flushHeaders()
    for await (const piece of response.body ?? []) outgoing.write(piece)
    outgoing.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return { url: `http://127.0.0.1:${port}/mcp`, requests }
}

async function open(servers: Readonly<Record<string, McpServer>>, hosts: readonly string[] = ['127.0.0.1']) {
  const options = { mayStart: () => true, hosts: permittedHosts(hosts), version: '1', signal }
  const opened = await openMcpServers(servers, options)
  onTestFinished(() => opened.close())
  return opened
}
