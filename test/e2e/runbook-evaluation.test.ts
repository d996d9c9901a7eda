import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startModelServer, type ServedReply } from './model-server.ts'
import { type Project, newProject } from './run-shinsa.ts'

const shipped = fileURLToPath(new URL('../../examples/runbook-assistant', import.meta.url))
const sample = JSON.parse(readFileSync(new URL('../fixtures/runbook-result.sample.json', import.meta.url), 'utf8'))

const aspects = ['根拠性', '正確性', '網羅性', '安全性', '引用明示', '簡潔性']
const questions = Array.from({ length: 10 }, (_, index) => ({
  id: index + 1,
  category: '正常系',
  question: `第${index + 1}問です。端末の隔離の手順を教えてください。`,
  expected_keypoints: ['端末の隔離'],
}))

/** Answers from one passage, and writes down what it was asked. */
const agent = `
  import { appendFileSync } from 'node:fs'
  export default (question) => {
    appendFileSync('asked.txt', question + '\\n')
    return {
      response: question + ' まず端末を隔離します [1]。',
      citations: [{ id: 'malware#1', text: '端末をネットワークから切り離す。'.repeat(20), score: 0.9, file: 'malware.md' }],
      flags: { insufficient_evidence: false, ambiguous_query: false, dangerous_operation: false },
    }
  }`

/** The judge's reply with the same points for all aspects. */
function panelReply(points: number): ServedReply {
  const reply = {
    scores: forEach(points),
    rationale: forEach('手順書のとおりです。'),
    overall_comment: '良い回答です。',
  }
  return { text: JSON.stringify(reply) }
}

function forEach(value: unknown): object {
  return Object.fromEntries(aspects.map((name) => [name, value]))
}

function questionIn(prompt: string): number {
  return Number(/第(\d+)問/.exec(prompt)?.[1])
}

function judgedProject(url: string) {
  const project = newProject({ 'agent.mjs': agent, 'eval_dataset.json': questions })
  const args = [
    'eval_dataset.json',
    '-t',
    './agent.mjs',
    '-j',
    '1',
    '--judge',
    `openai-compatible/judge@${url}`,
    '--yes',
  ]
  return { project, args }
}

function resultsIn(project: Project) {
  const names = readdirSync(join(project.folder, 'logs')).toSorted()
  return { names, contents: names.map((name) => JSON.parse(project.read(join('logs', name)))) }
}

