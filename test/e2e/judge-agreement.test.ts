import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sheetOf, writeXlsx } from '../fixtures/write-xlsx.ts'
import { startModelServer } from './model-server.ts'
import { type Project, agents, loudSet, newProject } from './run-shinsa.ts'

const metric = 'final_response_match_v2'

/** A finished run of four cases, of which the agent gets two right. */
async function ranProject(): Promise<Project> {
  const project = newProject({
    'agent.ts': agents.loud,
    'a.evalset.json': loudSet({ tea: 'right', milk: 'right', rice: 'wrong', soup: 'wrong' }),
    'test_config.json': { criteria: { [metric]: { threshold: 0.8 } } },
  })
  await project.run('run', 'a.evalset.json', '-t', './agent.ts', '--name', 'first')
  return project
}

function label(project: Project, caseId: string, rating: string, ...flags: string[]) {
  return project.run('labels', 'add', 'first', caseId, metric, rating, ...flags)
}

const said = { passed: true, at: '2026-01-01T00:00:00Z', blind: true }

const table = 'id,question,answer,reference,human_verdict\n'
const rows = [
  'a,What is the capital of France?,Paris is the capital of France.,Paris,pass',
  'b,What is the capital of Italy?,The capital is Milan.,Rome,fail',
  'c,When did it end?,It ended in 1945.,1945,pass',
]

