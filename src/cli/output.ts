import { existsSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { EvalError, message } from '../core/index.ts'
import { reportFormats } from '../workspace/runs/reports.ts'
import type { ReportFormat } from '../workspace/runs/reports.ts'
import { oneOfFrom } from './command.ts'

/** Where the report of a run goes and what it looks like. */
export type Output = { readonly format: ReportFormat; readonly file: string | undefined }

export const outputOptions = {
  reporter: {
    value: 'FORMAT',
    short: 'r',
    summary: message('terminal, json, junit or markdown (else from the ending of --output)'),
  },
  output: { value: 'FILE', short: 'o', summary: message('write the report to this file instead of standard output') },
  json: { summary: message('the same as --reporter json; everything else goes to standard error') },
} as const

/** @throws {EvalError} `usage` when the flags contradict each other */
export function outputFrom(flags: {
  readonly reporter?: string
  readonly output?: string
  readonly json?: boolean
}): Output {
  const named = oneOfFrom('reporter', flags.reporter, reportFormats)
  if (flags.json === true) refuseOtherReporter(named)
  if (flags.output !== undefined) refuseMissingFolder(flags.output)
  const format = named ?? (flags.json === true ? 'json' : reportFormatOf(flags.output)) ?? 'terminal'
  return { format, file: flags.output }
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

/** Found out now, and not after the last case. */
function refuseMissingFolder(file: string): void {
  const folder = dirname(resolve(file))
  if (existsSync(folder)) return
  throw new EvalError('usage', message('{folder}: there is no such folder to write into', { folder }))
}

function reportFormatOf(file: string | undefined): ReportFormat | undefined {
  return file === undefined ? undefined : formatOfFile(file, formatOfEnding, { name: 'reporter', takes: reportFormats })
}

/**
 * The format that a file's ending stands for. `flag` is the one that names it otherwise.
 *
 * @throws {EvalError} `usage` when the ending says nothing
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
