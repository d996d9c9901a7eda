import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { unregisterAll } from '../../../test/fixtures/traces/open-telemetry-api.ts'
import { capture } from './capture.ts'
import { watchForOpenTelemetry } from './open-telemetry-copies.ts'

// With copies of the real API, as npm puts them beside an agent; this version has one build for import and one for require.

const folder = mkdtempSync(join(tmpdir(), 'shinsa-copies-'))
const api = dirname(dirname(createRequire(import.meta.resolve('ai')).resolve('@opentelemetry/api')))
afterEach(unregisterAll)
afterAll(() => rmSync(folder, { recursive: true }))

describe('spans of an agent that has a copy of OpenTelemetry’s API', () => {
  it.each(['imports', 'requires'] as const)('are heard where it %s it', async (way) => {
    watchForOpenTelemetry()
    const { ask } = await agentThat(way)
    expect(await heard(ask)).toEqual(['asked'])
  })

  it.each(['imports', 'requires'] as const)('are heard where it %s it when it is asked', async (way) => {
    expect(await heard(async () => (await agentThat(way)).ask())).toEqual(['asked'])
  })

  it('are heard from each of several copies', async () => {
    const agents = [await agentThat('imports'), await agentThat('requires'), await agentThat('imports')]
    expect(await heard(() => agents.forEach(({ ask }) => ask()))).toEqual(['asked', 'asked', 'asked'])
  })

  it('go to a provider that it registers itself, and are heard from there', async () => {
    const { ask, register } = await agentThat('imports')
    await heard(ask)
    const begun: string[] = []
    expect(register(providerOf((name) => void begun.push(name)))).toBe(true)
    expect(await heard(ask)).toEqual(['asked'])
    expect(begun).toEqual(['asked'])
  })
})

type Agent = { ask(): void; register(provider: object): boolean }

const loads = {
  imports: { file: 'agent.mjs', begin: "import { trace } from '@opentelemetry/api'\nexport const " },
  requires: { file: 'agent.cjs', begin: "const { trace } = require('@opentelemetry/api')\nmodule.exports = " },
}
let agents = 0

/** An agent with a copy of its own, which keeps the tracer that it got when it was loaded. */
async function agentThat(way: keyof typeof loads): Promise<Agent> {
  agents += 1
  // Below node_modules, so that Node loads it and nobody else.
  const own = join(folder, 'node_modules', `agent-${agents}`)
  mkdirSync(own, { recursive: true })
  cpSync(api, join(own, 'node_modules/@opentelemetry/api'), { recursive: true })
  const { file, begin } = loads[way]
  const agent = `{ ask: () => tracer.startSpan('asked').end(), register: (it) => trace.setGlobalTracerProvider(it) }`
  const [load, end] = begin.split('\n')
  const name = way === 'imports' ? 'agent = ' : ''
  writeFileSync(join(own, file), `${load}\nconst tracer = trace.getTracer('agent')\n${end}${name}${agent}\n`)
  const loaded = await import(pathToFileURL(join(own, file)).href)
  return loaded.agent ?? loaded.default
}

async function heard(ask: () => unknown): Promise<readonly string[]> {
  const { spans } = await capture(async () => ask())
  return spans.map(({ name }) => name)
}

/** In the manner of the SDK's version 2. */
function providerOf(begun: (name: string) => void) {
  const processor = { onStart: ({ name }: { readonly name: string }) => begun(name) }
  const startSpan = (name: string) => {
    const span = {
      name,
      startTime: 1,
      endTime: 2,
      spanContext: () => ({ traceId: 'ab', spanId: name, traceFlags: 1 }),
      end() {},
    }
    processor.onStart(span)
    return span
  }
  return { _activeSpanProcessor: processor, getTracer: () => ({ startSpan }) }
}