describe('labels', () => {
  it('may stand in a workbook, of which a sheet is named', async () => {
    const sheet = sheetOf([table.trim(), ...rows].map((row) => row.split(',')))
    const project = newProject({ 'labels.csv': table + rows.join('\n') })
    writeFileSync(join(project.folder, 'labels.xlsx'), writeXlsx({ Read: sheetOf([['read me']]), People: sheet }))
    const validate = (file: string) => project.runHere('judge', 'validate', file, '--metric', metric)
    const fromTable = await validate('labels.csv')
    const fromBook = await validate('labels.xlsx')
    const fromSheet = await validate('labels.xlsx#People')
    const nowhere = await validate('labels.xlsx#Peple')
    expect(fromTable).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 labelled results') })
    expect(fromBook.stdout).toBe(fromTable.stdout)
    expect(fromSheet.stdout).toBe(fromTable.stdout)
    expect(nowhere).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Did you mean "People"?') })
  })

  it('go from a run to a file, to a judge, and into another store with the same run', async () => {
    const project = await ranProject()
    for (const [caseId, rating] of Object.entries({ tea: 'pass', milk: 'fail', rice: 'fail', soup: '20' })) {
      const { exitCode, stderr } = await label(project, caseId, rating, '--by', 'reviewer-1', '--comment', 'seen')
      expect(exitCode).toBe(0)
      expect(stderr).toMatch(new RegExp(`^note: labelled ${caseId} of run `))
    }
    await label(project, 'tea', 'pass', '--by', 'reviewer-2', '--blind')
    const exported = await project.runHere('labels', 'export', 'first', '--output', 'labels.jsonl')
    expect(exported).toMatchObject({ exitCode: 0, stderr: 'note: 4 results with labels written\n' })

    // The file stands alone: another folder, without the run.
    const elsewhere = newProject({ 'labels.jsonl': project.read('labels.jsonl') })
    const validated = await elsewhere.run('judge', 'validate', 'labels.jsonl')
    expect(validated.exitCode).toBe(0)
    expect(validated.stdout).toMatchInlineSnapshot(`
      "final_response_match_v2, judged by embedded: 4 labelled results, 0 not evaluated

      the whole result
        same verdict: 75 % (30–96 %), n = 4
        Cohen's kappa: 0.5 (-0.28 … 0.98), n = 4
        Gwet's AC1: 0.53 (-0.43 … 0.99), n = 4
        weighted kappa of scores: – (one side gave one score only)
        mean shift, 0–100: −20 (−92.9 … +84.6), n = 1
        both passed 1, both failed 2, only the judge passed 1, only people passed 0
        people among themselves:
          same verdict: 100 % (20–100 %), n = 1
          Cohen's kappa: – (one side gave one verdict only, and chance alone explains any agreement)
          Gwet's AC1: 1 (-0.67 … 1), n = 1
        Krippendorff's alpha of 2 people: – (people gave one verdict only)
        These verdicts cannot tell the agreement of the judge with people from chance (kappa 0.5, n = 4).
        Only 4 verdicts: below 30 this is a hint and no measurement.

      They disagree on 1 verdict:
        - milk: people failed, judge passed 100 % “seen”
      "
    `)
    expect(await elsewhere.runHere('labels', 'import', 'labels.jsonl')).toMatchObject({
      exitCode: 0,
      stderr: 'note: 0 labels taken in\nwarning: 5 labels are of results that this store does not have\n',
    })
    expect(await project.runHere('labels', 'import', 'labels.jsonl')).toMatchObject({
      exitCode: 0,
      stderr: 'note: 5 labels taken in\n',
    })
    await project.runHere('labels', 'export', '--output', 'again.jsonl')
    expect(project.read('again.jsonl')).toBe(project.read('labels.jsonl'))
  })

  it('of a result as a whole are asked of the metric that is named, and of none otherwise', async () => {
    const project = await ranProject()
    await project.runHere('labels', 'add', 'first', 'tea', 'pass', '--by', 'reviewer-1')
    await project.runHere('labels', 'export', 'first', '--output', 'labels.jsonl')
    expect(await project.runHere('judge', 'validate', 'labels.jsonl')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('does not say which metric its labels are for'),
    })
    const named = await project.runHere('judge', 'validate', 'labels.jsonl', '--metric', metric)
    expect(named).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('same verdict: 100 %') })

    await label(project, 'milk', 'fail')
    await project.runHere('labels', 'export', 'first', '--output', 'labels.jsonl')
    const both = await project.runHere('judge', 'validate', 'labels.jsonl')
    expect(both.stdout).toContain('1 labelled result, 0 not evaluated')
    expect(both.stderr).toContain('note: 1 labelled as a whole left out: --metric NAME asks a metric of them\n')
    expect(await project.runHere('labels', 'import', 'labels.jsonl')).toMatchObject({
      exitCode: 0,
      stderr: 'note: 2 labels taken in\n',
    })
  })

  it('may be notes without a verdict, which are exported and taken in, and count nowhere', async () => {
    const project = await ranProject()
    const note = ['labels', 'add', 'first', 'tea', 'note', '--comment', 'お茶の温度を確認', '--by', 'Aki']
    expect(await project.runHere(...note)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('a note on tea'),
    })
    expect(await project.runHere('labels', 'add', 'first', 'tea', 'note')).toMatchObject({
      exitCode: 2,
      stderr: 'error: a note needs --comment TEXT\n',
    })
    expect((await project.runHere('labels', 'plan', 'first')).stderr).toContain('; 0 are there')
    await project.runHere('labels', 'export', 'first', '--output', 'notes.jsonl')
    const line = JSON.parse(project.read('notes.jsonl')) as { labels: object[] }
    expect(line.labels).toEqual([{ comment: 'お茶の温度を確認', by: 'Aki', at: expect.any(String), blind: false }])
    expect(await project.runHere('labels', 'import', 'notes.jsonl')).toMatchObject({ exitCode: 0 })
    expect((await project.runHere('judge', 'validate', 'notes.jsonl')).stderr).toContain('there is no label in it')
  })

  it('are refused for a case, a metric or a rating that is none', async () => {
    const project = await ranProject()
    expect((await label(project, 'tee', 'pass')).stderr).toBe(
      'error: the run has no result of the case "tee"\nhint: Did you mean tea?\n',
    )
    expect((await project.runHere('labels', 'add', 'first', 'tea', 'final_response', 'pass')).stderr).toMatch(
      /^error: the run has no metric "final_response"\n/,
    )
    expect(await project.runHere('labels', 'add', 'first', 'tea', 'pass', '--aspect', 'safety')).toMatchObject({
      exitCode: 2,
      stderr: 'error: an aspect is one of a metric: name the metric too\n',
    })
    expect(await label(project, 'tea', '101')).toMatchObject({
      exitCode: 2,
      stderr: 'error: "101" is neither pass nor fail nor 0–100 nor note\n',
    })
  })
})

