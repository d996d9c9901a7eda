import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newProject, until, type Project } from './run-shinsa.ts'

const token = '0123456789abcdef'.repeat(4)

describe('the page behind a proxy', () => {
  it('refuses what would let strangers call themselves as they like', async () => {
    const project = newProject()
    const refusals = []
    for (const args of [
      ['--host', '0.0.0.0', '--person-header', 'X-Forwarded-User'],
      ['--person-header', 'Cookie'],
      ['--person-header', 'X-Forwarded-For'],
      ['--person-header', 'X User: ann'],
      ['--public-url', 'https://evals.example/shinsa'],
      ['--public-url', 'evals.example'],
    ])
      refusals.push((await project.runHere('serve', '--port', '0', ...args)).stderr)
    const short = project.start(['serve', '--port', '0'], { environment: { SHINSA_TOKEN: 'secret' } })
    refusals.push((await short.ended).stderr)
    expect(refusals).toMatchInlineSnapshot(`
      [
        "error: --person-header on 0.0.0.0 would let everybody who reaches it call themselves as they like
      hint: Listen on 127.0.0.1 beside the proxy, or set SHINSA_TOKEN (openssl rand -hex 32) and let the proxy alone send it: Authorization: Bearer TOKEN.
      ",
        "error: "Cookie" is no header that names a person
      hint: It is one that the proxy sets after a login, such as X-Forwarded-User, X-Forwarded-Email or Remote-User.
      ",
        "error: "X-Forwarded-For" is no header that names a person
      hint: It is one that the proxy sets after a login, such as X-Forwarded-User, X-Forwarded-Email or Remote-User.
      ",
        "error: "X User: ann" is no header that names a person
      hint: It is one that the proxy sets after a login, such as X-Forwarded-User, X-Forwarded-Email or Remote-User.
      ",
        "error: https://evals.example/shinsa is no address of the page
      hint: It is like https://evaluations.example, without a path: the page is at the top of its host.
      ",
        "error: evals.example is no address of the page
      hint: It is like https://evaluations.example, without a path: the page is at the top of its host.
      ",
        "error: SHINSA_TOKEN is no token: it takes 32 characters or more, without spaces
      hint: Make one that nobody can guess: openssl rand -hex 32.
      ",
      ]
    `)
  })

  it('names people by what the proxy says, which alone knows the token', async () => {
    const project = newProject({
      'cases.jsonl': '{"question":"Capital of France?","answer":"Paris"}\n',
      'agent.mjs': "export default () => 'Paris'",
    })
    await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs')
    const { own, said } = await served(project)
    expect(said).not.toContain(token)
    const proxy = await startProxy(own, 'hana')
    const runs = (await (await fetch(`${proxy}/api/runs`)).json()) as { runs: { runId: string }[] }
    const label = { runId: runs.runs[0]?.runId, position: 0, repeat: 0, passed: true, blind: false, by: 'mallory' }
    const given = await fetch(`${proxy}/api/labels`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'remote-user': 'mallory', authorization: 'Bearer guess' },
      body: JSON.stringify(label),
    })
    expect(given.status).toBe(200)
    expect((await fetch(`${own}api/runs`, { headers: { 'remote-user': 'mallory' } })).status).toBe(401)
    const { stdout } = await project.runHere('labels', 'export')
    expect(JSON.parse(stdout)).toMatchObject({ labels: [{ by: 'hana', passed: true }] })
  })
})

async function served(project: Project): Promise<{ readonly own: string; readonly said: string }> {
  const { child } = project.start(
    ['serve', '--port', '0', '--public-url', 'http://evals.example', '--person-header', 'Remote-User'],
    { environment: { SHINSA_TOKEN: token } },
  )
  let said = ''
  child.stdout?.on('data', (text: string) => (said += text))
  await until(() => /finds it at http:\S+\n/.test(said) || child.exitCode !== null)
  return { own: /finds it at (http:\S+)/.exec(said)?.[1] ?? said, said }
}

/** A proxy that has let somebody in and says so, as the ones in docs/fleet.md do. @returns its address */
async function startProxy(to: string, person: string): Promise<string> {
  const { port } = new URL(to)
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: 'evals.example', 'remote-user': person, authorization: `Bearer ${token}` }
    const onward = request({ port, host: '127.0.0.1', path: asked.url, method: asked.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    asked.pipe(onward)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port: own } = proxy.address() as AddressInfo // listening on a port, not on a pipe
  return `http://127.0.0.1:${own}`
}
