import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
const root = fileURLToPath(new URL('../..', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'shinsa-beside-'))
const reached = await npm(place, ['ping', '--fetch-retries=0', '--fetch-timeout=5000'])

describe.skipIf(reached.status !== 0)(
  'beside what a project has, it installs without a flag',
  { timeout: 120_000 },
  () => {
    let tarball = ''

    // What is installed beside it is decided by package.json alone.
    beforeAll(async () => {
      copyFileSync(join(root, 'package.json'), join(place, 'package.json'))
      const { said } = await npm(place, ['pack', '--ignore-scripts', '--silent'])
      tarball = join(place, said.trim())
      await npm(join(place, 'tools'), ['install', ...quiet, '--prefix', join(place, 'tools'), 'pnpm@10'])
    })

    afterAll(() => rmSync(place, { recursive: true }))

    it.for([
      ['vitest@3'],
      ['vitest@4'],
      ['vitest@5'],
      ['ai@5', '@ai-sdk/openai@2', '@ai-sdk/google@2', '@ai-sdk/anthropic@2', 'zod@3'],
      ['ai@6', '@ai-sdk/openai@3', 'zod@4'],
      ['ai@6', '@ai-sdk/google@3', '@ai-sdk/anthropic@3'],
      ['ai@7', '@ai-sdk/openai@4', '@ai-sdk/google@4', '@ai-sdk/anthropic@4'],
      ['@ai-sdk/google-vertex@3', '@ai-sdk/amazon-bedrock@3'],
      ['@ai-sdk/google-vertex@4', '@ai-sdk/amazon-bedrock@4', 'google-auth-library@10'],
      ['google-auth-library@9', 'pg@8'],
      ['google-auth-library@11', 'vitest@4', 'ai@6', '@ai-sdk/openai@3'],
    ])('%j', async (others) => {
      const folder = mkdtempSync(join(place, 'project-'))
      writeFileSync(join(folder, 'package.json'), '{ "private": true }')
      expect(await planned(folder, others)).toBe('')
      expect(await planned(folder, ['--save-dev', tarball])).toBe('')
      const ofPnpm = join(folder, 'pnpm')
      mkdirSync(ofPnpm)
      writeFileSync(join(ofPnpm, 'package.json'), '{ "private": true }')
      const { status, said } = await run(join(place, 'tools', 'node_modules', '.bin', 'pnpm'), ofPnpm, [
        'add',
        '--lockfile-only',
        '--config.strict-peer-dependencies=true',
        ...others,
        tarball,
      ])
      expect({ status, said }).toMatchObject({ status: 0, said: expect.not.stringContaining('unmet peer') as string })
    })
  },
)

/** What npm has against it; it installs nothing. */
async function planned(folder: string, packages: readonly string[]): Promise<string> {
  const { status, said } = await npm(folder, ['install', '--package-lock-only', ...quiet, ...packages])
  return status === 0 ? '' : said
}

async function npm(folder: string, args: readonly string[]): Promise<Ended> {
  mkdirSync(folder, { recursive: true })
  return run('npm', folder, args)
}

type Ended = { readonly status: number | null; readonly said: string }

async function run(program: string, folder: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(program, [...args], { cwd: folder })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, said }
}
