import { connect } from 'node:net'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import { type CaseResult, type RunEvent, type RunStore, parseJson } from '../core/index.ts'
import { openSqliteStore } from '../stores/index.ts'
import type { Capabilities } from './capabilities.ts'
import { ServerNews, type RunNews } from './api/runs.ts'
import { serve } from './serve.ts'

let folder: string
let store: RunStore
let stopping: AbortController
let reported: unknown[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shinsa-server-'))
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html><title>the page</title>')
  writeFileSync(join(folder, 'page', 'assets', 'main.js'), 'export {}')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  store = openSqliteStore(join(folder, 'runs.db'))
  stopping = new AbortController()
  reported = []
})

afterEach(async () => {
  stopping.abort()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(
  host = '127.0.0.1',
  isAlive = (processId: number) => processId === process.pid,
  more: Partial<Capabilities> = {},
  proxied: Pick<Parameters<typeof serve>[0], 'token' | 'front'> = {},
) {
  return serve({
    host,
    port: 0,
    ...proxied,
    store,
    page: join(folder, 'page'),
    stopping: stopping.signal,
    capabilities: { version: '1.2.3', project: 'tea', isAlive, ...more },
    report: (error) => reported.push(error),
  })
}

/** The status line of a request that is sent byte by byte as it stands here: clients tidy up what attackers do not. */
async function statusOf(url: string, request: readonly string[]): Promise<number> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`${request.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  let said = ''
  for await (const piece of socket.setEncoding('utf8')) said += String(piece)
  expect(said).not.toContain('secret')
  return Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1])
}

const runEnd: RunEvent = {
  type: 'run-end',
  status: 'finished',
  durationMs: 1,
  summary: {
    results: { total: 1, passed: 0, failed: 1, error: 0, notEvaluated: 0 },
    unfinished: 0,
    passRate: null,
    metrics: [],
    sets: {},
    cost: { toolCalls: 0 },
    gate: { passed: true, rules: [], reasons: [] },
    notes: [],
  },
}

describe('who is refused', () => {
  it('calls the server by a name that is not its own', async () => {
    const { url } = await start()
    const { port } = new URL(url)
    const asked = (host: string) => statusOf(url, ['GET /api/runs HTTP/1.1', `Host: ${host}`])
    expect(await asked(`127.0.0.1:${port}`)).toBe(200)
    expect(await asked(`localhost:${port}`)).toBe(200)
    for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`, 'localhost:1', '']) {
      expect([host, await asked(host)]).toEqual([host, host === '' ? 400 : 403])
    }
  })

  it('asks from the page of another site', async () => {
    const { url } = await start()
    const own = new URL(url).origin
    const asked = async (headers: Record<string, string>) => (await fetch(`${url}api/runs`, { headers })).status
    expect(await asked({ origin: own })).toBe(200)
    for (const origin of ['http://evil.example', 'null', own.replace('http:', 'https:'), `${own}0`]) {
      expect([origin, await asked({ origin })]).toEqual([origin, 403])
    }
    const { port } = new URL(url)
    const bySite = (site: string) =>
      statusOf(url, ['GET /api/runs HTTP/1.1', `Host: 127.0.0.1:${port}`, `Sec-Fetch-Site: ${site}`])
    expect(await bySite('cross-site')).toBe(403)
    expect(await bySite('same-site')).toBe(403)
    expect(await bySite('same-origin')).toBe(200)
  })

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '//etc/passwd',
    '/api/runs/%2Fetc%2Fpasswd',
    '/api/runs/..%5csecret.txt',
    '/api/runs/%00',
    'http://evil.example/api/runs',
  ])('names a path: %s', async (path) => {
    const { url } = await start()
    expect(await statusOf(url, [`GET ${path} HTTP/1.1`, `Host: ${new URL(url).host}`])).toBe(403)
  })

  it.each([
    ['/assets/%252e%252e/%252e%252e/secret.txt', 404],
    ['/assets/..;/secret.txt', 403],
    ['/assets/%2E%2E%2Fsecret.txt', 403],
    ['/assets/.%2e/secret.txt', 403],
    ['/assets/%c0%ae%c0%ae/secret.txt', 404],
    ['/assets/%u002e%u002e/secret.txt', 404],
    ['/assets/file:///secret.txt', 403],
    ['/api/runs/%252e%252e', 400],
    ['/api/runs/C:secret.txt', 400],
    ['/api/runs/~', 400],
    ['/api/runs/run-1/export?format=../secret.txt', 404],
  ])('names a path in disguise: %s', async (path, status) => {
    const { url } = await start()
    expect(await statusOf(url, [`GET ${path} HTTP/1.1`, `Host: ${new URL(url).host}`])).toBe(status)
  })

  it('writes from the page of another site, or as a form of one', async () => {
    const { url } = await start()
    const { host } = new URL(url)
    const sent = (headers: readonly string[]) =>
      statusOf(url, ['POST /api/runs HTTP/1.1', `Host: ${host}`, 'Content-Length: 2', ...headers, '', '{}'])
    expect(await sent(['Content-Type: application/json', 'Origin: http://evil.example'])).toBe(403)
    expect(await sent(['Content-Type: application/json', 'Origin: null'])).toBe(403)
    expect(await sent(['Content-Type: text/plain', 'Sec-Fetch-Site: cross-site'])).toBe(403)
  })

  it('names a path with backslashes, which the HTTP layer refuses before us', async () => {
    const { url } = await start()
    expect(await statusOf(url, ['GET /..\\secret.txt HTTP/1.1', `Host: ${new URL(url).host}`])).toBe(400)
  })

  it('sends something else than a route takes', async () => {
    const { url } = await start()
    const refusal = async (path: string) => {
      const response = await fetch(`${url}${path}`)
      return `${response.status} ${await response.text()}`
    }
    expect(await refusal('api/nothing')).toMatchInlineSnapshot(
      `"404 {"code":"usage","sentence":{"text":"there is no such address"}}"`,
    )
    expect(await refusal('api/runs/none')).toMatchInlineSnapshot(
      `"404 {"code":"usage","sentence":{"text":"there is no run {run}","values":{"run":"\\"none\\""}}}"`,
    )
    expect(await refusal('api/runs/.hidden')).toMatchInlineSnapshot(
      `"400 {"code":"usage","sentence":{"text":"this address is damaged ({place})","values":{"place":"runId"}},"hint":{"text":"Open the page again from its list."}}"`,
    )
    expect(await refusal('api/compare?first=a')).toMatchInlineSnapshot(
      `"400 {"code":"usage","sentence":{"text":"{place}: {problem}","values":{"place":"query.second","problem":"Invalid input: expected string, received undefined"}}}"`,
    )
    expect(await refusal('api/runs/none/cases?from=-1')).toMatchInlineSnapshot(
      `"400 {"code":"usage","sentence":{"text":"{place}: {problem}","values":{"place":"query.from","problem":"Too small: expected number to be >=0"}}}"`,
    )
  })
})

