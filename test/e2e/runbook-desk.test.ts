import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/core/index.ts'
import type { RunbookAnswer, RunbookStatus } from '../../src/server/api.ts'
import { newProject, until } from './run-shinsa.ts'
import type { Project } from './run-shinsa.ts'

const shipped = fileURLToPath(new URL('../../examples/runbook-assistant', import.meta.url))
const malware = readFileSync(join(shipped, 'runbooks/en/malware-first-response.md'))

type Answered = { readonly status: number; readonly body: { readonly sentence?: Message } }

/** A project that is served, and what its server answers. */
async function serve(project: Project) {
  const { child } = project.start(['serve', '--port', '0'])
  let said = ''
  child.stdout?.on('data', (text: string) => {
    said += text
  })
  await until(() => /http:\S+\n/.test(said))
  const base = new URL('/api/runbook', /http:\S+/.exec(said)?.[0]).href
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
    return { status: response.status, body: (await response.json()) as RunbookStatus }
  }
  return { ask, build, status: async () => (await ask('')).body as unknown as RunbookStatus }
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
  it('has nothing at first, takes a runbook, builds, and then answers from it', async () => {
    const project = newProject()
    const { ask, build, status } = await serve(project)
    expect(await status()).toEqual({
      ready: false,
      files: [],
      sections: 0,
      outdated: 0,
      problems: [],
      datasets: [],
      search: { top: 4, weights: { keywords: 0.6, vectors: 0.4 } },
    })
    expect((await ask('/ask', question)).body.sentence?.text).toBe('there is no index of runbooks yet')
    expect((await build()).status).toBe(400)

    expect((await ask('/files', file('malware.md', malware))).status).toBe(200)
    expect(await status()).toMatchObject({ ready: false, outdated: 1, files: [{ name: 'malware.md', state: 'new' }] })
    expect((await build()).body).toMatchObject({ ready: true, outdated: 0, files: [{ state: 'indexed' }] })

    const answer = (await ask('/ask', question)).body as unknown as RunbookAnswer
    expect(answer).toMatchObject({ flags: { insufficient_evidence: false }, removedCitations: 0, warnings: [] })
    expect(answer).not.toHaveProperty('model')
    expect(answer.citations[0]).toMatchObject({ file: 'malware.md' })
    expect(answer.answer).toContain('[1] malware.md')
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

  it('finds the questions of an evaluation in the usual places, and says what is wrong with a broken file', async () => {
    const dataset = JSON.parse(readFileSync(join(shipped, 'eval_dataset.json'), 'utf8')) as unknown
    const project = newProject({
      'eval/eval_dataset.json': dataset,
      'eval_dataset.broken.json': [{ id: 1, category: '正常系' }],
      'eval_dataset.other.json': { eval_set_id: 'x', eval_cases: [] },
    })
    const { status } = await serve(project)
    const { datasets, problems } = await status()
    expect(datasets).toEqual([{ id: expect.stringMatching(/^\w{12}$/), name: 'eval/eval_dataset.json', questions: 10 }])
    expect(problems.map(({ file: name }) => name)).toContain('eval_dataset.broken.json')
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
      file('large.txt', 'a'.repeat(25_000_001)),
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
