import { describe, expect, it, onTestFinished } from 'vitest'
import { machine, startOAuthServer } from '../../../../../test/fixtures/mcp/oauth-server.ts'
import { type McpServer, toEnglish } from '../../../../core/index.ts'
import type { McpLogin } from '../../../../targets/mcp/mcp-options.ts'
import { openMcpServers } from './mcp-servers.ts'
import { permittedHosts } from './permitted-hosts.ts'

const { signal } = new AbortController()

describe('a login of the reviewer to an MCP server', () => {
  it('is made with the scopes that the case asks for, and again when its token is over', async () => {
    const server = await startOAuthServer()
    const { tools, warnings, secrets } = await opened({ url: server.url, oauthScopes: ['tools'] }, server.url, {
      ...machine,
      issuer: server.issuer,
      scopes: ['tools', 'admin'],
    })
    expect(warnings).toEqual([])
    const [find] = tools
    expect(await find?.use({ topic: 'lights' }, signal)).toContain('lights')
    await server.expire()
    expect(await find?.use({ topic: 'lights' }, signal)).toContain('lights')
    expect(server.grants).toEqual(['client_credentials', 'client_credentials'])
    // Whoever redacts knows of each token that was sent.
    expect([...new Set(server.tokens)].filter((token) => !secrets.includes(token))).toEqual([])
  })

  it('leaves the server out where it is refused, in words that hold no secret', async () => {
    const server = await startOAuthServer()
    const refused: readonly (readonly [McpServer, McpLogin | undefined, RegExp])[] = [
      [{ url: server.url }, undefined, /left out: .*(?:401|unauthorized)/i],
      [
        { url: server.url },
        { ...machine, clientSecret: 'wrong-secret-77' },
        /left out: .*(?:invalid_client|authentication failed)/i,
      ],
      [{ url: server.url, oauthScopes: ['admin'] }, { ...machine, scopes: ['tools'] }, /scope admin is none of those/],
      [{ url: server.url, oauthScopes: ['admin'] }, machine, /left out: .*401/],
      [{ url: server.url, oauthScopes: ['tools'] }, undefined, /has no login for it/],
    ]
    for (const [place, login, expected] of refused) {
      const { tools, warnings } = await opened(place, server.url, login)
      expect(tools).toEqual([])
      expect(warnings).toEqual([expect.stringMatching(expected)])
      expect(warnings.join()).not.toMatch(/secret-/)
    }
  })

  it('is not made at an authorization server that may not be asked', async () => {
    const server = await startOAuthServer()
    const { origin } = new URL(server.url)
    const { tools, warnings } = await opened({ url: server.url }, server.url, machine, [new URL(origin).host])
    expect(tools).toEqual([])
    expect(warnings).toEqual([expect.stringContaining(`does not allow ${new URL(server.issuer).host}`)])
    expect(server.grants).toEqual([])
  })
})

async function opened(
  server: McpServer,
  url: string,
  login: McpLogin | undefined,
  hosts: readonly string[] = ['127.0.0.1'],
) {
  const secrets: string[] = []
  const open = await openMcpServers(
    { rules: server },
    {
      mayStart: () => false,
      hosts: permittedHosts(hosts),
      version: '1',
      signal,
      logins: {
        of: login === undefined ? {} : { [new URL(url).origin]: login },
        onSecret: (secret) => void secrets.push(secret),
        warn: () => undefined,
      },
    },
  )
  onTestFinished(() => open.close())
  return { tools: open.tools, warnings: open.warnings.map(toEnglish), secrets }
}