describe('a server that others can reach', () => {
  it('lets nobody in without its token', async () => {
    const { url, door } = await start('0.0.0.0')
    const own = url.replace('0.0.0.0', '127.0.0.1')
    const asked = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`${own}${path}`, { headers, redirect: 'manual' })).status
    expect(door?.token).toMatch(/^[\w-]{43}$/)
    expect(await asked('api/runs')).toBe(401)
    expect(await asked('')).toBe(401)
    expect(await asked('assets/main.js')).toBe(401)
    expect(await asked('api/news?run=run-1')).toBe(401)
    expect(await asked('api/runs/run-1/export?format=html')).toBe(401)
    expect(await asked('api/nothing')).toBe(401)
    expect(await asked('api/runs', { authorization: `Bearer ${door?.token.slice(0, -1)}` })).toBe(401)
    expect(await asked('api/runs', { authorization: `Basic ${door?.token}` })).toBe(401)
    expect(await asked(`api/runs?token=${door?.token}`)).toBe(401)
    expect(await asked('api/runs', { authorization: `Bearer ${door?.token}`, origin: 'http://evil.example' })).toBe(403)
    expect(await asked('api/runs', { authorization: 'Bearer wrong' })).toBe(401)
    expect(await asked('api/runs', { authorization: `Bearer ${door?.token}` })).toBe(200)
    expect(await asked('api/runs', { authorization: `bearer ${door?.token}` })).toBe(200)
  })

  it('gives the token to one browser, by a link that works once', async () => {
    const { url, door } = await start('0.0.0.0')
    const own = url.replace('0.0.0.0', '127.0.0.1')
    const link = door?.link.replace('0.0.0.0', '127.0.0.1') ?? ''
    expect((await fetch(`${own}enter/guess`, { redirect: 'manual' })).status).toBe(401)
    const entered = await fetch(link, { redirect: 'manual' })
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/'])
    const cookie = entered.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await fetch(`${own}api/runs`, { headers })).status).toBe(200)
    const again = await fetch(link, { redirect: 'manual', headers })
    expect([again.status, again.headers.get('location')]).toEqual([303, '/'])
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401)
  })

  it('says so to a browser in a page, in the language of its reader', async () => {
    const { url } = await start('0.0.0.0')
    const shown = async (headers: Record<string, string>) => {
      const refused = await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}runs/some-run`, { headers })
      const text = (await refused.text())
        .replaceAll(/<[^>]*>|\s+/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim()
      return [refused.status, refused.headers.get('content-type'), text]
    }
    const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    expect(await shown({ ...page, 'accept-language': 'fr,ja-JP;q=0.9,en;q=0.8' })).toMatchInlineSnapshot(`
      [
        401,
        "text/html; charset=UTF-8",
        "Shinsa Shinsa このサーバーにはトークンが必要です 起動時に表示されたリンク（一つのブラウザだけが使えます）を開くか、トークンを Bearer として送ってください。別のブラウザにはサーバーを起動し直してください。SHINSA_TOKEN を固定していれば、最初のブラウザもそのまま使えます。 すでに入ったことのあるブラウザでも、ほかのサイトのリンクから開くと、それが伝わりません。 もう一度開く",
      ]
    `)
    expect(await shown(page)).toMatchInlineSnapshot(`
      [
        401,
        "text/html; charset=UTF-8",
        "Shinsa Shinsa this server asks for its token Open the link that it printed when it started, which lets one browser in, or send the token as a Bearer. For another browser start the server again: with a fixed SHINSA_TOKEN the first one stays in. Were you let in already? A browser does not say so behind a link on another site. Open this address again",
      ]
    `)
    expect(await shown({ accept: '*/*' })).toEqual([
      401,
      'application/json',
      expect.stringMatching(/^\{"code":"refused"/),
    ])
  })

  it('demands nothing where only this machine reaches it', async () => {
    expect((await start()).door).toBeUndefined()
  })
})

describe('a server behind a proxy with a login', () => {
  const front = { origin: 'https://evals.example', personHeader: 'X-Forwarded-User' }
  const token = 'a token that only the proxy knows'.replaceAll(' ', '-')

  async function portOf(host: string, given?: string): Promise<number> {
    return Number(new URL((await start(host, () => true, {}, { front, token: given })).url).port)
  }

  it('knows who asks by the header that the proxy sets, in whatever script', async () => {
    const port = await portOf('127.0.0.1')
    const about = async (person: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/about`, {
        headers: { 'x-forwarded-user': Buffer.from(person, 'utf8').toString('latin1') },
      })
      return response.status === 200 ? ((await response.json()) as { person?: string }).person : response.status
    }
    for (const person of ['ann@example.com', '佐藤 花子', 'José', "Anne O'Hara, QA"])
      expect(await about(person)).toBe(person)
    for (const nobody of ['', ' ', 'x'.repeat(201), 'a\u202enn', 'a\u200bb'])
      expect([nobody, await about(nobody)]).toEqual([nobody, 401])
  })

  it('answers nobody of whom it does not hear who it is, or hears it twice', async () => {
    const port = await portOf('127.0.0.1')
    const status = async (...lines: readonly string[]) =>
      statusOf(`http://127.0.0.1:${port}/`, ['GET /api/runs HTTP/1.1', `Host: 127.0.0.1:${port}`, ...lines])
    expect(await status('X-Forwarded-User: ann')).toBe(200)
    expect(await status('x-forwarded-USER: ann')).toBe(200)
    expect(await status()).toBe(401)
    expect(await status('X_Forwarded_User: ann')).toBe(401)
    expect(await status('X-Forwarded-User: mallory', 'X-Forwarded-User: ann')).toBe(401)
  })

  it('believes the header only of who has the token, where others reach it, and lets in no browser by a cookie', async () => {
    const { url, door } = await start('0.0.0.0', () => true, {}, { front, token })
    expect(door).toBeUndefined()
    const { port } = new URL(url)
    const status = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}/api/runs`, { headers })).status
    const named = { 'x-forwarded-user': 'ann' }
    expect(await status({ ...named, authorization: `Bearer ${token}` })).toBe(200)
    expect(await status({ authorization: `Bearer ${token}` })).toBe(401)
    expect(await status(named)).toBe(401)
    expect(await status({ ...named, authorization: 'Bearer guess' })).toBe(401)
    expect(await status({ ...named, cookie: `shinsa-${port}=${token}` })).toBe(401)
  })

  it('goes by the name of the proxy too, and by no other', async () => {
    const { url, address } = await start('127.0.0.1', () => true, {}, { front: { origin: front.origin } })
    expect(address).toBe('https://evals.example/')
    const status = async (host: string, ...lines: readonly string[]) =>
      statusOf(url, ['GET /api/runs HTTP/1.1', `Host: ${host}`, ...lines])
    expect(await status('evals.example', 'Origin: https://evals.example', 'Sec-Fetch-Site: same-origin')).toBe(200)
    expect(await status('Evals.Example')).toBe(200)
    expect(await status(new URL(url).host)).toBe(200)
    for (const host of ['evals.example:8443', 'evil.example', 'evals.example.evil.example', 'x.evals.example'])
      expect([host, await status(host)]).toEqual([host, 403])
    for (const origin of ['http://evals.example', 'https://evil.example', 'null', new URL(url).origin])
      expect([origin, await status('evals.example', `Origin: ${origin}`)]).toEqual([origin, 403])
    expect(await status('evals.example', 'Sec-Fetch-Site: cross-site')).toBe(403)
  })

  it('asks for a token that was given on this machine too, and keeps its cookie for TLS', async () => {
    const { door } = await start('127.0.0.1', () => true, {}, { token, front: { origin: 'https://evals.example' } })
    expect(door?.link).toMatch(/^https:\/\/evals\.example\/enter\/[\w-]{43}$/)
    expect(door?.token).toBe(token)
  })
})

describe('the page', () => {
  it('is what every deep link brings, with a policy that lets nothing else run', async () => {
    const { url } = await start()
    const response = await fetch(`${url}runs/some-run/cases/1/0`)
    expect(await response.text()).toContain('the page')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'; style-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect((await fetch(`${url}assets/main.js`)).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect((await fetch(`${url}assets/none.js`)).status).toBe(404)
  })
})

describe('runs over HTTP', () => {
  it('take no view under the name of another one, which is everybody’s', async () => {
    const { url } = await start()
    const keep = async (body: object) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${url}api/views`, { method: 'PUT', headers, body: JSON.stringify(body) })).status
    }
    expect(await keep({ name: 'odd', address: 'tag=odd' })).toBe(200)
    expect(await keep({ name: 'odd', address: 'only=failed' })).toBe(400)
    expect(await keep({ name: 'odd', address: 'tag=odd' })).toBe(200)
    expect(await store.views()).toEqual([{ name: 'odd', address: 'tag=odd' }])
    expect(await keep({ name: 'odd' })).toBe(200)
    expect(await store.views()).toEqual([])
  })

  it('have their rows in pages, with what is flaky in them', async () => {
    await store.append('run-1', runStart(2))
    for (const [position, repeat, verdict] of [
      [0, 0, 'passed'],
      [0, 1, 'failed'],
      [1, 0, 'passed'],
      [1, 1, 'passed'],
    ] as const)
      await playCase(position, repeat, verdict)
    const { url } = await start()
    const first = (await (await fetch(`${url}api/runs/run-1/cases?limit=3`)).json()) as {
      rows: { caseId: string; flaky: boolean }[]
      next: number
    }
    expect(first.rows.map(({ caseId, flaky }) => [caseId, flaky])).toEqual([
      ['case-0', true],
      ['case-0', true],
      ['case-1', false],
    ])
    expect(first.next).toBe(3)
    const last = await (await fetch(`${url}api/runs/run-1/cases?from=3`)).json()
    expect(last).toMatchObject({ rows: [{ caseId: 'case-1', repeat: 1 }], next: null })
    expect(await (await fetch(`${url}api/runs/run-1/cases/1/1`)).json()).toMatchObject({
      evalCase: { id: 'case-1' },
      result: { verdict: 'passed' },
    })
    expect((await fetch(`${url}api/runs/run-1/cases/7/0`)).status).toBe(404)
  })

  it('give out the cases that fared worst first, each whole, and say whether there are others', async () => {
    await store.append('run-1', runStart(2))
    const verdicts = ['passed', 'passed', 'passed', 'not-evaluated', 'passed', 'failed', 'failed', 'passed'] as const
    for (const [at, verdict] of verdicts.entries()) await playCase(Math.floor(at / 2), at % 2, verdict)
    const { url } = await start()
    const worst = async (limit: number) => {
      const { rows, next } = (await (
        await fetch(`${url}api/runs/run-1/cases?order=worst-first&limit=${limit}`)
      ).json()) as { rows: { position: number; repeat: number }[]; next: number | null }
      return [...rows.map(({ position, repeat }) => `${position}/${repeat}`), next]
    }
    // One that goes on is read from its beginning.
    expect(await worst(3)).toEqual(['0/0', '0/1', '1/0', 3])
    await store.append('run-1', runEnd)
    expect(await worst(3)).toEqual(['2/0', '2/1', '3/0', '3/1', 0])
    expect(await worst(100)).toEqual(['2/0', '2/1', '3/0', '3/1', '1/0', '1/1', '0/0', '0/1', null])
    expect((await fetch(`${url}api/runs/run-1/cases?order=best-first`)).status).toBe(400)
  })

  it('are read ahead when their page is asked for, and a page of none is no worse for it', async () => {
    await store.append('run-1', runStart(1))
    await playCase(0, 0, 'failed')
    await store.append('run-1', runEnd)
    const { url } = await start()
    for (const path of ['runs/run-1', 'runs/none', 'compare', 'compare?baseline=run-1&with=none&with=run-1'])
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200])
    const compared = await fetch(`${url}api/compare?first=run-1&second=run-1`)
    expect(await compared.json()).toMatchObject({ same: 1 })
  })

  it('tell what happens while they go on, and end', async () => {
    await store.append('run-1', runStart(1))
    await playCase(0, 0, 'passed')
    const { url } = await start()
    const news = newsFrom(`${url}api/news?run=run-1`)
    expect((await news.next()).value).toMatchObject({ type: 'progress', state: 'running', progress: { done: 1 } })
    await playCase(1, 0, 'failed')
    expect((await news.next()).value).toMatchObject({ type: 'rows', rows: [{ caseId: 'case-1', verdict: 'failed' }] })
    expect((await news.next()).value).toMatchObject({ type: 'progress', progress: { done: 2 } })
    await news.return(undefined)
  })

  it('tell readers who come back after a gap everything again', async () => {
    await store.append('run-1', runStart(1))
    await playCase(0, 0, 'passed')
    const { url } = await start()
    const news = newsFrom(`${url}api/news?run=run-1`, { 'last-event-id': '3' })
    expect((await news.next()).value).toMatchObject({ type: 'rows', rows: [{ caseId: 'case-0' }] })
    await news.return(undefined)
  })

  it('of a process that died are stopped, and one that lives has running ones', async () => {
    await store.append('run-1', runStart(1))
    for (const isAlive of [true, false]) {
      const { url } = await start('127.0.0.1', () => isAlive)
      const listed = await (await fetch(`${url}api/runs`)).json()
      expect(listed).toMatchObject({ runs: [{ runId: 'run-1', state: isAlive ? 'running' : 'stopped' }] })
    }
  })

  it('are named, tagged, pinned and deleted, but not while they are at work', async () => {
    await store.append('run-1', runStart(1))
    const { url } = await start()
    const asks = async (path: string, method: string, body?: unknown) => {
      const headers = { 'content-type': 'application/json' }
      return (
        await fetch(`${url}api/runs/${path}`, {
          method,
          headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      ).status
    }
    expect(await asks('run-1', 'DELETE')).toBe(400)
    expect(await asks('run-1/note', 'PUT', { name: ' '.repeat(3) })).toBe(400)
    expect(await asks('run-1/note', 'PUT', { name: 'mine', tags: ['a'], pinned: true })).toBe(200)
    expect(await store.find('run-1')).toMatchObject({ plan: { name: 'mine' }, note: { tags: ['a'], pinned: true } })
    await store.append('run-1', runEnd)
    expect(await asks('run-1', 'DELETE')).toBe(200)
    expect([await store.find('run-1'), await asks('run-1', 'DELETE')]).toEqual([undefined, 404])
  })

  it('stop with the server, also for who still listens', async () => {
    await store.append('run-1', runStart(1))
    const { url, ended } = await start()
    const response = await fetch(`${url}api/news?run=run-1`)
    stopping.abort()
    await ended
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('are no bug where somebody leaves in the middle of what is sent', async () => {
    const { url } = await start('127.0.0.1', () => true, { labels: { changed: () => undefined } as never })
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    const head = ['POST /api/labels HTTP/1.1', `Host: 127.0.0.1:${port}`, `Origin: http://127.0.0.1:${port}`]
    socket.write(`${[...head, 'Content-Type: application/json', 'Content-Length: 1000000'].join('\r\n')}\r\n\r\n{"a":`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(reported).toEqual([])
  })

  it.each(['0.0.0.0', '::'])('have an address that somebody can open where it listens on %s', async (host) => {
    const { url, door } = await start(host)
    expect(new URL(url).hostname).not.toMatch(/^(?:0\.0\.0\.0|\[::\])$/)
    expect((await fetch(door?.link ?? '', { redirect: 'manual' })).status).toBeLessThan(400)
  })

  it('are a bug of ours when nobody foresaw the trouble: the wire says so and no more', async () => {
    await store.append('run-1', runStart(1))
    const trouble = new TypeError('/secret/path is not a function')
    store.list = async () => {
      throw trouble
    }
    const { url } = await start()
    const response = await fetch(`${url}api/runs`)
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'bug' }])
    expect(reported).toEqual([trouble])
  })
})

