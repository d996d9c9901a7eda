import { message } from '../core/index.ts'
import { exportFormats, writeExport } from '../config/export-runs.ts'
import type { ExportFormat } from '../config/export-runs.ts'
import { defineCommand, oneOf } from './command.ts'
import { findRun } from './find-run.ts'
import { formatOfFile } from './output.ts'
import { storeOf } from './surroundings.ts'

export const exportRuns = defineCommand({
  name: 'export',
  summary: message('write runs as JSON, JUnit, Markdown, ADK result files, reports of strands-evals or transcripts'),
  operands: 'RUN … --output FILE [OPTIONS]',
  details: [
    message(
      '`adk` writes each run into the folder that --output names, under the name that ADK would give it; an --output that ends in .json is the file itself.',
    ),
    message(
      '`strands` writes the one report that strands-evals returns since 0.3, `strands-list` the list of reports that came before.',
    ),
    message('`transcripts` writes JSON lines that `--target recorded:FILE` reads back.'),
  ],
  examples: [
    'shinsa export latest --format junit --output report.xml',
    'shinsa export latest --format adk --output agents/weather/.adk/eval_history',
    'shinsa export latest --format strands --output report.json',
    'shinsa export latest --format transcripts --output transcripts.jsonl',
  ],
  options: {
    format: {
      value: 'FORMAT',
      short: 'f',
      summary: message(
        'json, junit, markdown, adk, strands, strands-list or transcripts (else from the ending of --output)',
      ),
    },
    output: { value: 'FILE', short: 'o', summary: message('where to write (standard output)') },
  },
  async run(operands, flags, terminal) {
    const format = oneOf('format', flags.format, exportFormats) ?? formatFor(flags.output)
    const store = storeOf(terminal)
    try {
      const names = operands.length > 0 ? operands : [undefined]
      const runs = await Promise.all(names.map((name) => findRun(store, name)))
      const reports = runs.map((run) => () => ({ run, records: store.records(run.plan.runId) }))
      await writeExport(format, reports, { file: flags.output, screen: terminal })
      return 0
    } finally {
      await store.close()
    }
  },
})

const formatOfEnding: Readonly<Record<string, ExportFormat>> = {
  '.json': 'json',
  '.xml': 'junit',
  '.md': 'markdown',
  '.jsonl': 'transcripts',
}

function formatFor(file: string | undefined): ExportFormat {
  return file === undefined ? 'json' : formatOfFile(file, formatOfEnding, { name: 'format', takes: exportFormats })
}
