import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { message } from '../../src/core/index.ts'
import { translate } from '../../src/i18n/index.ts'
import { convertDataset } from '../../src/workspace/datasets/datasets.ts'
import { codeBlocks, root } from './markdown.ts'

const names: readonly (readonly [string, string])[] = [
  ['openai-evals', 'samples.jsonl'],
  ['inspect', 'samples.jsonl'],
  ['deepeval', 'goldens.json'],
  ['tables', 'questions.yaml'],
]

describe('the pages of coming from elsewhere', () => {
  it.each(
    names.flatMap(([page, file]) => [
      [`docs/coming-from/${page}.md`, file] as const,
      [`docs/ja/coming-from/${page}.md`, file] as const,
    ]),
  )('%s shows what becomes of its file', async (path, file) => {
    const blocks = codeBlocks({ path, text: readFileSync(`${root}${path}`, 'utf8') }).filter(
      ({ language }) => language !== 'sh',
    )
    const [before, after, notes] = blocks.map(({ code }) => code)
    const cwd = mkdtempSync(join(tmpdir(), 'shinsa-coming-'))
    writeFileSync(join(cwd, file), `${before}\n`)
    const written: string[] = []
    const { dropped } = await convertDataset(file, {
      cwd,
      columns: undefined,
      config: undefined,
      to: 'case-lines',
      output: undefined,
      stdout: (text) => void written.push(text),
    })
    const lines = written
      .join('')
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    const shown: unknown = JSON.parse(after ?? '')
    expect(lines).toEqual(Array.isArray(shown) ? shown : [shown])
    const language = path.includes('/ja/') ? 'ja' : 'en'
    const said = [message('note:'), ...dropped].map((sentence) => translate(sentence, language))
    expect(notes?.split('\n') ?? []).toEqual(said.slice(1).map((note) => `${said[0]} ${note}`))
  })
})
