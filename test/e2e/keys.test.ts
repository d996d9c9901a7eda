import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { agents, loudSet, newProject } from './run-shinsa.ts'

// With what addresses and JSON write in other ways.
const key = 'sk-own/Zq7+Jw3x0123456789abcdefTail=='
const upstream = 'sk-proj-Up5treamKey0123456789abcdef'

describe('keys never reach the store, the terminal or a report', () => {
  it.each<[string, RequestListener]>([
    ['quotes them', (_request, response) => response.writeHead(401).end(`{"error":{"message":"Wrong key: ${key}."}}`)],
    [
      'quotes the header',
      (request, response) => response.writeHead(401).end(`<p>authorization: ${request.headers.authorization}</p>`),
    ],
    [
      'writes them as in an address',
      (_request, response) => response.writeHead(403).end(`no: /v1?key=${encodeURIComponent(key)}&x=1`),
    ],
    [
      'escapes their slashes',
      (_request, response) => response.writeHead(400).end(JSON.stringify({ detail: key }).replaceAll('/', '\\/')),
    ],
    ['writes them small', (_request, response) => response.writeHead(400).end(`rejected ${key.toLowerCase()}`)],
    ['breaks them off', (_request, response) => response.writeHead(401).end(`key ${key.slice(0, 24)}… is wrong`)],
    [
      'quotes them where the excerpt ends',
      (_request, response) => response.writeHead(401).end(`${'x'.repeat(280)} ${key}`),
    ],
    [
      'has a key of its own',
      (_request, response) => response.writeHead(401).end(`{"error":{"message":"Incorrect API key: ${upstream}"}}`),
    ],
    ['answers with them instead of JSON', (_request, response) => response.writeHead(200).end(`debug: ${key}`)],
    [
      'refuses for a reason that has them',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            id: 'c',
            object: 'chat.completion',
            created: 1,
            model: 'm',
            choices: [
              { index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'content_filter', note: key },
            ],
          }),
        ),
    ],
  ])(
    'when a server %s',
    async (_what, answer) => {
      const server = createServer(answer)
      await once(server.listen(0, '127.0.0.1'), 'listening')
      onTestFinished(() => {
        server.closeAllConnections()
        server.close()
      })
      const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
      const project = newProject({
        '.env': `OPENAI_BASE_URL=http://127.0.0.1:${port}/v1\nOPENAI_API_KEY=${key}\n`,
        'agent.ts': agents.loud,
        'a.evalset.json': loudSet({ one: 'right' }),
        'test_config.json': { criteria: { final_response_match_v2: 0.8 } },
      })
      const args = ['a.evalset.json', '-t', './agent.ts', '--judge', 'gpt-4o', '--yes', '--json']
      const { stdout, stderr } = await project.runHere('run', ...args)
      expect(stdout).toContain('"blame":"judge"')
      const folder = join(project.folder, '.shinsa')
      const stored = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'))
      for (const text of [stdout, stderr, ...stored].map((each) => each.toLowerCase())) {
        for (const telling of ['jw3x0123456', 'up5treamkey']) expect(text).not.toContain(telling)
      }
    },
    30_000,
  )
})
