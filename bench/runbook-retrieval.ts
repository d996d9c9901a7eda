import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import MiniSearch from 'minisearch'
import { parseJson } from '../src/core/index.ts'
import { documentSections, readDocument } from '../src/documents/index.ts'
import { hasLocalEmbedding, openLocalEmbedding } from '../src/models/local-embedding-model.ts'
import { buildRunbookIndex, openRunbookIndex, runbooksIn } from '../src/packs/runbook/assistant/index.ts'
import type { RunbookPassage } from '../src/packs/runbook/assistant/section-search.ts'
import { wilsonInterval } from '../src/statistics/index.ts'
import { segmentWords } from '../src/text/index.ts'
import { median, root } from './measure.ts'

const Question = z.object({
  question: z.string(),
  expected_section: z.object({ file: z.string(), heading: z.string() }).nullish(),
})
type Question = z.infer<typeof Question>

const TOP = 4

/**
 * Whether the right section of a runbook is the first, and among the first four: in the assistant's search, in MiniSearch with
 * its defaults, and with the local embedding model where it is installed. And how long it takes.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    for (const language of ['ja', 'en'] as const) {
      for (const set of ['', 'held-out-']) await compare(`${set}${language}`, language, folder)
    }
    await manySections(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const now = () => new Date()

type Section = Pick<RunbookPassage, 'file' | 'headings'>
type Search = (question: string) => Promise<readonly Section[]>

async function compare(set: string, language: 'ja' | 'en', folder: string): Promise<void> {
  const runbooks = join(root, 'examples', 'runbook-assistant', 'runbooks', language)
  const lines = await readFile(join(root, 'bench', 'runbook-questions', `${set}.jsonl`), 'utf8')
  const asked = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Question.parse(parseJson(line)))
    .filter(({ expected_section }) => expected_section != null)
  const index = await buildRunbookIndex(runbooks, { at: join(folder, language), now })
  const searches: Record<string, Search> = {
    'the assistant, by words': async (question) => index.search(question, { top: TOP }),
    'MiniSearch, its defaults': await plainSearch(runbooks),
  }
  if (hasLocalEmbedding(root)) {
    const embedding = await openLocalEmbedding(root)
    const both = await buildRunbookIndex(runbooks, { at: join(folder, `${language}-local`), now, embedding })
    if (both.embeddedBy !== undefined) {
      searches['the assistant, with the local model'] = async (question) => both.search(question, { top: TOP })
    }
  }
  console.log(`${set}: ${asked.length} questions, right section first and in four (95 % intervals)`)
  for (const [name, search] of Object.entries(searches)) {
    const found = await Promise.all(asked.map(async (question) => ranksOf(question, await search(question.question))))
    console.log(`  ${name.padEnd(36)} ${share(found, 1)}  ${share(found, TOP)}`)
  }
}

/** What forty lines get: the library with nothing set but the words of a language that has no spaces. */
async function plainSearch(folder: string): Promise<Search> {
  const sections: (Section & { readonly id: number; readonly text: string })[] = []
  for (const { file, path } of (await runbooksIn(folder)).files) {
    const document = await readDocument(path)
    if (document.kind === 'image') continue
    for (const { headings, text } of (await documentSections(document)).sections) {
      sections.push({ id: sections.length, file, headings, text })
    }
  }
  const index = new MiniSearch({ fields: ['file', 'headings', 'text'], tokenize: (text) => segmentWords(text, 'ja') })
  index.addAll(sections.map((section) => ({ ...section, headings: section.headings.join('\n') })))
  return async (question) => index.search(question).flatMap(({ id }) => sections[Number(id)] ?? [])
}

/** From 1; infinite where it is not found. */
function ranksOf({ expected_section }: Question, found: readonly Section[]): number {
  const at = found.findIndex(
    ({ file, headings }) => file === expected_section?.file && headings.includes(expected_section.heading),
  )
  return at === -1 ? Infinity : at + 1
}

function share(ranks: readonly number[], top: number): string {
  const { value, low, high } = wilsonInterval(ranks.filter((rank) => rank <= top).length, ranks.length)
  return `${value.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
}

const FILES = 1000
const SECTIONS_EACH = 10

async function manySections(folder: string): Promise<void> {
  const runbooks = join(folder, 'many')
  const at = join(folder, 'many-index')
  await mkdir(runbooks)
  for (let file = 0; file < FILES; file += 1) await writeFile(join(runbooks, `${file}.md`), generated(file))
  const build = () => buildRunbookIndex(runbooks, { at, now: () => new Date() })

  const [built, building] = await timed(build)
  console.log(`${built.sections} sections of ${built.files} files: built in ${seconds(building)}`)
  const queries: number[] = []
  for (let file = 0; file < 20; file += 1) {
    const [found, asking] = await timed(() =>
      built.search(`${file * 37} 番のサーバーで ランサムウェア の ${file % 10} 番目の手順は?`),
    )
    if (found.length === 0) throw new Error('nothing found in 10,000 sections')
    queries.push(asking)
  }
  console.log(`  one question answered in ${milliseconds(median(queries))} (median of 20)`)
  await writeFile(join(runbooks, '7.md'), `${generated(7)}\n## もう一つ\n追加の手順。`)
  const [again, updating] = await timed(build)
  console.log(`  brought up to date after ${again.read.length} file changed in ${seconds(updating)}`)
  const [, looking] = await timed(build)
  console.log(`  found as it was in ${seconds(looking)}`)
  const [, opening] = await timed(async () => (await openRunbookIndex(runbooks, { at })).search('ランサムウェアの手順'))
  console.log(`  opened and asked once in ${seconds(opening)}`)
  const [, starting] = await timed(async () => {
    const { status, stderr } = spawnSync(process.execPath, [
      '--conditions=shinsa-source',
      '--input-type=module',
      '-e',
      ONE_QUESTION,
      runbooks,
      at,
    ])
    if (status !== 0) throw new Error(String(stderr))
  })
  console.log(`  a process that opens it and asks once takes ${seconds(starting)}`)
}

const ONE_QUESTION = `
  import { openRunbookIndex } from ${JSON.stringify(join(root, 'src', 'packs', 'runbook', 'assistant', 'index.ts'))}
  const [folder, at] = process.argv.slice(1)
  const index = await openRunbookIndex(folder, { at })
  await index.search('ランサムウェアの手順')`

const subjects = ['ランサムウェア', 'フィッシング', '不正アクセス', '情報漏えい', 'DDoS攻撃', 'マルウェア']
const acts = [
  '端末を隔離する',
  'ログを保全する',
  '責任者に報告する',
  '通信を遮断する',
  '影響範囲を調べる',
  'パスワードを変更する',
]

/** About as long as a section that somebody wrote. */
function generated(file: number): string {
  const sections = Array.from({ length: SECTIONS_EACH }, (_, section) => {
    const subject = subjects[(file + section) % subjects.length]
    const steps = Array.from(
      { length: 8 },
      (_step, step) =>
        `${step + 1}. ${file} 番のサーバーで、${subject}の${section} 番目の手順として、${acts[(file + step) % acts.length]}。結果を ${step * 7 + section} 分以内に記録する。`,
    )
    return `## ${section}. ${subject}への対応\n\n${steps.join('\n')}`
  })
  return `# 手順書 ${file}\n\n${sections.join('\n\n')}\n`
}

async function timed<Result>(work: () => Promise<Result>): Promise<readonly [Result, number]> {
  const startedAt = performance.now()
  const result = await work()
  return [result, performance.now() - startedAt]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`
}
