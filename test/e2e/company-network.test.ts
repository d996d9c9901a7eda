import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, type Server, connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newProject } from './run-shinsa.ts'

// Made for this test, and trusted by nobody; its key opens nothing.
const tls = fileURLToPath(new URL('../fixtures/tls', import.meta.url))
const cert = join(tls, 'cert.pem')

const cases = {
  'cases.jsonl': '{"id":"one","input":"Say yes","expected":"yes"}\n',
  'agent.mjs': "export default () => 'yes'",
  'judged.json': { criteria: { final_response_match_v2: 0.5 } },
}

describe('behind the proxy of a company', () => {
  it('asks other machines through it, and this one directly', async () => {
    const agent = await agentAt(createServer((_, response) => response.end('{"response":"yes"}')))
    const asked: string[] = []
    const proxy = createServer().on('connect', (request, socket) => {
      asked.push(request.url ?? '')
      const tunnel = connect(agent, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        tunnel.pipe(socket).pipe(tunnel)
      })
    })
    const project = newProject(cases)
    // As many write it, and as others read it.
    const environment = { HTTP_PROXY: `127.0.0.1:${await agentAt(proxy)}` }
    for (const target of ['http://agent.example:8080/', `http://127.0.0.1:${agent}/`]) {
      const { exitCode } = await project.start(['run', 'cases.jsonl', '--target', target], { environment }).ended
      expect(exitCode).toBe(0)
    }
    expect(asked).toEqual(['agent.example:8080'])
    const doctor = await project.start(['doctor'], { environment }).ended
    expect(doctor.stdout).toContain('✓ proxy: the one of HTTP_PROXY')
  })

  it('goes on without one that is no address of a proxy, and tells whoever asks', async () => {
    const project = newProject(cases)
    for (const written of ['socks5://127.0.0.1:9', 'http://', 'a b']) {
      const environment = { HTTPS_PROXY: written }
      const run = await project.start(['run', 'cases.jsonl', '--target', './agent.mjs'], { environment }).ended
      expect(run).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('Error') })
      const doctor = await project.start(['doctor'], { environment }).ended
      expect(doctor.stdout).toContain('✗ proxy: HTTPS_PROXY is no address of an HTTP proxy, such as http://HOST:PORT')
    }
    const unwanted = { HTTPS_PROXY: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '0' }
    expect((await project.start(['doctor'], { environment: unwanted }).ended).stdout).not.toContain('proxy')
  })

  it('says what helps where the proxy wants a login', async () => {
    const closed = createServer().on('connect', (_, socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    })
    const project = newProject(cases)
    const environment = { HTTP_PROXY: `http://127.0.0.1:${await agentAt(closed)}` }
    for (const args of [
      ['--target', 'http://agent.example/'],
      ['--target', './agent.mjs', ...judgedAt('http://model.example/')],
    ]) {
      const { stdout } = await project.start(['run', 'cases.jsonl', ...args], { environment }).ended
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
        'See whether its address in HTTPS_PROXY or HTTP_PROXY has the login.',
      )
    }
  })

  it('says what helps where the company signs for all servers', async () => {
    const project = newProject(cases)
    const options = { key: readFileSync(join(tls, 'key.pem')), cert: readFileSync(cert) }
    const port = await agentAt(createSecureServer(options, (_, response) => response.end('{"response":"yes"}')))
    const target = `https://localhost:${port}/`
    for (const args of [
      ['--target', target],
      ['--target', './agent.mjs', ...judgedAt(target)],
    ]) {
      const { exitCode, stdout } = await project.start(['run', 'cases.jsonl', ...args]).ended
      expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT.* NODE_EXTRA_CA_CERTS=FILE/)
      expect(exitCode).not.toBe(0)
    }
    const environment = { NODE_EXTRA_CA_CERTS: cert }
    const { exitCode } = await project.start(['run', 'cases.jsonl', '--target', target], { environment }).ended
    expect(exitCode).toBe(0)
  })
})

function judgedAt(server: string): readonly string[] {
  return ['--judge', `openai-compatible/m@${server}v1`, '--config', 'judged.json', '--yes']
}

/** @returns its port */
async function agentAt(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
