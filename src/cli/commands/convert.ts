import { message, EvalError } from '../../core/index.ts'
import { conversionFormats, convertDataset } from '../../workspace/datasets/datasets.ts'
import { loadConfig } from '../../compose/config/load-config.ts'
import { defineCommand, oneOfFrom } from '../command.ts'
import { printMessage } from '../print-message.ts'

export const convert = defineCommand({
  name: 'convert',
  summary: message(
    'rewrite a dataset in another format: old ADK files, tables, workbooks, files of other evaluation tools; traces as transcripts or as cases',
  ),
  operands: 'DATASET|TRACES --output FILE [OPTIONS]',
  mostOperands: 1,
  details: [
    message(
      'The format is taken from the ending of --output (.evalset.json, .test.json, .jsonl, .csv) unless --to says it.',
    ),
    message(
      'DATASET is one of ours or of ADK, a table (CSV, TSV, XLSX, lists in JSON, JSON lines or YAML), samples of OpenAI evals and Inspect, goldens of DeepEval or an experiment of strands-evals, known by its content; what cannot be taken over is listed.',
    ),
    message('A config of promptfoo becomes an evaluation in code, FILE.eval.ts; what has no counterpart is listed.'),
    message(
      'TRACES is a file, or a folder of files, of OTLP in JSON, dumped spans, Langfuse, LangSmith, Phoenix or ATIF, known by their content; .gz too. `transcripts` keeps what happened, `case-lines` makes cases that expect it again.',
    ),
  ],
  examples: [
    'shinsa convert promptfooconfig.yaml --output capitals.eval.ts',
    'shinsa convert old.test.json --output weather.evalset.json',
    'shinsa convert questions.csv --output cases.jsonl',
    'shinsa convert "book.xlsx#Questions" --output cases.jsonl',
    'shinsa convert goldens.json --output cases.jsonl',
    'shinsa convert traces.jsonl --to transcripts --output transcripts.jsonl',
    'shinsa convert traces/ --to case-lines --output cases.jsonl',
    'shinsa convert weather.evalset.json --to strands-experiment --output experiment.json',
  ],
  options: {
    output: { value: 'FILE', short: 'o', takesDash: true, summary: message('where to write (standard output)') },
    to: {
      value: 'FORMAT',
      summary: message(
        'adk-eval-set, case-lines, csv, review-suite, runbook-dataset or strands-experiment; of traces also transcripts',
      ),
    },
    config: { value: 'FILE', short: 'c', summary: message('a shinsa.config.ts whose `columns` map a table') },
  },
  async run(operands, flags, terminal) {
    const [dataset] = operands
    if (dataset === undefined) {
      throw new EvalError('usage', message('which dataset?'), { hint: message('shinsa convert DATASET --output FILE') })
    }
    const loaded = await loadConfig({ named: flags.config, cwd: terminal.cwd })
    const { dropped } = await convertDataset(dataset, {
      cwd: terminal.cwd,
      config: flags.config,
      columns: loaded.config.columns,
      to: oneOfFrom('to', flags.to, conversionFormats),
      output: flags.output,
      stdout: terminal.stdout,
    })
    for (const loss of dropped) printMessage(message('note:'), loss, terminal)
    return 0
  },
})
