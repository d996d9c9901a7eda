import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/core/index.ts'
import type { Choices } from '../../src/server/api/new-run.ts'
import type {
  RunbookReply,
  RunbookEvaluation,
  RunbookQuestions,
  RunbookReadiness,
} from '../../src/server/api/runbooks.ts'
import { startModelServer } from './model-server.ts'
import { loudSet, newProject, type Project } from './run-shinsa.ts'
import { smallModel } from './small-model.ts'

const shipped = fileURLToPath(new URL('../../examples/runbook-assistant', import.meta.url))
const malware = readFileSync(join(shipped, 'runbooks/en/malware-first-response.md'))

const dataset: unknown = JSON.parse(readFileSync(join(shipped, 'eval_dataset.json'), 'utf8'))

type Answered = { readonly status: number; readonly body: { readonly sentence?: Message } }

/** A project that is served, and what its server answers. */
async function serve(project: Project) {
  const base = new URL('/api/runbook', await project.serveHere()).href
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(
      `${base}${path}`,
      body === undefined
        ? {}
        : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    )
    return { status: response.status, body: await response.json() } as Answered
  }
  const build = async () => {
    const response = await fetch(`${base}/index`, { method: 'POST' })
    return { status: response.status, body: (await response.json()) as RunbookReadiness }
  }
  const choices = async () => ((await (await fetch(new URL('/api/choices', base))).json()) as Choices).datasets
  const questions = async () => (await ask('/evaluation')).body as unknown as RunbookQuestions
  return { ask, build, choices, questions, status: async () => (await ask('')).body as unknown as RunbookReadiness }
}

function file(
  name: string,
  content: string | Uint8Array = '# Leaks\n\n1. Tell the privacy office.\n',
  replace = false,
) {
  return { name, content: Buffer.from(content).toString('base64'), replace }
}

const question = { question: 'A malware alert came up. What are the first steps?', conversation: 'c1', earlier: [] }

