import { statSync } from 'node:fs'
import { join } from 'node:path'
import { foreignExports } from '../../compose/exports.ts'
import { type Message, type RunExport, EvalError, message } from '../../core/index.ts'
import { atomicWrite } from '../../files/index.ts'
import { toTranscriptLine } from '../../formats/transcript-lines.ts'
import { translate } from '../../i18n/index.ts'
import type { RunReport } from '../../reporters/index.ts'
import { chunksWithoutCommands, jsonWithoutCommands } from '../../reporters/workflow-commands.ts'
import { type ReportScreen, makeFolder, reportChunks } from './reports.ts'

const reportFormats = ['json', 'junit', 'markdown'] as const
type ReportFormat = (typeof reportFormats)[number]

/** The formats of `shinsa export`. */
export const exportFormats: readonly string[] = [
  ...reportFormats,
  'baseline',
  'csv',
  ...foreignExports.map(({ name }) => name),
  'otlp',
  'transcripts',
]

/** Flags that belong to a single format. */
export const exportFlags = foreignExports.flatMap(({ name, flag }) =>
  flag === undefined ? [] : [{ format: name, ...flag }],
)

type ExportRunsDestination = {
  readonly file: string | undefined
  readonly screen: ReportScreen
  /** The value of the format's own flag. */
  readonly option?: string | undefined
}

/** Writes runs in a format, to standard output where no file is named. */
export async function writeExport(
  format: string,
  reports: readonly (() => RunReport)[],
  { file, screen, option }: ExportRunsDestination,
): Promise<void> {
  const own = foreignExports.find(({ name }) => name === format)
  if (own?.named === true && file !== undefined && isFolder(file))
    return writeEach(own, reports, { file, screen, option })
  const chunks = exportChunks(format, reports, screen, option)
  if (file === undefined) for await (const chunk of chunks) screen.stdout(chunk)
  else await atomicWrite(file, chunks)
}

/** Yields runs in a format that is one file. */
export async function* exportChunks(
  format: string,
  reports: readonly (() => RunReport)[],
  screen: ReportScreen,
  option?: string,
): AsyncGenerator<string> {
  const own = foreignExports.find(({ name }) => name === format)
  if (own !== undefined) {
    if (reports.length > 1) throw new EvalError('usage', own.several.sentence, { hint: own.several.hint })
    for (const report of reports) yield (await exported(own, report(), { screen, option })).text
  } else if (format === 'transcripts') {
    for (const report of reports) {
      for await (const line of transcriptLines(report())) yield jsonWithoutCommands(line)
    }
  } else if (format === 'baseline') {
    if (reports.length > 1) throw new EvalError('usage', message('several runs are several baselines'))
    const { toBaseline } = await import('../../compose/baseline/baseline-file.ts')
    for (const report of reports) yield* toBaseline(report())
  } else if (format === 'otlp') {
    yield* otlpLines(reports, screen)
  } else if (format === 'csv') {
    if (reports.length > 1) throw new EvalError('usage', message('several runs are several tables'))
    const { toCsv } = await import('../../reporters/csv.ts')
    for (const report of reports) yield* chunksWithoutCommands(toCsv(report()))
  } else {
    yield* reportChunks(reportFormat(format), reports, { ...screen, color: false })
  }
}

function reportFormat(name: string): ReportFormat {
  const format = reportFormats.find((one) => one === name)
  if (format === undefined) throw new Error(`${name} is no format of runs`)
  return format
}

async function* transcriptLines({ records }: RunReport): AsyncGenerator<string> {
  for await (const { evalCase, result } of records) {
    if (result !== undefined) yield `${toTranscriptLine(evalCase.id, result.transcript)}\n`
  }
}

/** Scores whose exchange has no trace are left out and counted on standard error. */
async function* otlpLines(reports: readonly (() => RunReport)[], screen: ReportScreen): AsyncGenerator<string> {
  const { toOtlp } = await import('../../reporters/otlp.ts')
  let unbound = 0
  for (const report of reports) {
    for await (const line of toOtlp(report(), () => (unbound += 1))) yield jsonWithoutCommands(line)
  }
  if (unbound === 0) return
  const note = message('{n} {n|event has|events have} no span: nobody traced the exchange', { n: unbound })
  tellNote(note, screen)
}

function tellNote(note: Message, { stderr, language }: ReportScreen): void {
  stderr(`${translate(message('note:'), language)} ${translate(note, language)}\n`)
}

function isFolder(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false })
  return there === undefined ? !/\.json$/i.test(path) : there.isDirectory()
}

/** Writes each run into the folder under the name that the other tool would give it. */
async function writeEach(
  own: RunExport,
  reports: readonly (() => RunReport)[],
  { file: folder, screen, option }: ExportRunsDestination & { readonly file: string },
): Promise<void> {
  for (const report of reports) {
    const { text, fileName = `${own.name}.json` } = await exported(own, report(), { screen, option })
    await makeFolder(folder)
    await atomicWrite(join(folder, fileName), text)
  }
}

/** Warnings on what the format cannot hold go to standard error. */
async function exported(
  own: RunExport,
  { run, records }: RunReport,
  { screen, option }: Pick<ExportRunsDestination, 'screen' | 'option'>,
) {
  const { text, losses = [], fileName } = await own.write(run, await Array.fromAsync(records), option)
  for (const loss of losses) tellNote(loss, screen)
  return { text: jsonWithoutCommands(text), fileName }
}
