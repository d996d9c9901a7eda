import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const answers: Readonly<Record<string, string>> = {
  'Where is the Louvre?': 'Paris',
  'Who wrote it?': 'It was Mark Twain.',
  'When?': '1990',
  首都は: '東京都です。',
}
const agent = `const answers = ${JSON.stringify(answers)}\nexport default (text) => answers[text] ?? 'no idea'\n`
const criteria = { criteria: { exact_match: 1, response_match_score: 0.8, final_response_match_v2: 0.8 } }

const lines = [
  { id: 'louvre', question: 'Where is the Louvre?', answers: ['in France', 'Paris', 'Paris'] },
  {
    id: 'author',
    question: 'Who wrote it?',
    answers: { text: ['Samuel Clemens', 'Mark Twain'], answer_start: [1, 9] },
  },
  { id: 'year', question: 'When?', answers: [1991, 1992] },
  { id: 'capital', question: '首都は', answers: ['江戸', '東京都'] },
  { id: 'open', question: 'Why?', answers: [] },
]
const jsonl = lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** The values of each case, by metric. */
const valuesOf = ({ results }: Ran['document']) =>
  Object.fromEntries(
    results.map(({ evalCase, scores }) => [
      evalCase.id,
      scores
        .filter(({ metric }) => metric in criteria.criteria)
        .map((score) => ('value' in score ? Number(score.value.toFixed(2)) : score.status))
        .join(' '),
    ]),
  )
type Ran = Awaited<ReturnType<ReturnType<typeof newProject>['runJson']>>

describe('several right answers', () => {
  it('are a list in a line, and the best one counts', async () => {
    const project = newProject({ 'q.jsonl': jsonl, 'agent.mjs': agent, 'c.json': criteria })
    const { document } = await project.runJson('q.jsonl', '-t', './agent.mjs', '-c', 'c.json')
    expect(valuesOf(document)).toMatchInlineSnapshot(`
      {
        "author": "0 0.67 1",
        "capital": "0 0.75 1",
        "louvre": "1 1 1",
        "open": "not-evaluated not-evaluated not-evaluated",
        "year": "0 0 0",
      }
    `)
    const shown = await project.runHere('show', 'latest', 'louvre')
    expect(shown.stdout.split('tool_call_count')[0]).toMatchInlineSnapshot(`
      "✓ passed  louvre

      turn 1
      user      Where is the Louvre?
      agent     Paris
      expected  in France
      or        Paris

      exact_match              ✓ 1 (threshold 1)
                               held against “Paris”
      response_match_score     ✓ 1 (threshold 0.8)
                               held against “Paris”
      final_response_match_v2  ✓ 1 (threshold 0.8)
                               held against “Paris”
      "
    `)
  })

  it('stand in one cell, between the separator that the config names', async () => {
    const csv = 'id,question,answer\nlouvre,Where is the Louvre?,in France | Paris\nauthor,Who wrote it?,Mark Twain|\n'
    const config = "export default { columns: { expectedSeparator: '|' } }\n"
    const project = newProject({ 'q.csv': csv, 'agent.mjs': agent, 'c.json': criteria, 'shinsa.config.mjs': config })
    const { document } = await project.runJson('q.csv', '-t', './agent.mjs', '-c', 'c.json')
    expect(valuesOf(document)).toMatchInlineSnapshot(`
      {
        "author": "0 0.67 1",
        "louvre": "1 1 1",
      }
    `)
  })

  it('are one text without a separator', async () => {
    const csv = 'id,question,answer\nlouvre,Where is the Louvre?,in France|Paris\n'
    const project = newProject({ 'q.csv': csv, 'agent.mjs': agent, 'c.json': { criteria: { exact_match: 1 } } })
    const { document } = await project.runJson('q.csv', '-t', './agent.mjs', '-c', 'c.json')
    expect(valuesOf(document)).toEqual({ louvre: '0' })
  })

  it('are told of where a format has no place for them', async () => {
    const project = newProject({ 'q.jsonl': jsonl })
    for (const output of ['q.evalset.json', 'q.csv', 'q.experiment.json']) {
      const { stderr } = await project.runHere('convert', 'q.jsonl', '--output', output)
      expect(stderr).toContain('4 cases with the first of several references only')
    }
  })

  it('are what `judge validate` asks about', async () => {
    const rows = [
      {
        id: 'a',
        question: 'Where is it?',
        answer: 'It is in Paris.',
        reference: ['Lutetia', 'Paris'],
        human_verdict: 'pass',
      },
      {
        id: 'b',
        question: 'Where is it?',
        answer: 'It is in Rome.',
        reference: ['Lutetia', 'Paris'],
        human_verdict: 'fail',
      },
    ]
    const project = newProject({ 'l.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join('') })
    const { stdout } = await project.runHere('judge', 'validate', 'l.jsonl', '--metric', 'final_response_match_v2')
    expect(stdout).toContain('both passed 1, both failed 1, only the judge passed 0, only people passed 0')

    const csv = 'id,question,answer,reference,human_verdict\na,Where is it?,It is in Paris.,Lutetia / Paris,pass\n'
    const config = "export default { columns: { expectedSeparator: '/' } }\n"
    const table = newProject({ 'l.csv': csv, 'shinsa.config.mjs': config })
    const told = await table.runHere('judge', 'validate', 'l.csv', '--metric', 'final_response_match_v2')
    expect(told.stdout).toContain('both passed 1, both failed 0, only the judge passed 0, only people passed 0')
  })
})
