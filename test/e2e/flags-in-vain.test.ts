import { expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const refused: readonly (readonly [string, readonly string[], string])[] = [
  ['rules given twice', ['run', 'q.csv', '--fail-on', 'failed', '--fail-on', 'error'], '--fail-on "failed,error"'],
  ['none beside rules', ['run', 'q.csv', '--fail-on', 'none,failed'], '`none` has no effect beside'],
  ['a run too many', ['resume', 'latest', 'other'], 'shinsa resume does nothing with "other"'],
  ['a name for the list', ['list', 'nightly'], 'shinsa list does nothing with "nightly"'],
  ['a second case', ['show', 'latest', 'a', 'b'], 'shinsa show does nothing with "b"'],
  ['a seventh run', ['compare', ...'abcdefg'], 'shinsa compare does nothing with "g"'],
  ['a second dataset', ['convert', 'q.csv', 'r.csv', '-o', 'x.jsonl'], 'shinsa convert does nothing with "r.csv"'],
  ['a folder for the page', ['view', 'evals'], 'shinsa serve does nothing with "evals"'],
  ['a folder for the doctor', ['doctor', 'evals'], 'shinsa doctor does nothing with "evals"'],
  ['a second folder', ['init', 'a', 'b'], 'shinsa init does nothing with "b"'],
  ['a report of one case', ['show', 'latest', 'a', '--json'], '--json has no effect with CASE'],
  ['a file for one case', ['show', 'latest', 'a', '-o', 'x.md', '--all'], '--all, --output have no effect with CASE'],
  ['two reporters', ['compare', 'a', 'b', '--json', '-r', 'markdown'], '--json and --reporter markdown contradict'],
  ['two pages', ['export', 'latest', '--html', 'a.html', '-o', 'b.html'], 'a.html and --output b.html name two files'],
  ['a comment on an export', ['labels', 'export', '--comment', 'x'], '--comment has no effect with labels export'],
  ['a labeller of an import', ['labels', 'import', 'l.jsonl', '--by', 'me'], '--by has no effect with labels import'],
  ['a file for a label', ['labels', 'add', 'latest', 'a', 'pass', '-o', 'x'], '--output has no effect with labels add'],
  [
    'a model for a look at the index',
    ['runbook', 'index', 'books', '--status', '--embedding', 'm'],
    '--embedding has no effect with --status',
  ],
  ['a config without columns', ['convert', 'q.csv', '-c', 'bare.mjs', '-o', 'x.jsonl'], 'it has no `columns`'],
  ['columns for no table', ['convert', 'r.json', '-c', 'columns.mjs', '-o', 'x.jsonl'], 'the dataset is no table'],
]

it.each(refused)('%s is refused', async (_name, args, sentence) => {
  const project = newProject({
    'q.csv': 'id,question,answer\na,Where?,Kobe\n',
    'bare.mjs': 'export default {}\n',
    'columns.mjs': "export default { columns: { prompt: 'question' } }\n",
    'r.json': { eval_set_id: 'r', eval_cases: [] },
  })
  const { stderr, exitCode } = await project.runHere(...args)
  expect(stderr).toContain(sentence)
  expect(exitCode).toBe(2)
})

it('of a flag given twice the last one wins, and the others are said to have no effect', async () => {
  const { stderr, exitCode } = await newProject().run('list', '--limit', '3', '--limit=4', '--limit', '5')
  expect(stderr).toBe('warning: --limit is given more than once: "3", "4" have no effect\n')
  expect(exitCode).toBe(0)
})

it('the same value twice, and flags that are switches, are nobody’s loss', async () => {
  const project = newProject({ 'q.csv': 'id,question,answer\na,Where?,Kobe\n' })
  const { stderr, exitCode } = await project.run('list', '--limit', '3', '--limit', '3', '--json', '--json')
  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
})

it('who asks for help gets it, whatever else stands there', async () => {
  const { stdout, exitCode } = await newProject().run('list', 'nightly', '--help')
  expect(stdout).toContain('Usage: shinsa list')
  expect(exitCode).toBe(0)
})
