import { once } from 'node:events'
import http, { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, type Server, createServer as createNetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fetchWhole } from './fetch-whole.ts'

describe('fetchWhole', () => {
  it('sends what is given and reads status, headers and body', async () => {
    const url = await serve((request, response) => {
      const chunks: Buffer[] = []
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () =>
          response
            .writeHead(429, { 'retry-after': '7', 'set-cookie': ['a=1', 'b=2'] })
            .end(`${request.method} ${request.headers['x-key']} ${Buffer.concat(chunks).toString()}`),
        )
    })
    const response = await fetchWhole(url, { method: 'POST', headers: { 'X-Key': 'k' }, body: 'はい' })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.text()).toBe('POST k はい')
  })

  it('follows redirects, and has no body where there is none', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/there') response.writeHead(204).end()
      else response.writeHead(307, { location: '/there' }).end()
    })
    const response = await fetchWhole(url, { method: 'POST', body: '{}' })
    expect([response.status, response.url, response.body]).toEqual([204, `${url}there`, null])
  })

  it('fails as the global one does where nobody listens', async () => {
    const failure = await fetchWhole('http://127.0.0.1:1/').catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'TypeError', message: 'fetch failed', cause: { code: 'ECONNREFUSED' } })
  })

  it('tells an answer that breaks off from a server that cannot be reached', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy())
    })
    const response = await fetchWhole(url)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('asks again at once where the server had closed a connection that was used before', async () => {
    let asked = 0
    const url = await listen(
      createNetServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => {
          asked += 1
          socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')
        })
      }),
    )
    for (let question = 0; question < 20; question += 1) expect(await (await fetchWhole(url)).text()).toBe('hi')
    expect(asked).toBe(20)
  })

  it('asks no more where an answer that had begun breaks off', async () => {
    let asked = 0
    const url = await listen(
      createNetServer((socket) => {
        socket
          .on('error', () => undefined)
          .on('data', () => {
            asked += 1
            if (asked === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')
            else
              socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhi', () =>
                setTimeout(() => socket.resetAndDestroy(), 20),
              )
          })
      }),
    )
    expect(await (await fetchWhole(url)).text()).toBe('hi')
    await expect((await fetchWhole(url)).text()).rejects.toMatchObject({ code: 'ECONNRESET' })
    await sleep(50)
    expect(asked).toBe(2)
  })

  it.each([
    ['', 'ECONNRESET'],
    ['HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'closed without an answer'],
    ['HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n', 'status 999'],
  ])('fails where the server says %j', async (said, problem) => {
    const url = await listen(createNetServer((socket) => socket.on('error', () => undefined).end(said)))
    const failure: unknown = await fetchWhole(url).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
    expect(inspect(failure)).toContain(problem)
  })

  it('reads what is compressed unasked, up to 64 MiB', async () => {
    const url = await serve((request, response) => {
      const body = request.url === '/bomb' ? Buffer.alloc(2 ** 26 + 1) : Buffer.from('はい')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body))
    })
    expect(await (await fetchWhole(url)).text()).toBe('はい')
    await expect((await fetchWhole(`${url}bomb`)).text()).rejects.toThrow('larger than 67108864 bytes')
  })

  it.each([
    ['x-gzip', gzipSync('yes')],
    ['deflate', deflateSync('yes')],
    ['zstd', zstdCompressSync('yes')],
    ['gzip, br', brotliCompressSync(gzipSync('yes'))],
    ['gzip', Buffer.alloc(0)],
  ])('reads what is compressed by %s', async (encoding, body) => {
    const url = await serve((_, response) => response.writeHead(401, { 'content-encoding': encoding }).end(body))
    expect(await (await fetchWhole(url)).text()).toBe(body.length === 0 ? '' : 'yes')
  })

  it('reads at most 64 MiB', async () => {
    const piece = Buffer.alloc(2 ** 20)
    const url = await serve((_, response) => {
      const more = (left: number): unknown =>
        left === 0 ? response.end() : response.write(piece, () => more(left - 1))
      more(80)
    })
    await expect((await fetchWhole(url)).text()).rejects.toThrow('more than 67108864 bytes')
  })

  it('tunnels through a proxy', async () => {
    const asked: string[] = []
    const proxy = createServer().on('connect', (request, socket) => {
      asked.push(`${request.method} ${request.url}`)
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    })
    onTestFinished(http.setGlobalProxyFromEnv({ http_proxy: await listen(proxy) }))
    await expect(fetchWhole('http://models.example/')).rejects.toThrow('fetch failed')
    expect(asked).toEqual(['CONNECT models.example:80'])
  })

  it('stops with the reason of its signal, before and while it waits', async () => {
    const stopping = new AbortController()
    const url = await serve(() => stopping.abort(new Error('enough')))
    await expect(fetchWhole(url, { signal: stopping.signal })).rejects.toThrow('enough')
    await expect(fetchWhole(url, { signal: stopping.signal })).rejects.toThrow('enough')
  })
})

async function serve(listener: RequestListener): Promise<string> {
  return listen(createServer(listener))
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    if (server instanceof http.Server) server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return `http://127.0.0.1:${port}/`
}
