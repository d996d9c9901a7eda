import { isObject } from '../../core/basics/is-object.ts'
import { type DocumentDataset, type EvalCase, type Origin, type RecordedTranscript, message } from '../../core/index.ts'
import { tableDataset } from './table-document.ts'
import type { TableCells } from './table-row.ts'

export function isInspectLog(value: unknown): value is { readonly samples: readonly TableCells[] } {
  if (!isObject(value) || !isObject(value['eval']) || !Array.isArray(value['samples'])) return false
  return (
    value['samples'].length > 0 && value['samples'].every((one) => isObject(one) && 'input' in one && 'output' in one)
  )
}

const kept = ['id', 'input', 'target', 'choices', 'metadata', 'sandbox', 'files', 'setup']

/** Reads the samples of an Inspect log as cases, and the answers of each epoch as recordings. */
export function inspectLog(
  { samples }: { readonly samples: readonly TableCells[] },
  { origin, name }: { readonly origin: Origin; readonly name: string },
): DocumentDataset {
  const rows = samples.map((sample): TableCells => ({
    ...Object.fromEntries(kept.flatMap((key) => (key in sample ? [[key, sample[key]]] : []))),
    actual_output: answerOf(sample['output']),
    tools_called: callsIn(sample['messages']),
  }))
  // Each epoch repeats the samples.
  const seen = new Set<unknown>()
  const chosen = rows.filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id)))
  const read = (some: readonly TableCells[], file: Origin) =>
    tableDataset({ rows: some, pathOf: (index) => ['samples', index] }, { origin: file, name, columns: {} })
  const { dataset, notes = [] } = read(chosen, origin)
  const transcripts = rows.flatMap((row): readonly RecordedTranscript[] => read([row], origin).transcripts ?? [])
  return {
    dataset: { ...dataset, cases: dataset.cases.map(withoutAnswer) },
    ...(transcripts.length > 0 && { transcripts }),
    notes: [...notes, message('{file}: of the log, scores, events and the store are left out', { file: origin.file })],
  }
}

function withoutAnswer({ metadata = {}, ...evalCase }: EvalCase): EvalCase {
  const { actual_output: _, tools_called: __, ...others } = metadata
  return Object.keys(others).length === 0 ? evalCase : { ...evalCase, metadata: others }
}

function answerOf(output: unknown): string | undefined {
  const choices = isObject(output) && Array.isArray(output['choices']) ? (output['choices'] as unknown[]) : []
  const said = isObject(choices[0]) && isObject(choices[0]['message']) ? choices[0]['message']['content'] : undefined
  if (typeof said === 'string' || !Array.isArray(said)) return typeof said === 'string' ? said : undefined
  const parts = (said as unknown[]).filter(isObject)
  return parts.flatMap((part) => (part['type'] === 'text' ? String(part['text']) : [])).join('\n')
}

/** Returns undefined when the log has no messages, because its tool calls are then unknown. */
function callsIn(messages: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(messages)) return undefined
  return (messages as unknown[])
    .filter(isObject)
    .flatMap((one) => (Array.isArray(one['tool_calls']) ? (one['tool_calls'] as unknown[]) : []))
    .flatMap((call) => (isObject(call) ? [{ name: call['function'], args: call['arguments'] }] : []))
}
