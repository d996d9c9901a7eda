import { describe, expect, it } from 'vitest'
import { RunDocument } from '../../src/reporters/json.ts'
import { newProject } from './run-shinsa.ts'

const ids = ['w-kyoto', 'w-oslo', 'orders-1', 'orders-2', 'orders-3']

const lines = ids
  .map((id, index) => ({
    eval_id: id,
    tags: index % 2 === 0 ? ['smoke'] : [],
    conversation: [{ user_content: { parts: [{ text: id }] }, final_response: { parts: [{ text: id }] } }],
  }))
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

const table = `id,question,answer,tags\n${ids.map((id, index) => `${id},${id},${id},${index % 2 === 0 ? '"smoke, en"' : ''}\n`).join('')}`

const echo = `export default async (message) => message`

describe('cases that a command line describes', () => {
  it('are the only ones that are played, and it is said of how many', async () => {
    const project = newProject({ 'cases.jsonl': lines, 'cases.csv': table, 'agent.mjs': echo })
    const played = async (...args: readonly string[]) => {
      const { outcome, document } = await project.runJson(...args, '--target', './agent.mjs')
      return { said: outcome.stderr, ids: document.results.map(({ evalCase }) => evalCase.id) }
    }
    const filtered = await played('cases.jsonl', '--filter', 'w-*,*-3')
    expect(filtered.ids).toEqual(['w-kyoto', 'w-oslo', 'orders-3'])
    expect(filtered.said).toContain('3 of 5 cases of the dataset\n')
    const tagged = await played('cases.csv', '--tag', 'smoke', '--first', '2')
    expect(tagged.ids).toEqual(['w-kyoto', 'orders-1'])
    // A tag that cases are chosen by is not one that nothing looks at.
    expect(tagged.said).not.toContain('kept as metadata')
    const within = await played('cases.csv:orders-1,orders-2', '--filter', '*2')
    expect(within.ids).toEqual(['orders-2'])
    expect(within.said).toContain('1 of 5 cases of the dataset\n')
  })

  it('are told to be a selection wherever the run is told, also when they are run again', async () => {
    const project = newProject({ 'cases.jsonl': lines, 'agent.mjs': echo })
    const first = await project.run('run', 'cases.jsonl', '--target', './agent.mjs', '--filter', 'w-*')
    const again = await project.run('rerun', 'latest', '--filter', 'w-oslo')
    const told = [first, again, await project.run('show', 'latest'), await project.run('list')].map(({ stdout }) =>
      stdout.match(/\d cases? of the dataset not selected/g),
    )
    const [three, four] = ['3 cases of the dataset not selected', '4 cases of the dataset not selected']
    expect(told).toEqual([[three], [four], [four], [four, three]])
  })

  it('are the same ones when the run is resumed', async () => {
    const agent = `import { existsSync, writeFileSync } from 'node:fs'
let asked = 0
export default async (message) => {
  asked += 1
  if (asked === 2 && !existsSync('killed')) { writeFileSync('killed', ''); process.kill(process.pid, 'SIGKILL') }
  return message
}`
    const project = newProject({ 'cases.jsonl': lines, 'agent.mjs': agent })
    const command = 'run cases.jsonl --target ./agent.mjs --sample 3 --seed 5 --concurrency 1'
    const killed = await project.run(...command.split(' '))
    expect(killed.signal).toBe('SIGKILL')
    const resumed = await project.run('resume', 'latest', '--json')
    const { run, results } = RunDocument.parse(JSON.parse(resumed.stdout))
    expect(results.map(({ evalCase }) => evalCase.id)).toEqual(run.plan.dataset.selected)
    expect(results).toHaveLength(3)
  })

  it('that are none, or are counted twice, end the command before anything is asked', async () => {
    const project = newProject({ 'cases.jsonl': lines, 'agent.mjs': echo })
    const none = await project.run('run', 'cases.jsonl', '--target', './agent.mjs', '--tag', 'smoek', '--lang', 'ja')
    expect(none).toMatchObject({ exitCode: 2, stdout: '' })
    expect(none.stderr).toMatchInlineSnapshot(`
      "エラー: PROJECT/cases.jsonl に "smoek" に合うケースがありません
      ヒント: もしかして: smoke
      "
    `)
    const both = await project.run('run', 'cases.jsonl', '-t', './agent.mjs', '--first', '1', '--sample', '1')
    expect(both.stderr).toBe('error: --first and --sample contradict each other\n')
  })
})
