import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installPacked } from './install-packed.ts'

const place = mkdtempSync(join(tmpdir(), 'shinsa-declarations-'))
const compilers = join(place, 'compilers')
const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
const isReached = npm(['ping', '--fetch-retries=0', '--fetch-timeout=5000']) === ''

describe.skipIf(!isReached)('the declarations compile for whoever uses them', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    // Nothing but what an install brings, the types of Node.js, and Zod, which the project uses itself.
    await installPacked(place, ['@types/node', 'undici-types'])
    const versions = ['ts5@npm:typescript@5.4', 'ts7@npm:typescript@7.0']
    const trouble = npm(['install', ...quiet, '--prefix', compilers, ...versions])
    if (trouble !== '') throw new Error(trouble)
    writeFileSync(join(place, 'use.ts'), use)
    writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }')
  }, 120_000)

  afterAll(() => rmSync(place, { recursive: true }))

  it.each([
    ['ts5', 'node10', 'esnext'],
    ['ts5', 'node16', 'node16'],
    ['ts7', 'node16', 'node16'],
    ['ts7', 'bundler', 'esnext'],
  ])('%s with moduleResolution %s', (compiler, moduleResolution, module) => {
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: false,
      target: 'es2022',
      esModuleInterop: true,
      module,
      moduleResolution,
      types: ['node'],
    }
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
    const program = join(compilers, 'node_modules', compiler, 'bin', 'tsc')
    const { stdout } = spawnSync(process.execPath, [program, '-p', place], { cwd: place, encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})

/** What npm said where it failed. */
function npm(args: readonly string[]): string {
  mkdirSync(compilers, { recursive: true })
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: compilers, encoding: 'utf8' })
  return status === 0 ? '' : `npm ended with ${status}: ${stdout}${stderr}`
}

const use = `import { z } from 'zod'
import { defineConfig, defineMetric, evaluate, EvalError, openJudge } from 'shinsa'
import * as core from 'shinsa/core'
import * as formats from 'shinsa/formats'
import { jsonMatch, toolTrajectory } from 'shinsa/metrics'
import * as reporters from 'shinsa/reporters'
import * as statistics from 'shinsa/statistics'
import * as stores from 'shinsa/stores'
import { functionTarget } from 'shinsa/targets'
import { evaluation } from 'shinsa/testing'

const Degrees = z.object({ degrees: z.number() })
export const config = defineConfig({ criteria: { json_match: 1 } })
export const metric = defineMetric('short', (_case, transcript) => transcript.invocations.length < 5)
export default evaluation('weather', {
  input: z.object({ city: z.string() }),
  output: z.object({ city: z.string(), degrees: z.number() }),
  cases: [{ ask: { city: 'Kyoto' }, answer: { city: 'Kyoto', degrees: 34 } }],
  agent: ({ city }) => ({ city, degrees: city.length }),
})
export const plain = evaluation('plain', {
  cases: [{ ask: 'Hi', answer: 'Hello' }],
  agent: (message) => \`You said \${message}\`,
  metrics: [metric, jsonMatch(), toolTrajectory()],
})
export const run = () => evaluate({ cases: [{ ask: 'x' }], agent: async (text) => ({ response: text, toolCalls: [] }) })
// @ts-expect-error the schema has a number
export const wrong = evaluation('wrong', { output: Degrees, cases: [{ ask: 'x' }], agent: () => ({ degrees: 'four' }) })
export { EvalError, core, formats, functionTarget, openJudge, reporters, statistics, stores }
`
