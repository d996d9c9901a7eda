import { EvalError, message } from '../../core/index.ts'
import { exportFlags, exportFormats, writeExport } from '../../workspace/runs/export-runs.ts'
import { refuseWithoutView } from '../../workspace/runs/viewed-formats.ts'
import { type Terminal, defineCommand, oneOfFrom, storeOption } from '../command.ts'
import { viewIn, viewOption } from '../run-view.ts'
import { findNamedRun } from '../find-run.ts'
import { formatOfFile } from '../output.ts'
import { storeToRead } from '../dependencies.ts'
import { writePage } from '../write-page.ts'

export const exportRuns = defineCommand({
  name: 'export',
  summary: message(
    'write runs as a page in one file, JSON, JUnit, Markdown, CSV, ADK result files, reports of strands-evals, OTLP events or transcripts',
  ),
  operands: 'RUN … --output FILE [OPTIONS]',
  details: [
    message(
      '`--html [FILE.html]` writes one file with the pages of `shinsa serve`, to be sent and read without a server; of two to six runs also how they compare.',
    ),
    message(
      '`adk` writes each run into the folder that --output names, under the name that ADK would give it; an --output that ends in .json is the file itself.',
    ),
    message(
      '`strands` writes the one report that strands-evals returns since 0.3, `strands-list` the list of reports that came before.',
    ),
    message(
      '`otlp` writes the scores as JSON lines of OTLP logs, events `gen_ai.evaluation.result` at the spans that they judge.',
    ),
    message('`transcripts` writes JSON lines that `--target recorded:FILE` reads back.'),
  ],
  examples: [
    'shinsa export latest --html report.html',
    'shinsa export latest --format junit --output report.xml',
    'shinsa export latest --format adk --output agents/weather/.adk/eval_history',
    'shinsa export latest --format strands --output report.json',
    'shinsa export latest --format otlp --output evaluations.jsonl',
    'shinsa export latest --format transcripts --output transcripts.jsonl',
  ],
  options: {
    format: {
      value: 'FORMAT',
      short: 'f',
      summary: message(
        'html, json, junit, markdown, baseline, csv, adk, strands, strands-list, otlp or transcripts (else from the ending of --output)',
      ),
    },
    output: { value: 'FILE', short: 'o', takesDash: true, summary: message('where to write (standard output)') },
    ...Object.fromEntries(exportFlags.map(({ name, value, summary }) => [name, { value, summary }])),
    ...viewOption,
    html: {
      summary: message('one page in one file: the operand that ends in .html, else the id of the run with .html'),
    },
    ...storeOption,
  },
  async run(operands, flags, terminal) {
    const { names, format, file } = wishFrom(operands, flags, terminal)
    const option = optionOf(format, flags)
    const store = storeToRead(terminal)
    const found = await Promise.all(names.map((name) => findNamedRun(store, name)))
    const runs = [...new Map(found.map((run) => [run.plan.runId, run])).values()]
    const [run] = runs
    if (flags.view !== undefined && runs.length > 1) throw new EvalError('usage', message('--view is of one run'))
    if (flags.view !== undefined) refuseWithoutView(format)
    const viewed =
      flags.view === undefined || run === undefined ? undefined : await viewIn(run, flags.view, { store, terminal })
    if (format === 'html') {
      const page = flags.html === true ? `${runs.map(({ plan }) => plan.runId).join('-')}.html` : undefined
      await writePage(runs, { store, file: file ?? page, terminal, viewed })
      return 0
    }
    const reports = runs.map((one) => () => ({
      run: one,
      view: viewed?.view,
      records: viewed?.records() ?? store.records(one.plan.runId),
    }))
    await writeExport(format, reports, { file, screen: terminal, option })
    return 0
  },
})

function wishFrom(
  operands: readonly string[],
  flags: { readonly format?: string; readonly output?: string; readonly html?: boolean },
  { isInteractive }: Pick<Terminal, 'isInteractive'>,
) {
  const named = oneOfFrom('format', flags.format, [...exportFormats, 'html'])
  if (flags.html === true && named !== undefined && named !== 'html') {
    throw new EvalError('usage', message('--html and --format {format} contradict each other', { format: named }))
  }
  const format =
    flags.html === true ? 'html' : (named ?? formatFor(flags.output, isInteractive && process.stdout.isTTY === true))
  const page = flags.html === true ? operands.findLast((operand) => /\.html?$/i.test(operand)) : undefined
  if (page !== undefined && flags.output !== undefined) {
    throw new EvalError(
      'usage',
      message('{page} and --output {file} name two files for one page', { page, file: flags.output }),
      {
        hint: message('Leave out one of the two.'),
      },
    )
  }
  const names = operands.filter((operand) => operand !== page)
  return { names: names.length > 0 ? names : [undefined], format, file: flags.output ?? page }
}

function optionOf(format: string, flags: Readonly<Record<string, unknown>>): string | undefined {
  for (const flag of exportFlags) {
    const value = flags[flag.name]
    if (typeof value !== 'string') continue
    if (flag.format === format) return value
    throw new EvalError(
      'usage',
      message('--{flag} belongs to --format {format}', { flag: flag.name, format: flag.format }),
    )
  }
  return undefined
}

const formatOfEnding: Readonly<Record<string, string>> = {
  '.html': 'html',
  '.csv': 'csv',
  '.json': 'json',
  '.xml': 'junit',
  '.md': 'markdown',
  '.jsonl': 'transcripts',
}

/** Chooses JSON for a program that reads standard output; on a terminal JSON would be unreadable. */
function formatFor(file: string | undefined, isRead: boolean): string {
  const takes = ['html', ...exportFormats]
  if (file !== undefined) return formatOfFile(file, formatOfEnding, { name: 'format', takes })
  if (!isRead) return 'json'
  throw new EvalError('usage', message('which format? Neither --format nor --output says it'), {
    hint: message('shinsa export {run} --output report.html, or --format {formats}', {
      run: 'latest',
      formats: takes.join(' | '),
    }),
  })
}
