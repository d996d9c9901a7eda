import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const hook = fileURLToPath(new URL('../fixtures/list-loaded.mjs', import.meta.url))

describe('a small run', () => {
  it('loads what it needs: two cases, a function, one metric', async () => {
    const project = newProject({
      'cases.jsonl': [
        '{"question": "What is the capital of France?", "answer": "Paris"}',
        '{"question": "What is the capital of Japan?", "answer": "Tokyo"}',
      ].join('\n'),
      'agent.mjs': `export default async (question) => (question.includes('Japan') ? 'Tokyo' : 'Paris')`,
    })
    const { exitCode } = await project.start(['run', 'cases.jsonl', '--target', './agent.mjs'], {
      nodeOptions: ['--import', hook],
      environment: { LOADED: join(project.folder, 'loaded.txt') },
    }).ended
    // What each folder says in Japanese is data in a file of its own, and was one file before.
    const own = (project.read('loaded.txt').match(/\/src\/.*\.ts$/gm) ?? []).filter((file) => !file.endsWith('/ja.ts'))
    console.log(`${own.length} modules of ours`)
    expect(exitCode).toBe(0)
    // 311 while folders were imported whole. The aim is 150; as it is published the run loads less than 40 files (test/package).
    expect(own.length).toBeLessThanOrEqual(288)
    // Other commands, models, judges, the page, tables and PDFs are nothing to it.
    expect(own.filter((file) => /\/src\/(?:server|documents|judges)\//.test(file))).toEqual([])
  })
})
