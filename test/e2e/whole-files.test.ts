import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newProject, turn, until } from './run-shinsa.ts'

const cases = Array.from({ length: 40 }, (_, index) => `c${index}`)
const table = `id,question,answer\n${cases.map((id) => `${id},say ${id},it is ${id}\n`).join('')}`
const lines = cases.map((id) => JSON.stringify({ eval_id: id, invocations: [turn(`say ${id}`, `it is ${id}`)] }))
const whole = `${lines.join('\n')}\n`
const rouge = { criteria: { response_match_score: 0.5 } }
const recorded = { 'q.csv': table, 't.jsonl': whole, 'test_config.json': rouge }

describe('a file that is written while its writer is killed', () => {
  it('is the old one, and what was half-written goes at the next start', async () => {
    const project = newProject({ ...recorded, 'out.html': 'old', 'out/out.json': 'old' })
    await project.runHere('run', 'q.csv', '-t', 'recorded:t.jsonl', '--repeat', '100')
    for (const [file, folder] of [
      ['out.html', project.folder],
      ['out/out.json', `${project.folder}/out`],
    ] as const) {
      const { child, ended } = project.start(['export', 'latest', '--output', file])
      await until(() => unfinished(folder).length > 0)
      child.kill('SIGKILL')
      expect((await ended).signal).toBe('SIGKILL')
      expect(project.read(file)).toBe('old')
      await project.runHere('list')
      expect(unfinished(folder)).toEqual([])
    }
    expect(await project.runHere('export', 'latest', '--output', 'out/out.json')).toMatchObject({ exitCode: 0 })
    expect(JSON.parse(project.read('out/out.json'))).toMatchObject({ results: { length: 4000 } })
  })
})

describe('a file that was cut off', () => {
  it('is said to be one, before any case is played', async () => {
    const project = newProject({
      ...recorded,
      'in-a-line.jsonl': whole.slice(0, whole.length * 0.4),
      'between-lines.jsonl': `${lines.slice(0, 20).join('\n')}\n`,
      'set.json': '{"eval_set_id": "set", "eval_cases": [{"eval_id": "a", "conversation": [{"user_con',
    })
    expect((await project.runHere('run', 'q.csv', '-t', 'recorded:in-a-line.jsonl')).stderr).toMatchInlineSnapshot(`
      "error: PROJECT/in-a-line.jsonl:17:18: the file ends in the middle of what stands here
      hint: It was cut off, perhaps while it was written or copied. Get the whole file.
      "
    `)
    expect((await project.runHere('run', 'q.csv', '-t', 'recorded:between-lines.jsonl')).stderr).toMatchInlineSnapshot(`
      "error: PROJECT/between-lines.jsonl has no transcript of the last case, c39: it was cut off, or is of other cases
      hint: Get the whole file, or evaluate only cases that it has: DATASET:CASE,…
      "
    `)
    expect((await project.runHere('run', 'set.json', '-t', 'recorded:t.jsonl')).stderr).toMatchInlineSnapshot(`
      "error: PROJECT/set.json:1:74: the file ends in the middle of what stands here
      hint: It was cut off, perhaps while it was written or copied. Get the whole file.
      "
    `)
    expect((await project.runHere('run', 'q.csv:c0,c19', '-t', 'recorded:between-lines.jsonl')).exitCode).toBe(0)
    expect((await project.runHere('list', '--json')).stdout.match(/"runId"/g)).toHaveLength(1)
  })
})

function unfinished(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.unfinished'))
}
