import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { logIn, machine, startOAuthServer } from '../../../test/fixtures/mcp/oauth-server.ts'
import { connectMcp, mcpProblem } from './mcp-connection.ts'
import { mcpOAuth } from './oauth-provider.ts'
import type { McpLogin } from './mcp-options.ts'

const { signal } = new AbortController()

describe('a login to an MCP server', () => {
  it('is made without a person, and made again when its token is over', async () => {
    const server = await startOAuthServer()
    const { connection, secrets } = await connected(server.url, {
      ...machine,
      issuer: server.issuer,
      scopes: ['tools'],
    })
    expect(await connection.call('find_rule', { topic: 'lights' }, signal)).toContain('lights')
    expect(server.grants).toEqual(['client_credentials'])
    await server.expire()
    expect(await connection.call('find_rule', { topic: 'lights' }, signal)).toContain('lights')
    expect(server.grants).toEqual(['client_credentials', 'client_credentials'])
    // Whoever redacts knows of each token before it is sent.
    expect([...new Set(server.tokens)].filter((token) => !secrets.includes(token))).toEqual([])
    expect(secrets).toContain(machine.clientSecret)
  })

  it('is made by a person in a browser once, and refreshed without one', async () => {
    const server = await startOAuthServer()
    const { connection, secrets, opened, logins } = await connected(server.url, {
      flow: 'authorization-code',
      clientId: 'person',
      scopes: ['tools'],
    })
    expect(await connection.call('find_rule', { topic: 'lights' }, signal)).toContain('lights')
    await server.expire()
    expect(await connection.call('find_rule', { topic: 'lights' }, signal)).toContain('lights')
    expect(server.grants).toEqual(['authorization_code', 'refresh_token'])
    expect(opened).toHaveLength(1)
    await server.revoke()
    const refused = await connection.call('find_rule', { topic: 'lights' }, signal).catch(mcpProblem)
    expect(refused).toMatch(/unauthorized|401/i)
    expect(secrets.filter((secret) => refused.includes(secret))).toEqual([])
    // A browser is asked anew; what it brings comes too late for this call.
    await Promise.all(logins)
    expect([...new Set(server.tokens)].filter((token) => !secrets.includes(token))).toEqual([])
  })

  it('is refused in words that hold no secret', async () => {
    const server = await startOAuthServer()
    const refusals: readonly (readonly [McpLogin, RegExp])[] = [
      [{ ...machine, clientSecret: 'wrong-secret-77' }, /invalid_client|authentication failed/i],
      [{ ...machine, scopes: ['admin'] }, /401/],
      [{ ...machine, issuer: 'https://elsewhere.example' }, /elsewhere|issuer/i],
    ]
    for (const [login, expected] of refusals) {
      const problem = await connected(server.url, login).then(() => 'let in', mcpProblem)
      expect(problem).toMatch(expected)
      expect(problem).not.toMatch(/secret-/)
    }
    // The one with another scope had a token, which opened nothing.
    expect(server.grants).toEqual(['client_credentials'])
  })
})

it('hides a secret that the authorization server repeats, before its client prints it', async () => {
  const printed = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  const place = 'http://127.0.0.1:9'
  const metadata = {
    issuer: place,
    token_endpoint: `${place}/token`,
    authorization_endpoint: place,
    response_types_supported: ['code'],
  }
  const refused = { error: 'invalid_client', error_description: `${machine.clientSecret} is revoked` }
  const answers: Readonly<Record<string, Response>> = {
    '/.well-known/oauth-authorization-server': Response.json(metadata),
    '/token': Response.json(refused, { status: 401 }),
    '/mcp': new Response(null, { status: 401 }),
  }
  const oauth = await mcpOAuth(
    { ...machine, issuer: place },
    { onSecret: () => undefined, openBrowser: () => undefined },
  )
  const problem = await connectMcp(
    { url: `${place}/mcp` },
    {
      version: '1',
      timeoutMs: 10_000,
      signal,
      login: oauth,
      fetch: async (url) => answers[new URL(url).pathname]?.clone() ?? new Response(null, { status: 404 }),
    },
  ).catch(mcpProblem)
  expect(problem).toBe('[secret] is revoked')
  expect(printed.mock.calls.flat().join('\n')).toContain('[secret] is revoked')
  expect(printed.mock.calls.flat().join('\n')).not.toContain(machine.clientSecret)
})

async function connected(url: string, login: McpLogin) {
  const secrets: string[] = []
  const opened: URL[] = []
  const logins: Promise<number>[] = []
  const oauth = await mcpOAuth(login, {
    onSecret: (secret) => void secrets.push(secret),
    openBrowser(address) {
      opened.push(address)
      logins.push(logIn(address))
    },
  })
  onTestFinished(() => oauth.close())
  const connection = await connectMcp({ url }, { version: '1', timeoutMs: 10_000, signal, login: oauth })
  onTestFinished(() => connection.close())
  return { connection, secrets, opened, logins }
}
