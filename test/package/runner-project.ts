import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const agent = `import type { FunctionAgent } from 'shinsa/targets'

export const agent: FunctionAgent = async (text, { tools }) => {
  const [, city = 'Kyoto'] = /in (\\p{L}+)\\?/u.exec(text) ?? []
  if (city === 'Nowhere') throw new Error('there is no such city')
  if (city === 'Slowtown') return new Promise<string>(() => undefined)
  const weather = (await tools.call('get_weather', { city }, () => ({ degrees: 21 }))) as { degrees: number }
  const toolCalls = [{ name: 'get_weather', args: { city } }]
  return { response: \`It is \${weather.degrees} degrees in \${city}.\`, toolCalls }
}
`

const tests = `import { expectAgent } from 'shinsa/testing'
import { agent } from './agent.ts'

const tools = { get_weather: { degrees: 34 } }

it('answers', async () => {
  await expectAgent(agent, { tools }).ask('How warm is it in Kyoto?').toAnswer('It is 21 degrees in Kyoto.')
})

it('looks it up', async () => {
  await expectAgent(agent, { tools })
    .ask('How warm is it in Kyoto?')
    .toAnswer(/34/)
    .next('And in 京都?')
    .toCall('get_weather', { city: '東京' })
})

it('is polite', async () => {
  await expectAgent(agent, { tools }).ask('How warm is it in Kyoto?').toSatisfy('Says that it is sorry')
})

it('knows all cities', async () => {
  await expectAgent(agent).ask('How warm is it in Nowhere?').toAnswer(/21/)
})

it('is in time', async () => {
  await expectAgent(agent, { timeoutMs: 50 }).ask('How warm is it in Slowtown?').toAnswer(/21/)
})

it('passes its cases', async () => {
  await expectAgent(agent).toPass('weather.csv', { gate: 'pass-rate-low<0.8' })
})

it('is waited for', () => {
  expectAgent(agent).ask('How warm is it in Kyoto?').toAnswer(/34/)
})
`

const vitestConfig = `import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { reporters: ['default', 'shinsa/testing/vitest'] } })
`

/** A project with tests of an agent that all fail, in a folder below one where packages are installed. */
export function runnerProject(place: string, runner: 'vitest' | 'node:test'): string {
  const folder = mkdtempSync(join(place, 'tests-'))
  mkdirSync(join(folder, '.shinsa'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'agent.ts'), agent)
  writeFileSync(join(folder, 'weather.test.ts'), `import { it } from '${runner}'\n${tests}`)
  writeFileSync(join(folder, 'weather.csv'), weather(200))
  if (runner === 'vitest') writeFileSync(join(folder, 'vitest.config.ts'), vitestConfig)
  return folder
}

/** Runs a program of Node.js as somebody does who is in no test: what the runner around says of itself is not handed on. */
export function runIn(folder: string, args: readonly string[]) {
  const handedOn = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_|FORCE_|LC_)/.test(name))
  const env = { ...Object.fromEntries(handedOn), LANG: 'en', NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], { cwd: folder, encoding: 'utf8', env })
  const text = (stdout + stderr)
    .replaceAll(/(?:file:\/\/)?(?:\/private)?\/[^\s()]*tests-\w+/g, 'FOLDER')
    .replaceAll(/\d{8}-\d{6}-\w+/g, 'RUN')
    .replaceAll(/(?:< )?[\d.]+ ?(?:ms|seconds)\b/g, 'TIME')
  return { status, text }
}

function weather(cases: number): string {
  const rows = Array.from(
    { length: cases },
    (_, index) => `c${index},How warm is it in Kyoto?,"Rain, at ${index + 100} degrees"`,
  )
  return ['id,question,answer', ...rows, ''].join('\n')
}
