import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CaseRecord } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'
import { toTranscriptLine, writeAdkResult } from '../formats/index.ts'
import type { RunReport } from '../reporters/index.ts'
import type { ReportScreen } from './reports.ts'
import { reportChunks, writeFile } from './reports.ts'

export const exportFormats = ['json', 'junit', 'markdown', 'adk', 'transcripts'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Writes runs in a format that others read. Without a file they go to standard output. */
export async function writeExport(
  format: ExportFormat,
  reports: readonly (() => RunReport)[],
  { file, screen }: { readonly file: string | undefined; readonly screen: ReportScreen },
): Promise<void> {
  if (format === 'adk' && file !== undefined) return writeAdkFolder(reports, file)
  const chunks = exportChunks(format, reports, screen)
  if (file === undefined) for await (const chunk of chunks) screen.stdout(chunk)
  else await writeFile(file, chunks)
}

async function* exportChunks(
  format: ExportFormat,
  reports: readonly (() => RunReport)[],
  screen: ReportScreen,
): AsyncGenerator<string> {
  if (format === 'transcripts') {
    for (const report of reports) yield* transcriptLines(report())
  } else if (format === 'adk') {
    if (reports.length > 1) {
      throw new EvalError('usage', message('several runs are several ADK result files'), {
        hint: message('Name a folder for them: --output FOLDER.'),
      })
    }
    for (const report of reports) yield (await adkResult(report())).text
  } else {
    yield* reportChunks(format, reports, { ...screen, color: false })
  }
}

async function* transcriptLines({ records }: RunReport): AsyncGenerator<string> {
  for await (const { evalCase, result } of records) {
    if (result !== undefined) yield `${toTranscriptLine(evalCase.id, result.transcript)}\n`
  }
}

async function writeAdkFolder(reports: readonly (() => RunReport)[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const report of reports) {
    const { path, text } = await adkResult(report())
    await writeFile(join(folder, basename(path)), [text])
  }
}

async function adkResult({ run, records }: RunReport) {
  const all: CaseRecord[] = []
  for await (const record of records) all.push(record)
  return writeAdkResult(run, all)
}
