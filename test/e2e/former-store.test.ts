import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { RunDocument } from '../../src/reporters/json.ts'
import type { CalibrationDetail } from '../../src/server/api/comparisons.ts'
import type { RunbookEvaluation } from '../../src/server/api/runbooks.ts'
import type { RunDetail } from '../../src/server/api/runs.ts'
import { newProject, type Project } from './run-shinsa.ts'

// Written by the program as it was when `review` and `runbook` stood in the summary itself: one run of six reviews, one of
// four questions about runbooks, both with the agents that ship and the embedded judge.
const former = readFileSync(new URL('../fixtures/stores/layout-4.db', import.meta.url))
const reviews = '20261122-190935-jt21'
const questions = '20261122-191009-jtp7'

const long = { timeout: 60_000 }

function formerProject(): Project {
  return newProject({ '.shinsa/runs.db': former })
}

it('lists, shows and compares the runs of a store of the layout before', long, async () => {
  const project = formerProject()
  expect((await project.run('list')).stdout).toMatchInlineSnapshot(`
    "run                   verdict   pass rate         dataset            target
    20261122-191009-jtp7  ✓ passed  100 % (51–100 %)  questions          runbook-assistant
    20261122-190935-jt21  ✗ failed  83 % (43–97 %)    maintenance_suite  document-reviewer:embedded
    "
  `)
  const ofReviews = (await project.run('show', reviews)).stdout
  expect(linesFrom(ofReviews, 'Accuracy metrics', 8)).toMatchInlineSnapshot(`
    "Accuracy metrics
    =============================================================
    Accuracy:         83.3% (5/6 right, 95% interval 43–97%)
    Recall:           100% ⭐ (all 3 violations found, 95% interval 43–100%)
    Precision:        75% (3 of 4 alarms right, 95% interval 30–96%)
    Specificity:      66.7% (95% interval 20–94%)
    F1 Score:         0.86 (95% interval 0.46–0.98)
    False Negatives:  0 (no violation was missed)"
  `)
  expect(linesFrom(ofReviews, '✗ SM06-mfa', 3)).toMatchInlineSnapshot(`
    "✗ SM06-mfa  “Administrators use multi-factor authentication.”
      verdict_match: 0 is below the threshold 1: A false alarm: fail instead of pass, confidence 0.40
        expected pass, got fail, confidence 0.40"
  `)
  const ofQuestions = (await project.runHere('show', questions)).stdout
  expect(linesFrom(ofQuestions, 'Evaluation summary', 8)).toMatchInlineSnapshot(`
    "Evaluation summary
    ✅ MVP passed
    - Questions: 4
    - Questions passed: 4 (a mean of 70 points or more)
    - Pass rate: 100.0%
    - Overall mean: 91.5 points
    - Flags as expected: 4 of 4
    MVP rule: at least 2 of 4 questions with a mean of 70 points or more, and an overall mean of 50 points or more"
  `)
  expect((await project.runHere('show', questions, '1')).stdout).toContain(
    '✅ 99.7 points\ngroundedness 100  accuracy 100',
  )
  expect((await project.run('compare', reviews, questions)).exitCode).toBe(0)
})

it('exports them in the words of today', long, async () => {
  const project = formerProject()
  for (const name of ['run.json', 'run.md', 'run.html', 'run.csv']) {
    expect(await project.run('export', reviews, '--output', name)).toMatchObject({ exitCode: 0 })
  }
  const { run, results } = RunDocument.parse(JSON.parse(project.read('run.json')))
  expect(Object.keys(run.summary?.sets ?? {})).toEqual(['review'])
  expect(run.summary).not.toHaveProperty('review')
  const evidence = results
    .flatMap(({ scores }) => scores)
    .flatMap((score) => ('evidence' in score ? (score.evidence ?? []) : []))
  const classified = evidence.filter(({ kind }) => kind === 'classification')
  expect(classified).toHaveLength(6)
  expect(classified[5]).toMatchInlineSnapshot(`
    {
      "actual": "fail",
      "confidence": 0.4,
      "details": {
        "evidenceStatus": "partial",
      },
      "expected": "pass",
      "kind": "classification",
    }
  `)
  expect(project.read('run.md')).toContain('### Accuracy metrics')
  expect(project.read('run.html')).toContain('"calibrated":["20261122-190935-jt21"]')
})

