import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CaseRecord } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'
import { atomicWrite } from '../files/index.ts'
import { toTranscriptLine, writeAdkResult, writeStrandsReport } from '../formats/index.ts'
import type { AdkVersion } from '../formats/index.ts'
import { translate } from '../i18n/index.ts'
import type { RunReport } from '../reporters/index.ts'
import { chunksWithoutCommands, jsonWithoutCommands } from '../reporters/workflow-commands.ts'
import type { ReportScreen } from './reports.ts'
import { makeFolder, reportChunks } from './reports.ts'

export { readAdkVersion } from '../formats/index.ts'
export type { AdkVersion } from '../formats/index.ts'

export const exportFormats = [
  'json',
  'junit',
  'markdown',
  'csv',
  'adk',
  'strands',
  'strands-list',
  'transcripts',
] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Writes runs in a format that others read. Without a file they go to standard output. */
export async function writeExport(
  format: ExportFormat,
  reports: readonly (() => RunReport)[],
  {
    file,
    screen,
    adk,
  }: { readonly file: string | undefined; readonly screen: ReportScreen; readonly adk?: AdkVersion },
): Promise<void> {
  if (format === 'adk' && file !== undefined) return writeAdkResults(reports, file, adk)
  const chunks = exportChunks(format, reports, screen, adk)
  if (file === undefined) for await (const chunk of chunks) screen.stdout(chunk)
  else await atomicWrite(file, chunks)
}

/** Runs in one of the formats that is one file, in pieces. */
export async function* exportChunks(
  format: ExportFormat,
  reports: readonly (() => RunReport)[],
  screen: ReportScreen,
  adk?: AdkVersion,
): AsyncGenerator<string> {
  if (format === 'transcripts') {
    for (const report of reports) {
      for await (const line of transcriptLines(report())) yield jsonWithoutCommands(line)
    }
  } else if (format === 'csv') {
    if (reports.length > 1) throw new EvalError('usage', message('several runs are several tables'))
    const { toCsv } = await import('../reporters/csv.ts')
    for (const report of reports) yield* chunksWithoutCommands(toCsv(report()))
  } else if (format === 'strands' || format === 'strands-list') {
    if (reports.length > 1) {
      throw new EvalError('usage', message('several runs are several reports of strands-evals'), {
        hint: message('Export them one after the other.'),
      })
    }
    for (const report of reports) yield jsonWithoutCommands(await strandsReport(report(), format, screen))
  } else if (format === 'adk') {
    if (reports.length > 1) throw severalFiles()
    for (const report of reports) yield (await adkResult(report(), adk)).text
  } else {
    yield* reportChunks(format, reports, { ...screen, color: false })
  }
}

async function* transcriptLines({ records }: RunReport): AsyncGenerator<string> {
  for await (const { evalCase, result } of records) {
    if (result !== undefined) yield `${toTranscriptLine(evalCase.id, result.transcript)}\n`
  }
}

/** One run goes into the file that is named; into a folder, each goes under the name that ADK would give it. */
async function writeAdkResults(
  reports: readonly (() => RunReport)[],
  path: string,
  adk: AdkVersion | undefined,
): Promise<void> {
  const there = statSync(path, { throwIfNoEntry: false })
  const isFile = there === undefined ? /\.json$/i.test(path) : !there.isDirectory()
  if (isFile) return writeAdkFile(reports, path, adk)
  await makeFolder(path)
  for (const report of reports) {
    const result = await adkResult(report(), adk)
    await atomicWrite(join(path, basename(result.path)), result.text)
  }
}

async function writeAdkFile(
  reports: readonly (() => RunReport)[],
  file: string,
  adk: AdkVersion | undefined,
): Promise<void> {
  const [report, ...others] = reports
  if (others.length > 0) throw severalFiles()
  if (report !== undefined) await atomicWrite(file, (await adkResult(report(), adk)).text)
}

function severalFiles(): EvalError {
  return new EvalError('usage', message('several runs are several ADK result files'), {
    hint: message('Name a folder for them: --output FOLDER.'),
  })
}

async function adkResult({ run, records }: RunReport, adk: AdkVersion | undefined) {
  const { text, path } = writeAdkResult(run, await allOf(records), { adk })
  return { text: jsonWithoutCommands(text), path }
}

/** What the format cannot say goes to standard error. */
async function strandsReport(
  { run, records }: RunReport,
  format: 'strands' | 'strands-list',
  { stderr, language }: ReportScreen,
): Promise<string> {
  const { text, losses } = writeStrandsReport(run, await allOf(records), { older: format === 'strands-list' })
  for (const loss of losses) stderr(`${translate(message('note:'), language)} ${translate(loss, language)}\n`)
  return text
}

async function allOf(records: RunReport['records']): Promise<readonly CaseRecord[]> {
  const all: CaseRecord[] = []
  for await (const record of records) all.push(record)
  return all
}