describe('the desk of runbooks', () => {
  it('writes through no link that leads out of the folder', async () => {
    const project = newProject()
    const { ask } = await serve(project)
    mkdirSync(join(project.folder, 'runbooks'), { recursive: true })
    const outside = mkdtempSync(join(tmpdir(), 'shinsa-outside-'))
    symlinkSync(outside, join(project.folder, 'runbooks/en'))
    const { status, body } = await ask('/files', file('leaks.md'))
    expect([status, body.sentence]).toEqual([
      400,
      { text: '{file} is a link that leads out of the folder', values: { file: 'en/' } },
    ])
    expect(readdirSync(outside)).toEqual([])
    expect(readdirSync(join(project.folder, 'runbooks'))).toEqual(['en'])
    rmSync(outside, { recursive: true })
  })

  it('has nothing at first, takes a runbook, builds, and then answers from it', async () => {
    const project = newProject()
    const { ask, build, status } = await serve(project)
    expect(await status()).toEqual({
      ready: false,
      files: [],
      sections: 0,
      outdated: 0,
      problems: [],
      places: [],
      search: { top: 4, weights: { keywords: 0.5, vectors: 0.5 } },
    })
    expect((await ask('/ask', question)).body.sentence?.text).toBe('there is no index of runbooks yet')
    expect((await build()).status).toBe(400)

    expect((await ask('/files', file('malware.md', malware))).status).toBe(200)
    expect(await status()).toMatchObject({ ready: false, outdated: 1, files: [{ name: 'malware.md', state: 'new' }] })
    expect((await build()).body).toMatchObject({ ready: true, outdated: 0, files: [{ state: 'indexed' }] })

    const earlier = Array.from({ length: 6 }, () => ({ question: 'What?', answer: 'This.' }))
    expect((await ask('/ask', { ...question, earlier })).status).toBe(400)
    expect((await ask('/ask', { ...question, earlier: earlier.slice(1) })).status).toBe(200)
    const answer = (await ask('/ask', question)).body as unknown as RunbookReply
    expect(answer).toMatchObject({ flags: { insufficient_evidence: false }, removedCitations: 0, warnings: [] })
    expect(answer).not.toHaveProperty('model')
    expect(answer.citations[0]).toMatchObject({ file: 'malware.md' })
    expect(answer.answer).toContain('[1] malware.md')
  })

  it('says with which model it searches where nobody named one and one is installed', async () => {
    const project = newProject({ ...smallModel, 'runbooks/host.md': '# Host\n\nUnplug the laptop.\n' })
    const { build } = await serve(project)
    expect((await build()).body.embedding).toBe('local/universal-sentence-encoder-lite')
  })

  it('answers from the index as it was built, and says what changed since', async () => {
    const project = newProject({ 'runbooks/malware.md': malware })
    const { ask, build, status } = await serve(project)
    await build()
    project.write({ 'runbooks/malware.md': '# Malware\n\nNothing is known of it.\n', 'runbooks/leak.md': '# Leaks\n' })
    expect(await status()).toMatchObject({
      ready: true,
      outdated: 2,
      files: [
        { name: 'leak.md', state: 'new' },
        { name: 'malware.md', state: 'changed' },
      ],
    })
    expect((await ask('/ask', question)).body).toMatchObject({ answer: expect.stringContaining('Isolate') })
    await build()
    expect((await ask('/ask', question)).body).not.toMatchObject({ answer: expect.stringContaining('Isolate') })
  })

  it('goes on with what was asked before, and asks no judge', async () => {
    const project = newProject({ 'runbooks/malware.md': malware })
    const { ask, build } = await serve(project)
    await build()
    const vague = { ...question, question: 'And what then?' }
    expect((await ask('/ask', vague)).body).toMatchObject({ flags: { ambiguous_query: true }, citations: [] })
    const earlier = [{ question: question.question, answer: 'Isolate it.' }]
    expect((await ask('/ask', { ...vague, earlier })).body).toMatchObject({ flags: { ambiguous_query: false } })
    const logs = readdirSync(join(project.folder, 'logs'))
    expect(logs).toEqual([expect.stringMatching(/^runbook-audit-\d{8}\.jsonl$/)])
  })

  it('keeps a runbook in the folder of its language, where there is one, and replaces only when told', async () => {
    const project = newProject({
      'runbooks/ja/a.md': '# 端末\n\n1. 端末を隔離する。\n',
      'runbooks/en/a.md': '# A\n\nOne.\n',
    })
    const { ask, build } = await serve(project)
    await ask('/files', file('漏えい.md', '# 情報漏えい\n\n1. 個人情報保護の担当に報告する。\n'))
    await ask('/files', file('leak.md'))
    expect(existsSync(join(project.folder, 'runbooks/ja/漏えい.md'))).toBe(true)
    expect(project.read('runbooks/en/leak.md')).toContain('privacy office')
    expect((await ask('/files', file('leak.md', '# Other\n'))).body.sentence?.text).toBe('{file} is there already')
    expect((await ask('/files', file('leak.md', '# Other\n', true))).status).toBe(200)
    expect(project.read('runbooks/en/leak.md')).toBe('# Other\n')
    expect((await build()).body.files.map(({ name }) => name)).toEqual([
      'en/a.md',
      'en/leak.md',
      'ja/a.md',
      'ja/漏えい.md',
    ])
  })

  it('finds the questions of an evaluation, and says what is wrong with a broken file', async () => {
    const project = newProject({
      'eval/eval_dataset.json': dataset,
      'eval_dataset.broken.json': [{ id: 1, category: '正常系' }],
      'loud.evalset.json': loudSet({ tea: 'right' }),
    })
    const { questions } = await serve(project)
    const { datasets, problems } = await questions()
    expect(datasets[0]).toMatchObject({ name: 'eval/eval_dataset.json', questions: 10, shipped: false })
    expect(datasets.slice(1).filter((other) => !other.shipped)).toEqual([])
    expect(problems.map(({ file: name }) => name)).toEqual(['eval_dataset.broken.json'])
    expect(JSON.stringify(problems)).not.toContain(project.folder)
  })

  it('refuses names that are paths or hide what they are', async () => {
    const project = newProject()
    const { ask } = await serve(project)
    for (const name of ['../out.md', 'a/b.md', 'a\\b.md', '.hidden.md', 'a\u202edm.md', 'a\u0000.md', '']) {
      const { status, body } = await ask('/files', file(name))
      expect([name, status, body.sentence?.values]).toEqual([
        name,
        400,
        expect.objectContaining({ place: 'body.name' }),
      ])
    }
    expect(existsSync(join(project.folder, 'runbooks'))).toBe(false)
  })

  it('refuses what is no runbook, whatever it is called, and leaves nothing behind', async () => {
    const project = newProject()
    const { ask } = await serve(project)
    const image = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const refusals: unknown[] = []
    for (const handed of [
      file('agent.ts'),
      file('noEnding'),
      file('runbook.pdf', 'only words'),
      file('image.md', image),
      file('binary.txt', new Uint8Array([0, 1, 2, 255])),
      file('empty.md', ''),
      file('large.txt', 'a'.repeat(25 * 2 ** 20 + 1)),
    ]) {
      const { status, body } = await ask('/files', handed)
      refusals.push([status, body.sentence?.text.replace('{file}', handed.name)])
    }
    expect(refusals).toMatchInlineSnapshot(`
      [
        [
          400,
          "agent.ts is no runbook",
        ],
        [
          400,
          "noEnding is no runbook",
        ],
        [
          400,
          "runbook.pdf is called {ending} and does not begin like one",
        ],
        [
          400,
          "image.md is not what its name ends in",
        ],
        [
          400,
          "binary.txt is not text in UTF-8, UTF-16 or Shift_JIS",
        ],
        [
          400,
          "empty.md is empty",
        ],
        [
          400,
          "large.txt has more than {megabytes} MB",
        ],
      ]
    `)
    expect(existsSync(join(project.folder, 'runbooks')) && readdirSync(join(project.folder, 'runbooks'))).toEqual([])
  })

  it('refuses questions, weights and numbers of passages that make no sense', async () => {
    const { ask } = await serve(newProject())
    for (const wrong of [
      { top: 0 },
      { top: 21 },
      { top: 1.5 },
      { weights: { keywords: -0.1, vectors: 1 } },
      { weights: { keywords: 2, vectors: 0 } },
      { weights: { keywords: 0, vectors: 0 } },
      { weights: { keywords: 1 } },
      { weights: { keywords: 1, vectors: 0, other: 1 } },
      { question: '   ' },
      { conversation: '../x' },
    ]) {
      const { status, body } = await ask('/ask', { ...question, ...wrong })
      expect([wrong, status, body.sentence?.text]).toEqual([wrong, 400, '{place}: {problem}'])
    }
  })
})

