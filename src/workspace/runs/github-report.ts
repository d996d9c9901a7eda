import { appendFileSync, realpathSync, statSync } from 'node:fs'
import { sep } from 'node:path'
import { reportSections } from '../../compose/report-sections.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { type CaseResult, type Message, type Run, type RunStore, message } from '../../core/index.ts'
import { wayInside } from '../../files/path-inside.ts'
import type { Language } from '../../i18n/index.ts'
import { toAnnotations } from '../../reporters/github/annotations.ts'
import { firstMessageOf } from '../../reporters/case-lines.ts'
import { toMarkdown } from '../../reporters/markdown.ts'
import { chunksWithoutCommands } from '../../reporters/workflow-commands.ts'
import { troubledCases } from '../../reporters/troubled-cases.ts'

type GithubReportEnvironment = Readonly<Record<string, string | undefined>>

export type GithubReport = {
  readonly runs: readonly { readonly run: Run; readonly prepared: Pick<PreparedRun, 'caseLines'> }[]
  readonly store: RunStore
  readonly environment: GithubReportEnvironment
  readonly language: Language
  /** Writes to standard output unescaped, so that GitHub reads the commands. */
  readonly command: (text: string) => void
  readonly warn: (sentence: Message) => void
}

// GitHub shows ten annotations of a kind per step and limits its summary to 1 MiB.
const mostAnnotations = 10
const mostCases = 10
const mostBytes = 1024 * 1024 - 1024

/** Reports runs to GitHub Actions: a job summary, and annotations at the lines of their datasets. */
export async function reportToGithub(report: GithubReport): Promise<void> {
  const { runs, store, environment, language, command } = report
  await writeSummary(report)
  let left = mostAnnotations
  for (const { run, prepared } of runs) {
    if (left === 0) return
    const results = await firstOfEach(run, store, left)
    const file = fromWorkspace(run.plan.dataset.path, environment)
    const sought = results.map(({ evalCase }) => ({ id: evalCase.id, asked: firstMessageOf(evalCase) }))
    const lines =
      file === undefined || sought.length === 0 ? new Map<string, number>() : await prepared.caseLines(sought)
    const annotations = toAnnotations(run, results, { language, file, lines })
    // An agent's output may have left a line unfinished.
    if (annotations.length > 0) command(['', ...annotations, ''].join('\n'))
    left -= annotations.length
  }
}

/** Of a repeated case only the first repeat that did not pass is annotated. */
async function firstOfEach(run: Run, store: RunStore, limit: number): Promise<readonly CaseResult[]> {
  const records = store.records(run.plan.runId)
  const { shown } = await troubledCases({ run, records }, Math.min(limit * run.plan.repeat, 200))
  return [...new Map(shown.toReversed().map((result) => [result.evalCase.id, result])).values()]
    .toReversed()
    .slice(0, limit)
}

/** The path relative to the root of the checked-out repository; undefined for files elsewhere. */
function fromWorkspace(
  path: string | undefined,
  { GITHUB_WORKSPACE: root }: GithubReportEnvironment,
): string | undefined {
  if (path === undefined || root === undefined || root === '') return undefined
  const way = wayInside(realPath(root), realPath(path))
  return way === '' ? undefined : way?.split(sep).join('/')
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path // what is gone since has the path that was asked for
  }
}

/** The summary is appended to what this step has written before. */
async function writeSummary({ runs, store, environment, language, warn }: GithubReport): Promise<void> {
  const file = environment['GITHUB_STEP_SUMMARY']
  if (file === undefined || file === '') return
  try {
    for (const { run } of runs) {
      const room = mostBytes - (statSync(file, { throwIfNoEntry: false })?.size ?? 0)
      const records = store.records(run.plan.runId)
      const markdown = toMarkdown({ run, records }, { language, limit: mostCases, sections: await reportSections(run) })
      const chunks = await Array.fromAsync(chunksWithoutCommands(markdown))
      appendFileSync(file, `${fitting(chunks, room).join('')}\n`)
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    warn(message('{file} cannot be written: {problem}', { file, problem: error.message }))
  }
}

/** As much of a report as fits: its head and the first cases. */
function fitting(chunks: readonly string[], room: number): readonly string[] {
  let left = room
  const end = chunks.findIndex((chunk) => (left -= Buffer.byteLength(chunk)) < 0)
  return end < 0 ? chunks : chunks.slice(0, end)
}
