import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toEnglish } from '../../../../core/index.ts'
import { openMcpServers } from './mcp-servers.ts'
import { HostRefused, permittedFetch } from './permitted-fetch.ts'
import { type PermittedHosts, permittedHosts } from './permitted-hosts.ts'

const { signal } = new AbortController()

/** What a name whose owner leads it into our network is to a list that has the name. */
const misled: PermittedHosts = { refusalOf: () => undefined, refusalAt: (_, address) => address }

describe('fetching from permitted hosts', () => {
  it('sends and reads what fetch does', async () => {
    const { url } = await serve()
    const fetch = permittedFetch(permittedHosts(['127.0.0.1']))
    const response = await fetch(url, { method: 'POST', headers: { 'x-a': 'b' }, body: '日本' })
    expect([response.status, response.headers.get('x-method'), await response.text()]).toEqual([200, 'POST', 'b 日本'])
    const moved = await fetch(`${url}moved`)
    expect([moved.status, moved.headers.get('location')]).toEqual([302, 'http://elsewhere.example/'])
    expect((await fetch(`${url}nothing`)).body).toBeNull()
    await expect(fetch(url, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('abort')
  })

  it('sends a form as one, as token endpoints want it', async () => {
    const { url, requests } = await serve()
    const fetch = permittedFetch(permittedHosts(['127.0.0.1']))
    const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'tools é' })
    const response = await fetch(url, { method: 'POST', headers: { 'x-a': 'form:' }, body: form })
    expect(await response.text()).toBe('form: grant_type=client_credentials&scope=tools+%C3%A9')
    await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: form })
    expect(requests.map(({ headers }) => headers['content-type'])).toEqual([
      'application/x-www-form-urlencoded;charset=UTF-8',
      'text/plain',
    ])
  })

  it('looks where a name leads when it connects', async () => {
    const { port, requests } = await serve()
    await expect(permittedFetch(misled)(`http://localhost:${port}/`)).rejects.toThrow(HostRefused)
    await expect(permittedFetch(permittedHosts(['localhost']))('http://127.0.0.1/')).rejects.toThrow(HostRefused)
    expect(requests).toEqual([])
    const options = { mayStart: () => false, hosts: misled, version: '1', signal }
    const { warnings } = await openMcpServers({ web: { url: `http://localhost:${port}/` } }, options)
    expect(warnings.map(toEnglish)).toEqual([
      expect.stringMatching(
        /^MCP server web is left out: `mcpHosts` in the config does not allow (?:127\.0\.0\.1|::1); to/,
      ),
    ])
    expect(requests).toEqual([])
  })
})

async function serve() {
  const requests: IncomingMessage[] = []
  const server = createServer(async (request, response) => {
    requests.push(request)
    const body = await text(request)
    if (request.url === '/moved') return void response.writeHead(302, { location: 'http://elsewhere.example/' }).end()
    if (request.url === '/nothing') return void response.writeHead(204).end()
    response.writeHead(200, { 'x-method': request.method ?? '' }).end(`${request.headers['x-a']} ${body}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return { url: `http://127.0.0.1:${port}/`, port, requests }
}
