import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const suite = {
  tickets: [
    { id: 'locked-out', asks: 'I forgot my password', solution: 'Use the link on the first page.' },
    { id: 'slow', asks: 'The page is slow', solution: 'Close other programs.' },
  ],
}

it('works with one more folder in packs/ and its line in their list', { timeout: 60_000 }, async () => {
  const project = programWithTickets()
  writeFileSync(join(project, 'support.json'), JSON.stringify(suite))
  const run = await shinsa(project, 'run', 'support.json')
  expect(run.exitCode).toBe(1)
  const lines = run.stdout.split('\n')
  const from = lines.indexOf('Tickets')
  expect(lines.slice(0, 4).join('\n')).toMatchInlineSnapshot(`
    "✗ FAILED  1 of 2 cases passed, 50 % (95 % interval 9–91 %)
    1 failed
    Gate: solved is 0.5, below 0.9
    "
  `)
  expect(lines.slice(from, from + 4).join('\n')).toMatchInlineSnapshot(`
    "Tickets
    ❌ 1 of 2 solved
    solved  open
    1       1"
  `)
  expect(run.stderr).toContain('agent: ticket-clerk')
  const shown = await shinsa(project, 'show', 'latest', '--json')
  const { run: kept } = JSON.parse(shown.stdout) as { run: { summary: { sets: unknown } } }
  expect(kept.summary.sets).toEqual({ tickets: { tickets: 2, solved: 1 } })
})

/** The program as it is, and the pack beside the others. */
function programWithTickets(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['src', 'bin', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(root, 'test/fixtures/packs/tickets'), join(folder, 'src/packs/tickets'), { recursive: true })
  const list = join(folder, 'src/packs/index.ts')
  const text = readFileSync(list, 'utf8')
  writeFileSync(
    list,
    `import { tickets } from './tickets/index.js'\n${text.replace('[adkPack,', '[tickets, adkPack,')}`,
  )
  return folder
}

async function shinsa(folder: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=shinsa-source', join(folder, 'bin/shinsa.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, SHINSA_LANG: 'en' },
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  }
  const exitCode = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  return { exitCode, ...texts }
}