describe('shinsa judge validate', () => {
  it('counts what the judge said and nobody could read, and takes it for no verdict', async () => {
    const server = await startModelServer((prompt) =>
      prompt.includes('Milan') || prompt.startsWith('Your reply was not readable') ? { text: 'Hm.' } : 'valid',
    )
    const project = newProject({ 'labels.csv': table + rows.join('\n') })
    const { exitCode, stdout } = await project.runHere(
      'judge',
      'validate',
      'labels.csv',
      '--metric',
      metric,
      '--format',
      'json',
      '--yes',
      '--judge',
      `openai-compatible/judge@${server.url}`,
    )
    expect(exitCode).toBe(0)
    const { metrics } = JSON.parse(stdout)
    expect(metrics).toMatchObject([{ results: 3, notEvaluated: [{ name: 'b' }], rows: [{ judge: { verdicts: 2 } }] }])
  })

  it('asks before it costs something, and the same question once', async () => {
    const server = await startModelServer(() => 'valid')
    const project = newProject({ 'labels.csv': table + rows.join('\n') })
    const args = [
      'judge',
      'validate',
      'labels.csv',
      '--metric',
      metric,
      '--judge',
      `openai-compatible/judge@${server.url}`,
    ]
    expect(await project.runHere(...args)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('this run costs money, and nobody is there to be asked'),
    })
    expect(server.prompts).toEqual([])
    const first = await project.runHere(...args, '--yes')
    const asked = server.prompts.length
    expect(asked).toBeGreaterThan(0)
    expect((await project.runHere(...args, '--yes')).stdout).toBe(first.stdout)
    expect(server.prompts).toHaveLength(asked)
    expect((await project.run('list', '--json')).stdout).toBe('[]\n')
  })

  it('counts the repeats of a case together, and gates on the lower end of an interval', async () => {
    const beginnings = ['', 'It is ', 'That is ', 'In ', 'Surely ']
    const copied = Array.from({ length: 12 }, (_, index) => {
      const [place, verdict] = index % 3 === 0 ? ['Milan', 'fail'] : ['Rome', 'pass']
      return beginnings.map(
        (begin, copy) => `${copy}-${index},Where is number ${index}?,${begin}${place},Rome,${verdict}`,
      )
    }).flat()
    const project = newProject({ 'labels.csv': `id,question,answer,reference,human_verdict\n${copied.join('\n')}` })
    const { exitCode, stdout, stderr } = await project.runHere(
      'judge',
      'validate',
      'labels.csv',
      '--metric',
      metric,
      '--fail-on',
      'kappa<0.9,kappa-low<0.9,agreement-low<0.7',
    )
    expect(stdout).toContain('of 12 cases; intervals count these\n')
    expect(stdout).toMatch(/same verdict: 100 % \(75–100 %\), n = 60\n/)
    expect(stderr).toMatch(/^0 of 60 done\nfailed: final_response_match_v2: kappa-low is 0\.\d+, below 0\.9\n$/)
    expect(exitCode).toBe(1)
  })

  it('has no kappa where all labels are the same, and a rule about it fails', async () => {
    const project = newProject({ 'labels.csv': [table.trim(), rows[0], rows[2]].join('\n') })
    const { exitCode, stdout, stderr } = await project.runHere(
      'judge',
      'validate',
      'labels.csv',
      '--metric',
      metric,
      '--fail-on',
      'kappa<0.6,agreement<0.9',
    )
    expect(stdout).toContain(
      "Cohen's kappa: – (one side gave one verdict only, and chance alone explains any agreement)",
    )
    expect(stderr).toContain('failed: final_response_match_v2: kappa cannot be told, and the gate asks for 0.6\n')
    expect(exitCode).toBe(1)
  })

  it('reads people from the saved file of a runbook evaluation', async () => {
    const human = { scores: { 網羅性: 100, 安全性: 50 }, passed: true, comment: 'ok' }
    const result = {
      question_id: 1,
      category: '正常系',
      question: '最初に何をしますか',
      answer: '端末をネットワークから隔離します。',
      context: '[1] 端末をネットワークから隔離する。\n\n[2] 上長へ報告する。',
      expected_keypoints: ['端末をネットワークから隔離する'],
      human,
    }
    const project = newProject({
      'judge_eval_20260101_000000.json': { results: [result, { ...result, question_id: 2, human: undefined }] },
    })
    const { stdout, stderr, exitCode } = await project.runHere(
      'judge',
      'validate',
      'judge_eval_20260101_000000.json',
      '--metric',
      'key_points',
      '--format',
      'json',
    )
    expect(stderr).toContain('note: 1 without a label left out\n')
    const [trust] = JSON.parse(stdout).metrics
    expect(trust).toMatchObject({ metric: 'key_points', results: 1, notEvaluated: [] })
    expect(trust.rows.map((row: { aspect?: string }) => row.aspect)).toEqual([undefined, 'coverage', 'safety'])
    expect(exitCode).toBe(0)
  })

  it.each([
    ['nothing', 'labels.jsonl', '', /^error: PROJECT\/labels\.jsonl is empty\n/],
    ['no label', 'labels.csv', `${table}a,Q?,A,R,\n`, /^error: PROJECT\/labels\.csv: there is no label in it\n/],
    ['no word for a verdict', 'labels.csv', `${table}a,Q?,A,R,maybe\n`, /labels\.csv:2: "maybe" is no verdict\n/],
    ['no column of people', 'labels.csv', 'question,answer\nQ?,A\n', /there is no column "human_verdict"\n/],
    ['brackets without end', 'labels.jsonl', '['.repeat(100_000), /labels\.jsonl: nested deeper than 200 levels/],
    [
      'a label that says nothing',
      'labels.jsonl',
      `${labelLine({ labels: [{ ...said, passed: undefined }] })}\n`,
      /:1: labels\.0: a label needs a value, or whether it passed; a note needs a comment\n/,
    ],
    ['a value over 1', 'labels.jsonl', `${labelLine({ labels: [{ ...said, value: 7 }] })}\n`, /:1: labels\.0\.value: /],
    [
      'a document elsewhere',
      'labels.jsonl',
      `${labelLine({ documents: ['../../../etc/passwd'] })}\n`,
      /:1: the document "\.\.\/\.\.\/\.\.\/etc\/passwd" lies outside the folder of the file\n/,
    ],
    [
      'a metric that is none',
      'labels.jsonl',
      `${labelLine({ metric: 'constructor' })}\n`,
      /^error: there is no metric constructor\n/,
    ],
  ])('refuses a file with %s', async (_what, name, content, trouble) => {
    const project = newProject({ [name]: content })
    const flags = name.endsWith('.csv') ? ['--metric', metric] : []
    const { exitCode, stdout, stderr } = await project.runHere('judge', 'validate', name, ...flags)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(trouble)
  })

  it('writes what the ending of --output says, and guesses none', async () => {
    const project = newProject({ 'labels.jsonl': `${labelLine({})}\n` })
    const validate = (...flags: readonly string[]) => project.runHere('judge', 'validate', 'labels.jsonl', ...flags)
    expect(await validate('--output', 'trust.json')).toMatchObject({ exitCode: 0, stdout: '' })
    expect(JSON.parse(project.read('trust.json'))).toMatchObject({ file: 'labels.jsonl', unlabelled: 0 })
    await validate('--output', 'trust.txt')
    expect(project.read('trust.txt')).toContain(metric)
    await validate('--output', 'trust.json', '--format', 'terminal')
    expect(project.read('trust.json')).toBe(project.read('trust.txt'))
    expect(await validate('--output', 'trust.pdf')).toMatchObject({
      exitCode: 2,
      stderr: `error: the ending of trust.pdf does not say which report is meant
hint: Name it: --format terminal | json.
`,
    })
  })

  it('lets nothing that people or agents wrote take effect on the screen', async () => {
    const answer = '\u001b[2J\u202eIt ended in 1899.'
    const hostile = {
      id: '\u001b[31mx',
      question: 'When?',
      answer,
      reference: '1945',
      human_verdict: 'pass',
      human_comment: '\u001b]0;owned\u0007\nnew line',
    }
    const project = newProject({ 'labels.jsonl': `${JSON.stringify(hostile)}\n` })
    const { stdout, stderr } = await project.runHere('judge', 'validate', 'labels.jsonl', '--metric', metric)
    // oxlint-disable-next-line no-control-regex
    expect(stdout + stderr).not.toMatch(/[\u001b\u0007\u202e]/)
    expect(stdout).toContain('owned')
  })

  it('needs to be told the metric where the labels do not say it, and refuses a rule that is none', async () => {
    const project = newProject({ 'labels.csv': table + rows.join('\n') })
    expect(await project.runHere('judge', 'validate', 'labels.csv')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('does not say which metric its labels are for'),
    })
    expect(await project.runHere('judge', 'validate', 'labels.csv', '--fail-on', 'kappa>0.6')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('"kappa>0.6" is not a rule for the gate'),
    })
  })
})

function labelLine({ labels = [said] as readonly object[], documents = [] as string[], metric: name = metric }) {
  const review = {
    documents,
    folder: '/etc',
    checkName: 'c',
    checkDescription: 'c',
    languageName: 'English',
    expected: 'pass',
  }
  const evalCase = { id: 'a', conversation: [], ...(documents.length > 0 && { review }) }
  return JSON.stringify({
    runId: 'r',
    position: 0,
    repeat: 0,
    metric: { name },
    case: evalCase,
    transcript: { invocations: [] },
    labels,
  })
}
