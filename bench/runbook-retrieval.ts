import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { buildRunbookIndex, openRunbookIndex, type RunbookIndex } from '../src/packs/runbook/assistant/index.ts'
import { parseJson } from '../src/core/index.ts'
import { auroc, wilsonInterval } from '../src/statistics/index.ts'
import { median, root } from './measure.ts'

const Question = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  question: z.string(),
  category: z.string(),
  expected_section: z.object({ file: z.string(), heading: z.string() }).nullish(),
})
type Question = z.infer<typeof Question>

const TOP = 4

/** Whether the right section of a runbook is among the first four, whether its relevance tells what is in no runbook, and how long it takes. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  try {
    for (const set of ['', 'held-out-']) {
      const asked: Asked[] = []
      for (const language of ['ja', 'en']) asked.push(...(await ask(`${set}${language}`, language, folder)))
      report(asked, set !== '')
    }
    await manySections(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Asked = Question & { readonly found: Awaited<ReturnType<RunbookIndex['search']>> }

async function ask(set: string, language: string, folder: string): Promise<readonly Asked[]> {
  const runbooks = join(root, 'examples', 'runbook-assistant', 'runbooks', language)
  const index = await buildRunbookIndex(runbooks, { at: join(folder, language), now: () => new Date() })
  const lines = await readFile(join(root, 'bench', 'runbook-questions', `${set}.jsonl`), 'utf8')
  const questions = lines.split('\n').filter((line) => line.trim() !== '')
  return Promise.all(
    questions.map(async (line) => {
      const question = Question.parse(parseJson(line))
      return { ...question, found: await index.search(question.question, { top: TOP }) }
    }),
  )
}

function report(asked: readonly Asked[], isHeldOut: boolean): void {
  const name = isHeldOut ? 'questions held out' : 'questions it was tuned with'
  const answerable = asked.filter(({ expected_section }) => expected_section != null)
  const missed = answerable.filter(isMissed)
  const { value, low, high } = wilsonInterval(answerable.length - missed.length, answerable.length)
  console.log(
    `${name}: recall@${TOP} ${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] of ${answerable.length} (aim: 0.95)`,
  )
  for (const { id, question, expected_section } of missed) {
    // Who reads a question that was held out begins to tune with it.
    const said = isHeldOut ? '' : ` ${question} (${expected_section?.file}: ${expected_section?.heading})`
    console.log(`  missed ${id}${said}`)
  }
  // A question that is refused for its lack of a subject is no question of relevance.
  const judged = asked.filter(({ category }) => category === '正常系' || category === '根拠不足系')
  const relevances = judged.map(({ found }) => Math.max(0, ...found.map(({ relevance }) => relevance)))
  const area = auroc(
    relevances,
    judged.map(({ category }) => category === '正常系'),
  )
  console.log(`  relevance tells answerable from unanswerable: AUROC ${area?.value.toFixed(3)} of ${judged.length}`)
}

function isMissed({ expected_section, found }: Asked): boolean {
  return !found.some(
    ({ file, heading }) => file === expected_section?.file && heading.split(' > ').includes(expected_section.heading),
  )
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