it('answers the page from them', long, async () => {
  const project = formerProject()
  const base = await project.serveHere()
  const get = async (path: string): Promise<unknown> => (await fetch(new URL(path, base))).json()
  const calibration = (await get(`/api/runs/${reviews}/calibration`)) as CalibrationDetail
  expect(calibration.review.rows).toMatchObject({ total: 6, scored: 6 })
  expect(calibration.rows.at(-1)).toMatchObject({
    caseId: 'SM06-mfa',
    expected: 'pass',
    result: 'fail',
    confidence: 0.4,
  })
  const { sections = [] } = (await get(`/api/runs/${reviews}`)) as RunDetail
  expect(sections.map(({ title }) => title?.text)).toEqual([
    'Accuracy metrics',
    'Confidence calibration (safety with people in the loop)',
    'Safe threshold for auto-approval',
    'Explanation quality (judged)',
    undefined,
  ])
  const evaluation = (await get(`/api/runbook/evaluation/${questions}`)) as RunbookEvaluation
  expect(evaluation.detail.run.summary?.sets?.['runbook']).toMatchObject({ total: 4, accepted: true })
})

it('leaves a row alone that it cannot read, and brings up the others', long, async () => {
  const project = formerProject()
  const database = new DatabaseSync(join(project.folder, '.shinsa', 'runs.db'))
  database.prepare(`UPDATE runs SET summary = '{"review":' WHERE id = ?`).run(reviews)
  database.close()
  const { exitCode, stdout, stderr } = await project.runHere('list')
  expect(exitCode).toBe(0)
  expect(stdout).toContain(questions)
  expect(stdout + stderr).toContain(`what the store says about run ${reviews} is not readable`)
})

function linesFrom(text: string, first: string, count: number): string {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.startsWith(first))
  return lines.slice(from, from + count).join('\n')
}

it.each(['after 1 row', 'after 4 rows', 'after all rows'])(
  'opens a store whose layout a killed process was about to change: %s',
  long,
  async (moment) => {
    const [untouched, project] = [formerProject(), formerProject()]
    const rows = Number(/\d+/.exec(moment)?.[0] ?? Infinity)
    const { signal } = await project.start(['list'], { nodeOptions: ['--import', killedWithin(rows)] }).ended
    expect(signal).toBe('SIGKILL')
    expect(contentOf(project)).toEqual(contentOf(untouched))
    for (const args of [['list'], ['show', reviews], ['show', questions], ['export', reviews, '-f', 'json']]) {
      expect(await project.runHere(...args)).toEqual(await untouched.runHere(...args))
    }
    expect(contentOf(project)).toEqual(contentOf(untouched))
    expect(contentOf(project).layout).toEqual({ user_version: 6 })
  },
)

/** A module that ends its process as `kill -9` does: after so many rows were changed, or when the layout is written down. */
function killedWithin(rows: number): string {
  const source = `
    import { DatabaseSync, StatementSync } from 'node:sqlite'
    const { exec } = DatabaseSync.prototype
    const { run } = StatementSync.prototype
    let changed = 0
    const end = () => process.kill(process.pid, 'SIGKILL')
    DatabaseSync.prototype.exec = function (sql) {
      if (sql.startsWith('PRAGMA user_version =')) end()
      return exec.call(this, sql)
    }
    StatementSync.prototype.run = function (...values) {
      const result = run.apply(this, values)
      if ((changed += 1) === ${rows}) end()
      return result
    }`
  return `data:text/javascript,${encodeURIComponent(source)}`
}

function contentOf(project: Project) {
  const database = new DatabaseSync(join(project.folder, '.shinsa', 'runs.db'))
  const layout = database.prepare('PRAGMA user_version').get()
  const rows = ['runs', 'events'].map((table) => database.prepare(`SELECT * FROM ${table}`).all())
  database.close()
  return { layout, rows }
}
