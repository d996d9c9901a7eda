import { existsSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { type Message, EvalError, message, parseJson, stringifyJson } from '../../core/index.ts'
import { defaultFormat, formats, openDataset, writeDataset } from '../../compose/datasets.ts'
import { toCaseLine } from '../../formats/case-lines.ts'
import { isTable } from '../../formats/detect-format.ts'
import { evaluatorLosses, reviewLoss, setLosses } from '../../formats/losses.ts'
import type { OpenedTraces } from '../../compose/traces/open-traces.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { readBeginning, readWhole } from '../../formats/kit/read-file.ts'
import { type YamlSource, parseYamlSource } from '../../formats/kit/yaml-document.ts'
import type { OpenedDataset } from '../../formats/open-dataset.ts'
import type { TableColumns } from '../../formats/table/table-columns.ts'
import { writableFormats } from '../../formats/write-dataset.ts'
import type { HostedEval } from '../conversion/hosted-eval.ts'
import type { RegistryEval } from '../conversion/openai-registry.ts'
import { atomicWrite } from '../../files/index.ts'
import { jsonWithoutCommands } from '../../reporters/workflow-commands.ts'

/** The formats that a dataset can be written in, and transcripts for traces. */
export const conversionFormats: readonly string[] = [...writableFormats(formats), 'transcripts'].toSorted()

const datasetFormats = writableFormats(formats)

type Conversion = {
  readonly cwd: string
  readonly columns: TableColumns | undefined
  /** The config named on the command line for its `columns`. */
  readonly config: string | undefined
  readonly to: string | undefined
  readonly output: string | undefined
  readonly stdout: (text: string) => void
}

/** Rewrites a dataset in another format; `dropped` says what that format cannot hold. JSON lines are streamed. */
export async function convertDataset(
  path: string,
  conversion: Conversion,
): Promise<{ readonly dropped: readonly Message[] }> {
  const { cwd, columns, to, output, stdout } = conversion
  const source = resolve(cwd, path)
  const beginning = await beginningOf(source)
  const promptfoo = await promptfooConfig(source, beginning)
  if (promptfoo !== undefined) return evaluationFile(promptfoo, { ...conversion, file: source })
  const registry = await registryOf(source, beginning)
  if (registry !== undefined) {
    const { dropped } = await convertDataset(registry.samples, conversion)
    return { dropped: [...registry.notes, ...dropped] }
  }
  const hosted = await hostedOf(source, beginning)
  if (hosted !== undefined) {
    const text = `${stringifyJson({ criteria: hosted.criteria }, 2)}\n`
    if (output === undefined) stdout(text)
    else await atomicWrite(resolve(cwd, output), [text])
    return { dropped: hosted.notes }
  }
  const traces = await tracesToConvert(source, conversion)
  if (traces !== undefined) {
    const format = to ?? (output === undefined ? undefined : formatFor(output, ''))
    return (await import('./convert-traces.ts')).convertTraces(traces, { ...conversion, to: format })
  }
  const opened = await openDataset(source, { columns })
  if (conversion.config !== undefined) refuseIdleConfig(opened, { ...conversion, config: conversion.config })
  const format = conversion.to ?? formatFor(output, opened.format)
  const written = format === 'case-lines' ? caseLines(opened) : await wholeText(format, opened)
  const isCsv = format === 'csv'
  if (output !== undefined) await atomicWrite(resolve(cwd, output), written.chunks)
  else for await (const chunk of written.chunks) stdout(isCsv ? chunk : jsonWithoutCommands(chunk))
  return { dropped: [...(opened.notes ?? []), ...written.losses(), ...answersLost(opened, path)] }
}

/** Tables keep recorded answers beside the case; logs have one for each time that a sample was played. */
function answersLost({ format }: OpenedDataset, file: string): readonly Message[] {
  if (format !== 'inspect-log') return []
  return [message('the answers of the log are left out: shinsa run {file} scores them', { file })]
}

type PromptfooSource = Pick<YamlSource, 'lineOf'> & { readonly document: Readonly<Record<string, unknown>> }

/** Empty for files that are neither JSON nor YAML. */
async function beginningOf(file: string): Promise<string> {
  if (!/\.(ya?ml|json)$/i.test(file) || !existsSync(file)) return ''
  return new TextDecoder().decode(await readBeginning(file, 64 * 1024))
}

async function promptfooConfig(file: string, beginning: string): Promise<PromptfooSource | undefined> {
  if (!(/\.json$/i.test(file) ? /"(prompts|providers|targets)"/ : /./).test(beginning)) return undefined
  const { isPromptfooConfig } = await import('../conversion/promptfoo-config.ts')
  const { value, lineOf } = await parseYamlSource(decodeText(await readWhole(file), file), file)
  return isPromptfooConfig(value) ? { document: value, lineOf } : undefined
}

async function registryOf(file: string, beginning: string): Promise<RegistryEval | undefined> {
  if (!/\.ya?ml$/i.test(file) || !beginning.includes('samples_jsonl')) return undefined
  const { registryEval } = await import('../conversion/openai-registry.ts')
  const { value } = await parseYamlSource(decodeText(await readWhole(file), file), file)
  return registryEval(value, file)
}

async function hostedOf(file: string, beginning: string): Promise<HostedEval | undefined> {
  if (!/\.json$/i.test(file) || !/"testing_criteria"\s*:/.test(beginning)) return undefined
  const { hostedEval } = await import('../conversion/hosted-eval.ts')
  return hostedEval(parseJson(decodeText(await readWhole(file), file)))
}

/** Assertions at cases are code, so the result is an evaluation in code and not a dataset. */
async function evaluationFile(
  { document, lineOf }: PromptfooSource,
  { file, cwd, output, stdout }: Pick<Conversion, 'cwd' | 'output' | 'stdout'> & { readonly file: string },
): Promise<{ readonly dropped: readonly Message[] }> {
  if (output !== undefined && !/\.eval\.m?[jt]s$/.test(output)) {
    throw new EvalError(
      'usage',
      message('{file} is a config of promptfoo: it becomes an evaluation in code', { file }),
      {
        hint: message('Name a file that ends in .eval.ts: --output {file}', { file: 'promptfoo.eval.ts' }),
      },
    )
  }
  const { convertPromptfoo } = await import('../conversion/convert-promptfoo.ts')
  const { text, lost } = await convertPromptfoo(document, {
    file,
    cwd,
    output: output === undefined ? undefined : resolve(cwd, output),
    lineOf,
  })
  if (output === undefined) stdout(text)
  else await atomicWrite(resolve(cwd, output), [text])
  return { dropped: lost }
}

/** Undefined where the file holds no traces, or the output format is only for datasets. */
async function tracesToConvert(path: string, { to, config }: Conversion): Promise<OpenedTraces | undefined> {
  const { mayBeTraces, openTraces, tracesIn } = await import('../../compose/traces/open-traces.ts')
  const isAsked = to === 'transcripts'
  if (!isAsked && !(await mayBeTraces(path))) return undefined
  const traces = isAsked ? await openTraces(path) : await tracesIn(path)
  if (traces !== undefined && config !== undefined) {
    throw new EvalError('usage', message('{file} has no effect here: these are traces', { file: config }), {
      hint: message('Leave out --config.'),
    })
  }
  return traces
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

/** Chooses the format by the file's ending; suites and questions of a pack keep theirs unless another one is named. */
function formatFor(output: string | undefined, from: string): string {
  const format = formatOfEnding(output) ?? 'document'
  if (format !== 'document') return format
  const named = formats.find(({ ending }) => ending !== undefined && ending !== '.json' && output?.endsWith(ending))
  if (named !== undefined) return named.name
  return formats.find(({ name }) => name === from)?.convertsTo ?? defaultFormat()
}

/** Streams the lines; what they cannot hold is known after the last one. */
function caseLines({ dataset, evaluators }: OpenedDataset) {
  let reviews = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const evalCase of dataset.cases()) {
      if (reviewLoss.of(evalCase)) reviews += 1
      yield `${toCaseLine(evalCase)}\n`
    }
  }
  const lost = () => [
    ...setLosses(dataset),
    ...(reviews > 0 ? [reviewLoss.say(reviews)] : []),
    ...evaluatorLosses(evaluators),
  ]
  return { chunks: lines(), losses: lost }
}

async function wholeText(format: string, { dataset, evaluators }: OpenedDataset) {
  const cases = await Array.fromAsync(dataset.cases())
  const { text, losses: lost } = await writeDataset(format, dataset, cases, { evaluators })
  return { chunks: [text], losses: () => lost }
}

function formatOfEnding(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const format = writableEndings[extname(file).toLowerCase()]
  if (format !== undefined) return format
  throw new EvalError('usage', message('the ending of {file} does not say which format is meant', { file }), {
    hint: message('Name it: --to {formats}.', { formats: datasetFormats.join(' | ') }),
  })
}

const writableEndings: Readonly<Record<string, string>> = { '.json': 'document', '.jsonl': 'case-lines', '.csv': 'csv' }
