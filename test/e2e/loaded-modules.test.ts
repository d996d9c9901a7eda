import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { programLine, sourceLine } from './program-line.ts'
import { newProject, type Project } from './run-shinsa.ts'

const hook = fileURLToPath(new URL('../fixtures/list-loaded.mjs', import.meta.url))

const listCompiled = fileURLToPath(new URL('../fixtures/list-compiled.cjs', import.meta.url))

const small = {
  'cases.jsonl': [
    '{"question": "What is the capital of France?", "answer": "Paris"}',
    '{"question": "What is the capital of Japan?", "answer": "Tokyo"}',
  ].join('\n'),
  'agent.mjs': `export default async (question) => (question.includes('Japan') ? 'Tokyo' : 'Paris')`,
}

async function listLoaded(project: Project, ...args: readonly string[]) {
  return listLoadedBy(sourceLine, project, ...args)
}

async function listLoadedBy(program: readonly string[], project: Project, ...args: readonly string[]) {
  return project.start(args, {
    nodeOptions: ['--import', hook],
    program,
    environment: { LOADED: join(project.folder, 'loaded.txt') },
  }).ended
}

describe('a small run', () => {
  it('loads what it needs: two cases, a function, one metric', async () => {
    const project = newProject(small)
    const { exitCode } = await listLoaded(project, 'run', 'cases.jsonl', '--target', './agent.mjs')
    const own = project.read('loaded.txt').match(/\/src\/.*\.ts$/gm) ?? []
    console.log(`${own.length} modules of ours`)
    expect(exitCode).toBe(0)
    // 311 while folders were imported whole. The aim is 150; as it is published the run loads less than 20 files (test/package).
    expect(own.length).toBeLessThanOrEqual(285)
    // Other commands, models, judges, the page, tables and PDFs are nothing to it, and Japanese is nothing to who reads English.
    expect(own.filter((file) => /\/src\/(?:server|documents|judges)\/|ja\.ts$/.test(file))).toEqual([])
  })

  it('needs neither the number formats of ICU nor code that zod generates', async () => {
    const project = newProject(small)
    const refusal = `Intl.NumberFormat = class { constructor() { throw new Error('tables of ICU') } }
      const { Function: Made } = globalThis
      globalThis.Function = class extends Made { constructor(...lines) { super(...lines); if (lines.length > 1) process.stderr.write('generated code\\n') } }`
    const { exitCode, stderr } = await project.start(['run', 'cases.jsonl', '--target', './agent.mjs'], {
      nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(refusal)}`],
      program: programLine(),
    }).ended
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'agent: ./agent.mjs\n0 of 2 done\n' })
  })
})

it.each([['--help'], ['-h'], ['help'], ['show', '--help'], ['evalset', 'create', '-h']])(
  'help loads no command (%#)',
  async (...args) => {
    const project = newProject({})
    const published = await listLoadedBy(programLine(), project, ...args)
    const loaded = project.read('loaded.txt').split('\n')
    const fromSources = await project.start(args, { program: sourceLine }).ended
    expect(published).toMatchObject({ exitCode: 0, stdout: fromSources.stdout, stderr: '' })
    expect(loaded.length).toBeLessThanOrEqual(3)
  },
)

it('a second run compiles neither its own modules nor those of Node.js', async () => {
  const project = newProject(small)
  const run = async () =>
    project.start(['run', 'cases.jsonl', '--target', './agent.mjs'], {
      nodeOptions: ['--expose-internals', '--require', listCompiled],
      program: programLine(),
      environment: {
        COMPILED: join(project.folder, 'compiled.txt'),
        NODE_COMPILE_CACHE: join(project.folder, 'cache'),
        NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
      },
    }).ended
  await run()
  const { exitCode, stderr } = await run()
  const accepted = stderr.match(/V8 code cache for .*chunks.* was accepted/g) ?? []
  const compiled = project.read('compiled.txt').split('\n')
  expect(exitCode).toBe(0)
  expect(accepted.length).toBeGreaterThan(5)
  expect(stderr).not.toMatch(/V8 code cache for .* was rejected|writing cache for/)
  // 53 when a flag was changed before they were loaded.
  expect(compiled).not.toContain('crypto')
  expect(compiled.length).toBeLessThanOrEqual(8)
})

it('whoever keeps runs in a file loads nothing of PostgreSQL and of queues', async () => {
  const project = newProject(small)
  for (const args of [
    ['run', 'cases.jsonl', '--target', './agent.mjs'],
    ['list'],
    ['show', 'latest'],
    ['compare', 'latest', 'latest'],
    ['resume', 'latest'],
    ['labels', 'export', 'latest'],
    ['export', 'latest', '--format', 'junit', '--output', 'out.xml'],
    ['run', 'cases.jsonl', '--target', './agent.mjs', '--queue'],
  ]) {
    await listLoaded(project, ...args)
    const loaded = project.read('loaded.txt').split('\n')
    expect([args, loaded.length]).toEqual([args, expect.toSatisfy((count: number) => count > 50)])
    expect([
      args,
      loaded.filter((file) => /\/node_modules\/pg(?:-|\/)|\/src\/(?:fleet|stores\/postgres)\/(?!ja\.ts)/.test(file)),
    ]).toEqual([args, []])
  }
})
