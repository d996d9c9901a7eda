import { existsSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { EvalError, message } from '../core/index.ts'
import { reportFormats, type ReportFormat } from '../workspace/runs/reports.ts'
import { oneOfFrom } from './command.ts'

export type Output = { readonly format: ReportFormat; readonly file: string | undefined }

export const outputOptions = {
  reporter: {
    value: 'FORMAT',
    short: 'r',
    summary: message('terminal, json, junit or markdown (else from the ending of --output)'),
  },
  output: {
    value: 'FILE',
    short: 'o',
    multiple: true,
    summary: message('write the report to this file, - is standard output; several times for several reports'),
  },
  json: { summary: message('the same as --reporter json; everything else goes to standard error') },
} as const

/** @throws {EvalError} `usage` when the flags contradict each other */
export function outputsFrom(flags: {
  readonly reporter?: string
  readonly output?: readonly string[]
  readonly json?: boolean
}): readonly Output[] {
  const reporter = oneOfFrom('reporter', flags.reporter, reportFormats)
  if (flags.json === true) refuseOtherReporter(reporter)
  const named = reporter ?? (flags.json === true ? 'json' : undefined)
  const files = flags.output ?? ['-']
  refuseTwice(files)
  // With several outputs, `--reporter` applies to standard output, if that is among them.
  if (named !== undefined && files.length > 1 && !files.includes('-')) throw whichReport(named)
  return files.map((file) => {
    if (file === '-') return { format: named ?? 'terminal', file: undefined }
    refuseMissingFolder(file)
    return { format: (files.length === 1 ? named : undefined) ?? reportFormatOf(file), file }
  })
}

/** Tells whether a program reads a report from standard output, which must then hold nothing else. */
export function takesStandardOutput(outputs: readonly Output[]): boolean {
  return outputs.some(({ format, file }) => file === undefined && format !== 'terminal')
}

function refuseTwice(files: readonly string[]): void {
  const twice = files.find((file, index) => files.indexOf(file) !== index)
  if (twice !== undefined) throw new EvalError('usage', message('--output {file} is given twice', { file: twice }))
}

function whichReport(reporter: string): EvalError {
  return new EvalError('usage', message('--reporter {reporter} does not say which --output is meant', { reporter }), {
    hint: message('Of files the ending says it; add --output - for a report on standard output.'),
  })
}

/** @throws {EvalError} `usage` when `--json` is given beside another reporter */
export function refuseOtherReporter(named: string | undefined): void {
  if (named === undefined || named === 'json') return
  throw new EvalError('usage', message('--json and --reporter {reporter} contradict each other', { reporter: named }))
}

const formatOfEnding: Readonly<Record<string, ReportFormat>> = {
  '.json': 'json',
  '.xml': 'junit',
  '.md': 'markdown',
  '.txt': 'terminal',
}

/** Checks the folder before the run, not after its last case. */
function refuseMissingFolder(file: string): void {
  const folder = dirname(resolve(file))
  if (existsSync(folder)) return
  throw new EvalError('usage', message('{folder}: there is no such folder to write into', { folder }))
}

function reportFormatOf(file: string): ReportFormat {
  return formatOfFile(file, formatOfEnding, { name: 'reporter', takes: reportFormats })
}

/**
 * Derives the format from a file's ending; `flag` is the flag that names the format instead.
 *
 * @throws {EvalError} `usage` for an unknown ending
 */
export function formatOfFile<Format>(
  file: string,
  endings: Readonly<Record<string, Format>>,
  flag: { readonly name: string; readonly takes: readonly string[] },
): Format {
  const format = endings[extname(file).toLowerCase()]
  if (format !== undefined) return format
  throw new EvalError('usage', message('the ending of {file} does not say which report is meant', { file }), {
    hint: message('Name it: --{flag} {formats}.', { flag: flag.name, formats: flag.takes.join(' | ') }),
  })
}