describe('the evaluation of the assistant', () => {
  it('is refused without an index, and with questions that are about something else', async () => {
    const project = newProject({
      'eval/eval_dataset.json': dataset,
      'loud.evalset.json': loudSet({ tea: 'right' }),
      'runbooks/malware.md': malware,
    })
    const { ask, build, questions, choices } = await serve(project)
    const [asked] = (await questions()).datasets
    for (const path of ['/evaluation', '/estimate']) {
      const { status: code, body } = await ask(path, { dataset: asked?.id })
      expect([path, code, body.sentence?.text]).toEqual([path, 400, 'there is no index of runbooks yet'])
    }
    await build()
    const other = (await choices()).find(({ name }) => name === 'loud.evalset.json')
    expect((await ask('/evaluation', { dataset: other?.id })).body.sentence?.text).toBe(
      '{dataset} has no questions about runbooks',
    )
    expect((await ask('/evaluation', { dataset: 'none' })).body.sentence?.text).toBe('there is no dataset {dataset}')
  })

  it('asks the assistant as it answers here, and leaves the file of the requirement behind', async () => {
    // Beside the questions lie other runbooks, which are not those of the page.
    const project = newProject({
      'eval/eval_dataset.json': dataset,
      'eval/runbooks/other.md': '# Other\n\nNothing.\n',
      'shinsa.config.mjs': `export default { target: () => 'of another kind' }`,
    })
    cpSync(join(shipped, 'runbooks'), join(project.folder, 'runbooks'), { recursive: true })
    const { ask, build, questions } = await serve(project)
    await build()
    const [asked] = (await questions()).datasets
    expect((await ask('/estimate', { dataset: asked?.id })).body).toMatchObject({
      target: 'runbook-assistant',
      judges: ['embedded'],
      costsMoney: false,
    })
    const { runId } = (await ask('/evaluation', { dataset: asked?.id })).body as unknown as { runId: string }
    const evaluation = async () => (await ask(`/evaluation/${runId}`)).body as unknown as RunbookEvaluation
    await expect.poll(async () => (await evaluation()).detail.resultFile, { timeout: 60_000 }).toBeDefined()
    const { detail, questions: fared } = await evaluation()
    expect(detail.resultFile).toMatch(/^logs\/judge_eval_\d{8}_\d{6}\.json$/)
    const { results, summary } = JSON.parse(project.read(detail.resultFile ?? '')) as ResultFile
    expect(detail.run.summary?.sets?.['runbook']).toMatchObject({
      total: 10,
      accepted: true,
      passed: summary.passed_questions,
      passShare: summary.pass_rate,
    })
    expect(fared.map(({ average, passed, comment }) => [average, passed, comment])).toEqual(
      results.map(({ evaluation: { average_score, passed, overall_comment } }) => [
        average_score,
        passed,
        overall_comment,
      ]),
    )
    expect(fared.map(({ aspects }) => aspects.map(({ value }) => value))).toEqual(
      results.map(({ evaluation: { scores } }) => Object.values(scores)),
    )
    expect(fared.map(({ aspects }) => aspects.map(({ reason }) => reason))).toEqual(
      results.map(({ evaluation: { rationale } }) => Object.values(rationale)),
    )
  })

  it('shows what a judge could not say as its error, with the reason, and as no score', async () => {
    const judge = await startModelServer((prompt) => ({
      text:
        prompt.includes('ランサムウェアに感染した疑いがあります。どう対応すればよいですか。') || !prompt.includes('<<<')
          ? '満点です！'
          : reply,
    }))
    const project = newProject({
      'eval/eval_dataset.json': dataset,
      'shinsa.config.mjs': `export default { judge: 'openai-compatible/judge@${judge.url}' }`,
    })
    cpSync(join(shipped, 'runbooks'), join(project.folder, 'runbooks'), { recursive: true })
    const { ask, build, questions } = await serve(project)
    await build()
    const [asked] = (await questions()).datasets
    const wish = { dataset: asked?.id }
    expect((await ask('/estimate', wish)).body).toMatchObject({
      costsMoney: true,
      calls: [{ role: 'judge', calls: 10 }],
    })
    expect((await ask('/evaluation', wish)).status).toBe(400)
    const begun = await ask('/evaluation', { ...wish, maxCost: 1, unlimited: true })
    const { runId } = begun.body as unknown as { runId: string }
    const evaluation = async () => (await ask(`/evaluation/${runId}`)).body as unknown as RunbookEvaluation
    await expect.poll(async () => (await evaluation()).detail.resultFile, { timeout: 60_000 }).toBeDefined()
    const { detail, questions: fared } = await evaluation()
    expect(detail.run.summary?.sets?.['runbook']).toMatchObject({ judged: 9, judgeErrors: 1 })
    const [broken, ...others] = fared.filter(({ outcome }) => outcome === 'judge_error')
    expect(others).toEqual([])
    expect(broken).toMatchObject({ position: 6, average: null, aspects: [], trouble: { text: expect.any(String) } })
  })
})

const aspects = ['根拠性', '正確性', '網羅性', '安全性', '引用明示', '簡潔性']
const reply = JSON.stringify({
  scores: Object.fromEntries(aspects.map((name) => [name, 90])),
  rationale: Object.fromEntries(aspects.map((name) => [name, '手順書のとおりです。'])),
  overall_comment: '良い回答です。',
})

type ResultFile = {
  readonly results: readonly {
    readonly evaluation: {
      readonly scores: Readonly<Record<string, number>>
      readonly rationale: Readonly<Record<string, string>>
      readonly average_score: number
      readonly passed: boolean
      readonly overall_comment: string
    }
  }[]
  readonly summary: { readonly passed_questions: number; readonly pass_rate: number }
}
