import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { toEnglish } from '../../core/index.ts'
import { openTraceSource } from './trace-source.ts'

const traceId = 'a'.repeat(32)

const said = (role: string) => JSON.stringify([{ role, parts: [{ type: 'text', content: `${role} says` }] }])

async function received() {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-inbox-'))
  const source = await openTraceSource({ path: undefined, port: 0, inbox: folder, quietMs: 0 })
  onTestFinished(() => {
    source.close()
    rmSync(folder, { recursive: true })
  })
  const post = async (name: string, id: string, parent?: string) => {
    const attributes = Object.entries({
      'gen_ai.operation.name': name,
      'gen_ai.input.messages': said('user'),
      'gen_ai.output.messages': said('assistant'),
    }).map(([key, stringValue]) => ({ key, value: { stringValue } }))
    const times = { startTimeUnixNano: '1795384608231000000', endTimeUnixNano: '1795384608233000000' }
    const span = {
      traceId,
      spanId: id.repeat(16),
      name,
      attributes,
      ...times,
      ...(parent && { parentSpanId: parent.repeat(16) }),
    }
    const { status } = await fetch(`http://127.0.0.1:${source.port}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
    })
    expect(status).toBe(200)
  }
  return { source, post, files: () => readdirSync(folder), file: join(folder, `${traceId}.jsonl`) }
}

it('waits for the span that others name as their parent, and keeps what it waits for', async () => {
  const { source, post, files } = await received()
  await post('chat', '2', '1')
  expect(await source.whole()).toEqual([])
  source.keepOnly(new Set())
  expect(files()).toHaveLength(1)
  await post('invoke_agent', '1')
  const [conversation] = await source.whole()
  expect(conversation?.key).toBe(traceId)
  source.keepOnly(new Set([traceId]))
  expect(files()).toHaveLength(1)
  source.keepOnly(new Set())
  expect(files()).toEqual([])
})

it('lets go of nothing that came after a look, and reads past a line that was cut off', async () => {
  const { source, post, file, files } = await received()
  await post('invoke_agent', '1')
  await source.whole()
  appendFileSync(file, '{"span":{"traceId"')
  source.keepOnly(new Set())
  expect(files()).toHaveLength(1)
  appendFileSync(file, '\n')
  expect(await source.whole()).toHaveLength(1)
})

it('says which files have no trace in them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-traces-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'settings.json')
  appendFileSync(file, '{"theme": "dark"}')
  const source = await openTraceSource({ path: folder, port: undefined, inbox: folder, quietMs: 0 })
  expect(await source.whole()).toEqual([])
  expect(source.notes().map(toEnglish)).toEqual([`${file}: there is no trace in it`])
  expect(source.unreadable()).toEqual([])
})