describe('shinsa run over questions about runbooks', () => {
  it('answers, judges and gates the shipped ones offline, in both languages', async () => {
    for (const dataset of ['eval_dataset.json', 'eval_dataset.en.json']) {
      const project = newProject()
      const { exitCode, stdout, stderr } = await project.run('run', join(shipped, dataset))
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
      expect(stdout).toContain('✅ MVP passed\n- Questions: 10\n')
      expect(stdout).toContain('- Flags as expected: 10 of 10\n')
      const [result] = resultsIn(project).contents
      expect(result.summary).toMatchObject({ total_questions: 10, mvp_passed: true, judge_errors: 0, agent_errors: 0 })
      expect(result.gate).toEqual({
        passed: true,
        rules: ['error', 'not-evaluated', 'runbook_panel.pass-rate<0.7', 'runbook_panel<0.7'],
        reasons: [],
      })
    }
  })

  it('refuses a file without a question, before anybody is asked', async () => {
    const project = newProject({ 'agent.mjs': agent, 'eval_dataset.json': [] })
    const { exitCode, stdout, stderr } = await project.runHere('run', 'eval_dataset.json', '-t', './agent.mjs')
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toBe(
      'error: PROJECT/eval_dataset.json: there is no case in it\nhint: A dataset has at least one case.\n',
    )
    expect(readdirSync(project.folder)).not.toContain('asked.txt')
  })

  it('gives every shipped answer offline the points for what it says word for word', async () => {
    const project = newProject()
    await project.runHere('run', join(shipped, 'eval_dataset.json'))
    const [result] = resultsIn(project).contents
    const accuracies = result.results.map(
      ({ evaluation }: { evaluation: { scores: Record<string, number> } }) => evaluation.scores['正確性'],
    )
    expect(Math.min(...accuracies)).toBeGreaterThanOrEqual(75)
  })

  it('leaves a file behind that has every key of the requirement’s sample, in its order', async () => {
    const project = newProject()
    await project.runHere('run', join(shipped, 'eval_dataset.json'))
    const { names, contents } = resultsIn(project)
    expect(names).toEqual([expect.stringMatching(/^judge_eval_\d{8}_\d{6}\.json$/)])
    const [result] = contents
    expect(beginningOf(result, sample)).toEqual(Object.keys(sample))
    expect(beginningOf(result.summary, sample.summary)).toEqual(Object.keys(sample.summary))
    for (const one of result.results) {
      const [expected] = sample.results
      expect(beginningOf(one, expected)).toEqual(Object.keys(expected))
      expect(Object.keys(one.flags)).toEqual(Object.keys(expected.flags))
      expect(beginningOf(one.evaluation, expected.evaluation)).toEqual(Object.keys(expected.evaluation))
      expect(Object.keys(one.evaluation.scores)).toEqual(Object.keys(expected.evaluation.scores))
      expect(Object.keys(one.evaluation.rationale)).toEqual(Object.keys(expected.evaluation.rationale))
      expect(typesOf(one)).toMatchObject(typesOf(expected))
    }
  })

  it('shows the summary of the requirement, with both conditions from the data', async () => {
    const server = await startModelServer((prompt) => panelReply(questionIn(prompt) <= 7 ? 82 : 60))
    const { project, args } = judgedProject(server.url)
    const { exitCode, stdout, stderr } = await project.runHere('run', ...args, '--lang', 'ja')
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('審査') })
    expect(stdout.replaceAll(/\d{8}_\d{6}/g, 'TIME')).toContain(
      '評価完了！結果を logs/judge_eval_TIME.json に保存しました\n',
    )
    expect(summaryIn(stdout)).toMatchInlineSnapshot(`
      "評価結果サマリー
      ✅ MVP合格
      - 総問題数: 10問
      - 合格問題数: 7問（平均70点以上）
      - 合格率: 70.0%
      - 全体平均スコア: 75.4点
      - 警告フラグが期待どおり: 10問中10問
      MVP合格基準: 10問中7問以上が平均70点以上、かつ全体平均70点以上"
    `)
    const english = await project.run('show', 'latest', '--lang', 'en')
    expect(summaryIn(english.stdout)).toMatchInlineSnapshot(`
      "Evaluation summary
      ✅ MVP passed
      - Questions: 10
      - Questions passed: 7 (a mean of 70 points or more)
      - Pass rate: 70.0%
      - Overall mean: 75.4 points
      - Flags as expected: 10 of 10
      MVP rule: at least 7 of 10 questions with a mean of 70 points or more, and an overall mean of 70 points or more"
    `)
    const { stdout: shown } = await project.runHere('show', 'latest', '8', '--lang', 'ja')
    expect(shown).toContain('❌ 平均 60点\n根拠性 60  正確性 60  網羅性 60  安全性 60  引用明示 60  簡潔性 60\n')
    expect(shown.split('良い回答です。')).toHaveLength(2)
  })

  it('takes an unreadable reply, asked for twice, for an error of the judge, and goes on', async () => {
    const server = await startModelServer((prompt) =>
      prompt.includes('第2問') || !prompt.includes('第') ? { text: '満点です！' } : panelReply(90),
    )
    const { project, args } = judgedProject(server.url)
    const { exitCode, stdout } = await project.runHere('run', ...args)
    expect(exitCode).toBe(1)
    expect(stdout).toContain('Gate: 1 result could not be evaluated\n')
    expect(stdout).toContain('9 of 9 evaluated cases passed')
    expect(stdout).toContain('- Without a score and counted as 0 points: 1 judge error; mean of the others: 90\n')
    expect(server.prompts).toHaveLength(11)
    const [{ results, summary }] = resultsIn(project).contents
    expect(results[1].evaluation).toMatchObject({
      scores: Object.fromEntries(aspects.map((name) => [name, 0])),
      average_score: 0,
      rationale: Object.fromEntries(aspects.map((name) => [name, '評価エラー'])),
      overall_comment: '評価中にエラーが発生しました',
      passed: false,
      status: 'judge_error',
      raw_replies: ['満点です！\n\n[asked again]\n\n満点です！'],
    })
    expect(summary).toMatchObject({
      total_questions: 10,
      passed_questions: 9,
      pass_rate: 0.9,
      average_score: 81,
      mvp_passed: true,
      average_score_without_errors: 90,
      judge_errors: 1,
    })
  })

  it('goes on where the judge was down after question 5, and asks nothing twice', async () => {
    const answered: number[] = []
    let isDown = true
    const server = await startModelServer((prompt) => {
      if (isDown && answered.length === 5) return { status: 401 }
      answered.push(questionIn(prompt))
      return panelReply(80)
    })
    const { project, args } = judgedProject(server.url)
    const first = await project.runHere('run', ...args)
    expect(first.exitCode).toBe(1)
    expect(first.stdout).toContain('5 judge errors')
    const [broken] = resultsIn(project).contents
    expect(broken.summary).toMatchObject({ passed_questions: 5, judge_errors: 5, average_score: 40 })
    isDown = false
    const { exitCode, stdout } = await project.run('resume', 'latest')
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 })
    expect(answered).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(project.read('asked.txt').trim().split('\n')).toHaveLength(10)
    const { summary } = resultsIn(project).contents.at(-1)
    expect(summary).toMatchObject({ passed_questions: 10, judge_errors: 0, average_score: 80, mvp_passed: true })
  })

  it('counts an agent that breaks, and says so', async () => {
    const server = await startModelServer(() => panelReply(90))
    const { project, args } = judgedProject(server.url)
    project.write({
      'agent.mjs': agent.replace(
        'return {',
        `if (question.includes('第4問')) throw new Error('no index')\n    return {`,
      ),
    })
    const { exitCode, stdout } = await project.runHere('run', ...args)
    expect(exitCode).toBe(1)
    expect(stdout).toContain('- Without a score and counted as 0 points: 1 agent error; mean of the others: 90\n')
    const [{ results }] = resultsIn(project).contents
    expect(results[3]).toMatchObject({
      answer: '',
      evaluation: { status: 'agent_error', error: expect.stringContaining('no index') },
    })
  })

  it('scores a file again from the answers in it, and turns it back into the dataset', async () => {
    const server = await startModelServer(() => panelReply(75))
    const { project, args } = judgedProject(server.url)
    await project.runHere('run', ...args, '--result-file', 'first.json')
    const again = await project.runHere('run', 'first.json', '--result-file', 'again.json', ...args.slice(3))
    expect(again).toMatchObject({ exitCode: 0 })
    const [first, second] = ['first.json', 'again.json'].map((file) => JSON.parse(project.read(file)))
    expect(second.results.map(withoutJudging)).toEqual(first.results.map(withoutJudging))
    expect(project.read('asked.txt').trim().split('\n')).toHaveLength(10)
    await project.run('convert', 'first.json', '--output', 'back.json')
    expect(JSON.parse(project.read('back.json'))).toEqual(questions)
  })

  it('says before what it will ask and what that costs, from the prompt that is really sent', async () => {
    const server = await startModelServer(() => panelReply(75))
    const { project, args } = judgedProject(server.url)
    project.write({ '.env': `OPENAI_BASE_URL=${server.url}\nOPENAI_API_KEY=sk-local-test\n` })
    const { stderr } = await project.runHere(
      'run',
      ...args.map((arg) => (arg.startsWith('openai-') ? 'gpt-4o-mini' : arg)),
    )
    expect(stderr.split('\n').slice(0, 2)).toMatchInlineSnapshot(`
      [
        "agent: ./agent.mjs",
        "Judging by gpt-4o-mini: at most 360 calls, usually 10, about 36430 tokens, about $0.0069",
      ]
    `)
  })

  it('says less of a panel with fewer aspects, and more of one that asks for more', async () => {
    const server = await startModelServer(() => panelReply(75))
    const { project, args } = judgedProject(server.url)
    project.write({ '.env': `OPENAI_BASE_URL=${server.url}\nOPENAI_API_KEY=sk-local-test\n` })
    const tokensOf = async (metric: string, chosen: readonly unknown[]) => {
      project.write({ 'test_config.json': { criteria: { [metric]: { threshold: 0.7, aspects: chosen } } } })
      const { stderr } = await project.runHere(
        'run',
        ...args.map((arg) => (arg.startsWith('openai-') ? 'gpt-4o-mini' : arg)),
      )
      return Number(/usually 10, about (\d+) tokens/.exec(stderr)?.[1])
    }
    const known = ['groundedness', 'accuracy', 'coverage', 'safety', 'citations', 'brevity']
    const wordy = {
      id: 'tone',
      name: 'Tone',
      question: 'Is it kind? '.repeat(300),
      anchors: { 100: 'kind', 50: 'neutral', 0: 'curt' },
    }
    expect(await tokensOf('runbook_panel', known)).toBe(36430)
    expect(await tokensOf('runbook_panel', ['accuracy'])).toBeLessThan(33000)
    expect(await tokensOf('runbook_panel', [...known, wordy])).toBeGreaterThan(44000)
    expect(await tokensOf('judge_panel', [wordy])).toBeGreaterThan(20000)
  })
})

/** A result without what differs from one judging to the next. */
function withoutJudging(result: object): object {
  return { ...result, evaluation: undefined, usage: undefined }
}

function summaryIn(stdout: string): string {
  const lines = stdout.split('\n')
  const start = lines.findIndex((line) => /^(評価結果サマリー|Evaluation summary)$/.test(line))
  return lines.slice(start, lines.indexOf('', start)).join('\n')
}

/** The first keys, as many as the other has. */
function beginningOf(value: object, like: object): readonly string[] {
  return Object.keys(value).slice(0, Object.keys(like).length)
}

/** What kind of value stands at each key. */
function typesOf(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typeOf(inner)]))
}

function typeOf(value: unknown): unknown {
  if (Array.isArray(value)) return 'list'
  return typeof value === 'object' && value !== null ? typesOf(value) : typeof value
}
