import { extname, resolve } from 'node:path'
import type { EvalCase, Message } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'
import { isTable } from '../formats/detect-format.ts'
import { evaluatorLosses, openDataset, setLosses, toCaseLine, writableFormats, writeDataset } from '../formats/index.ts'
import { jsonWithoutCommands } from '../reporters/workflow-commands.ts'
import type { OpenedDataset, TableColumns, WritableFormat } from '../formats/index.ts'
import { atomicWrite } from '../files/index.ts'

export { parseDatasetSelector, parseDatasetSelectors } from '../formats/dataset-selector.ts'

/** The formats that a dataset can be written in. */
export const datasetFormats = writableFormats

type Conversion = {
  readonly cwd: string
  readonly columns: TableColumns | undefined
  /** The config that somebody named for its `columns`. */
  readonly config: string | undefined
  readonly to: WritableFormat | undefined
  readonly output: string | undefined
  readonly stdout: (text: string) => void
}

/** Rewrites a dataset in another format; `dropped` says what that one cannot hold. JSON lines are streamed. */
export async function convertDataset(
  path: string,
  conversion: Conversion,
): Promise<{ readonly dropped: readonly Message[] }> {
  const { cwd, columns, output, stdout } = conversion
  const opened = await openDataset(resolve(cwd, path), { columns })
  if (conversion.config !== undefined) refuseIdleConfig(opened, { ...conversion, config: conversion.config })
  const format = conversion.to ?? usualFormat(output, opened.format)
  const written =
    format === 'case-lines' && !opened.format.startsWith('review-')
      ? { chunks: caseLines(opened), losses: [...setLosses(opened.dataset), ...evaluatorLosses(opened.evaluators)] }
      : await wholeText(format, opened)
  const isCsv = format === 'csv'
  if (output !== undefined) await atomicWrite(resolve(cwd, output), written.chunks)
  else for await (const chunk of written.chunks) stdout(isCsv ? chunk : jsonWithoutCommands(chunk))
  return { dropped: [...(opened.notes ?? []), ...written.losses] }
}

function refuseIdleConfig(
  { format }: OpenedDataset,
  { config, columns }: Pick<Conversion, 'columns'> & { readonly config: string },
): void {
  if (columns !== undefined && isTable(format)) return
  const hint = message('Leave out --config.')
  throw columns === undefined
    ? new EvalError('usage', message('{file} has no effect here: it has no `columns`', { file: config }), { hint })
    : new EvalError('usage', message('{file} has no effect here: the dataset is no table', { file: config }), { hint })
}

/** By the ending; review suites and questions about runbooks stay what they are unless somebody says otherwise. */
function usualFormat(output: string | undefined, from: OpenedDataset['format']): WritableFormat {
  const format = formatOfEnding(output) ?? 'adk-eval-set'
  if (format !== 'adk-eval-set') return format
  if (from.startsWith('runbook-')) return 'runbook-dataset'
  return from.startsWith('review-') ? 'review-suite' : format
}

async function* caseLines({ dataset }: OpenedDataset): AsyncGenerator<string> {
  for await (const evalCase of dataset.cases()) yield `${toCaseLine(evalCase)}\n`
}

async function wholeText(format: WritableFormat, { dataset, evaluators }: OpenedDataset) {
  const cases: EvalCase[] = []
  for await (const evalCase of dataset.cases()) cases.push(evalCase)
  const { text, losses } = writeDataset(format, dataset, cases, { evaluators })
  return { chunks: [text], losses }
}

function formatOfEnding(file: string | undefined): WritableFormat | undefined {
  if (file === undefined) return undefined
  const format = writableEndings[extname(file).toLowerCase()]
  if (format !== undefined) return format
  throw new EvalError('usage', message('the ending of {file} does not say which format is meant', { file }), {
    hint: message('Name it: --to {formats}.', { formats: datasetFormats.join(' | ') }),
  })
}

const writableEndings: Readonly<Record<string, WritableFormat>> = {
  '.json': 'adk-eval-set',
  '.jsonl': 'case-lines',
  '.csv': 'csv',
}
