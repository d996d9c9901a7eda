import { setImmediate as nextTurn } from 'node:timers/promises'
import { caseSectionsOf, reportSections } from '../../compose/report-sections.ts'
import { type Reporter, type Run, type RunComparison, type RunPlan, EvalError, message } from '../../core/index.ts'
import { atomicWrite, makeFolders } from '../../files/index.ts'
import type { RunReport } from '../../reporters/index.ts'
import type { StyleOptions } from '../../reporters/style.ts'

export const reportFormats = ['terminal', 'json', 'junit', 'markdown'] as const
export type ReportFormat = (typeof reportFormats)[number]

export type ReportScreen = StyleOptions & {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly isInteractive: boolean
}

export type ReportDetail = {
  /** The number of failing cases that a report shows. */
  readonly limit?: number
  readonly exitCode?: number
  /** Limits the terminal's report to what matters after every change. */
  readonly brief?: boolean
}

/** Shows progress on standard error while a run is under way. */
export async function liveProgress(screen: ReportScreen): Promise<Reporter> {
  const { terminal } = await import('../../reporters/terminal.ts')
  return terminal({ ...screen, color: false, write: screen.stderr, now: () => performance.now() })
}

/** Shows the progress of a run that workers play. */
export async function liveFleetProgress(screen: ReportScreen, plan: RunPlan) {
  const { fleetTerminal } = await import('../../reporters/fleet-terminal.ts')
  const options = { ...screen, color: false, write: screen.stderr, now: () => performance.now() }
  return fleetTerminal(plan, options)
}

/**
 * Writes the report of runs to files or standard output. For formats other than the terminal's a readable report is printed as
 * well, on standard error where standard output is taken.
 */
export async function writeReport(
  outputs: readonly { readonly format: ReportFormat; readonly file: string | undefined }[],
  reports: readonly (() => RunReport)[],
  screen: ReportScreen,
  detail: ReportDetail = {},
): Promise<void> {
  const isForPeople = ({ format, file }: (typeof outputs)[number]) => format === 'terminal' && file === undefined
  const isTaken = outputs.some((output) => output.file === undefined && !isForPeople(output))
  const forPeople = isTaken ? screen.stderr : screen.stdout
  if (outputs.some((output) => output.format !== 'terminal' || isForPeople(output))) {
    const color = screen.color && forPeople === screen.stdout
    for await (const text of toText(reports, { ...screen, ...detail, color })) forPeople(text)
  }
  for (const { format, file } of outputs.filter((output) => !isForPeople(output))) {
    const chunks = reportChunks(format, reports, { ...screen, ...detail, color: false })
    if (file === undefined) for await (const chunk of chunks) screen.stdout(chunk)
    else await atomicWrite(file, chunks)
  }
}

type TextOptions = ReportDetail & StyleOptions

/** Yields a report in one format, escaped so that no build server finds a command in it. */
export async function* reportChunks(
  format: ReportFormat,
  reports: readonly (() => RunReport)[],
  options: TextOptions,
): AsyncGenerator<string> {
  const { chunksWithoutCommands, jsonWithoutCommands } = await import('../../reporters/workflow-commands.ts')
  const chunks = rawChunks(format, reports, options)
  if (format !== 'json') return yield* chunksWithoutCommands(chunks)
  // Small pieces are joined, since each write has a cost of its own.
  let text = ''
  for await (const chunk of chunks) {
    text += chunk
    if (text.length < leastOfChunk) continue
    yield jsonWithoutCommands(text)
    text = ''
  }
  yield jsonWithoutCommands(text)
}

const leastOfChunk = 32_768

async function* rawChunks(
  format: ReportFormat,
  reports: readonly (() => RunReport)[],
  options: TextOptions,
): AsyncGenerator<string> {
  if (format === 'terminal') yield* toText(reports, options)
  if (format === 'markdown') {
    const { toMarkdown } = await import('../../reporters/markdown.ts')
    for (const report of reports.map((open) => open())) {
      yield* toMarkdown(report, { ...options, sections: await reportSections(report.run) })
      if (report.arms !== undefined)
        yield (await import('../../reporters/comparison/arms.ts')).toMarkdownArms(report.arms, options)
    }
  }
  if (format === 'junit') {
    const { toJunit } = await import('../../reporters/junit.ts')
    yield* toJunit(
      reports.map((report) => report()),
      options,
    )
  }
  if (format === 'json') {
    const { toJson } = await import('../../reporters/json.ts')
    const several = reports.length > 1
    for (const [index, report] of reports.entries()) {
      if (several) yield index === 0 ? '[\n' : ',\n'
      yield* toJson(report())
    }
    if (several) yield ']\n'
  }
}