const startExporting = (chunks: NonNullable<Capabilities['export']>['chunks']) =>
  start('127.0.0.1', undefined, {
    export: {
      chunks,
      async *comparison(runs, format) {
        yield `${runs.map(({ plan }) => plan.runId).join(' against ')} as ${format}`
      },
    },
  })

describe('a run as a file', () => {
  it('is to be kept and never to be opened here, under a name that is no path', async () => {
    await store.append('run-1', runStart(1))
    const { url } = await startExporting(async function* (run, format, { language }) {
      yield `${run.plan.runId} as ${format} `
      yield `in ${language}`
    })
    const response = await fetch(`${url}api/runs/run-1/export?format=html&language=ja`)
    expect(await response.text()).toBe('run-1 as html in ja')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''run-1.html",
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(await (await fetch(`${url}api/about`)).json()).toMatchObject({ capabilities: ['export'] })
  })

  it('may be how runs compare, the baseline being named first', async () => {
    await store.append('run-1', runStart(1))
    await store.append('run-2', runStart(1, 'run-2'))
    const { url } = await startExporting(async function* () {})
    const asked = async (query: string) => fetch(`${url}api/compare/export?${query}`)
    const response = await asked('runs=run-1,run-2&format=csv')
    expect(await response.text()).toBe('run-1 against run-2 as csv')
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''run-1-run-2.csv")
    const refused = ['runs=run-1&format=csv', 'runs=run-1,../x&format=csv', 'runs=run-1,run-2&format=junit']
    for (const query of refused) expect([query, (await asked(query)).status]).toEqual([query, 400])
    expect((await asked('runs=run-1,run-3&format=csv')).status).toBe(404)
  })

  it('is there in the formats that there are, of runs that there are', async () => {
    await store.append('run-1', runStart(1))
    const { url } = await startExporting(async function* () {})
    const status = async (path: string) => (await fetch(`${url}api/runs/${path}`)).status
    expect(await status('run-1/export?format=junit')).toBe(200)
    expect(await status('run-1/export?format=exe')).toBe(400)
    expect(await status('run-1/export')).toBe(400)
    expect(await status('run-2/export?format=html')).toBe(404)
    expect(await status('..%2frun-1/export?format=html')).toBe(403)
  })

  it('breaks off when something goes wrong, so that nobody takes a half for the whole', async () => {
    await store.append('run-1', runStart(1))
    const trouble = new Error('the disk is gone')
    const { url } = await startExporting(async function* () {
      yield 'the first half'
      throw trouble
    })
    const response = await fetch(`${url}api/runs/run-1/export?format=json`)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(reported).toEqual([trouble])
  })

  it('is not there where nobody writes files', async () => {
    await store.append('run-1', runStart(1))
    const { url } = await start()
    expect((await fetch(`${url}api/runs/run-1/export?format=html`)).status).toBe(404)
  })
})

async function* newsFrom(url: string, headers: Record<string, string> = {}): AsyncGenerator<RunNews> {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  let rest = ''
  try {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = `${rest}${piece}`.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        const news = data === undefined ? undefined : ServerNews.parse(parseJson(data))
        if (news !== undefined && news.type !== 'beat' && news.type !== 'runs') yield news
      }
    }
  } finally {
    leaving.abort()
  }
}

function runStart(repeat: number, runId = 'run-1'): RunEvent {
  const plan = madePlan({ runId, dataset: { id: 'tea', format: 'adk-eval-set', cases: 2 }, repeat })
  return { type: 'run-start', plan, resumed: false, done: 0 }
}

async function playCase(position: number, repeat: number, verdict: CaseResult['verdict']): Promise<void> {
  const evalCase = { id: `case-${position}` }
  const result: CaseResult = {
    position,
    repeat,
    evalCase,
    transcript: { invocations: [] },
    scores: [],
    verdict,
    cost: { toolCalls: 0 },
    durationMs: 1,
  }
  await store.append('run-1', { type: 'case-start', position, repeat, evalCase })
  await store.append('run-1', { type: 'case-end', position, repeat, result })
}