async function* toText(reports: readonly (() => RunReport)[], options: TextOptions): AsyncGenerator<string> {
  const { toRunsOverview, toTerminalReport } = await import('../../reporters/terminal-report.ts')
  const { exitCode: _, ...ofEach } = options
  const isNamed = reports.length > 1 && options.brief !== true
  const runs: Run[] = []
  for (const report of reports) {
    if (runs.length > 0) yield '\n'
    const opened = report()
    runs.push(opened.run)
    const sections = await reportSections(opened.run)
    yield* toTerminalReport(opened, isNamed ? { ...ofEach, sections, isNamed } : { ...options, sections })
    if (opened.arms !== undefined)
      yield (await import('../../reporters/comparison/arms.ts')).toTerminalArms(opened.arms, options)
  }
  if (isNamed) yield toRunsOverview(runs, options)
}

/** @throws {EvalError} `environment` naming the folder */
export async function makeFolder(folder: string): Promise<void> {
  try {
    makeFolders(folder)
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    const problem = message('{file} cannot be written: {problem}', { file: folder, problem: cause.message })
    throw new EvalError('environment', problem, { cause })
  }
}

/** Yields everything about the given results, conversations and scores, for a terminal. */
export async function* caseChunks({ run, records }: RunReport, screen: StyleOptions): AsyncGenerator<string> {
  const { toCaseReport } = await import('../../reporters/case-report.ts')
  for await (const { result } of records) {
    if (result === undefined) continue
    yield toCaseReport(result, run.plan, { ...screen, sections: await caseSectionsOf(result) })
  }
}

export const comparisonFormats = ['terminal', 'markdown', 'json', 'csv'] as const
export type ComparisonFormat = (typeof comparisonFormats)[number]

/** Yields the comparison of runs with a baseline in one format, escaped so that no build server finds a command in it. */
export async function* comparisonChunks(
  comparisons: readonly RunComparison[],
  format: ComparisonFormat,
  screen: StyleOptions,
): AsyncGenerator<string> {
  const { chunksWithoutCommands, jsonWithoutCommands } = await import('../../reporters/workflow-commands.ts')
  if (format === 'json') {
    const { toJsonComparisons } = await import('../../reporters/comparison/compare-json.ts')
    for (const chunk of toJsonComparisons(comparisons)) {
      yield jsonWithoutCommands(chunk)
      // Printed text stays in memory until the event loop has a turn.
      await nextTurn()
    }
  } else if (format === 'csv') {
    const { toCsvComparison } = await import('../../reporters/comparison/compare-csv.ts')
    yield* chunksWithoutCommands(toCsvComparison(comparisons))
  } else {
    const { toMarkdownComparisons, toTerminalComparisons } = await import('../../reporters/comparison/compare.ts')
    const text =
      format === 'markdown' ? toMarkdownComparisons(comparisons, screen) : toTerminalComparisons(comparisons, screen)
    yield* chunksWithoutCommands([text])
  }
}

/** Loads the writer of a text when it is first called. */
function lazily<Given extends readonly unknown[]>(load: () => Promise<(...given: Given) => string>) {
  return async (...given: Given): Promise<string> => (await load())(...given)
}

export const loadJudgeAgreement = lazily(
  async () => (await import('../../reporters/judges/judge-agreement.ts')).toJudgeAgreement,
)
export const loadJudgeRace = lazily(async () => (await import('../../reporters/judges/judge-race.ts')).toJudgeRace)
export const loadJudgeDrifts = lazily(async () => (await import('../../reporters/judges/judge-drift.ts')).toJudgeDrifts)
export const loadRunList = lazily(async () => (await import('../../reporters/run-list.ts')).toRunList)
export const loadMutationReport = lazily(
  async () => (await import('../../reporters/validity/mutation-report.ts')).toMutationReport,
)
export const loadAtlasReport = lazily(
  async () => (await import('../../reporters/validity/atlas-report.ts')).toAtlasReport,
)
export const loadImproveLines = lazily(
  async () => (await import('../../reporters/validity/improve-lines.ts')).toImproveLines,
)
export const loadJudgeAdmission = lazily(
  async () => (await import('../../reporters/judges/judge-admission.ts')).toJudgeAdmission,
)
export const loadBlame = lazily(async () => (await import('../../reporters/failure/blame-lines.ts')).toBlame)
