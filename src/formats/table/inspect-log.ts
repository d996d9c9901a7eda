import { isObject } from '../../core/basics/is-object.ts'
import { type DocumentDataset, type Origin, type RecordedTranscript, message } from '../../core/index.ts'
import { inspectAnswer, inspectEvidence, withAttachments } from './inspect-answer.ts'
import { tableDataset } from './table-document.ts'
import type { TableCells } from './table-row.ts'

export function isInspectLog(value: unknown): value is { readonly samples: readonly TableCells[] } {
  if (!isObject(value) || !isObject(value['eval']) || !Array.isArray(value['samples'])) return false
  return value['samples'].length > 0 && value['samples'].every(isSample)
}

function isSample(value: unknown): boolean {
  return isObject(value) && 'input' in value && ('output' in value || 'messages' in value)
}

const kept = ['id', 'input', 'target', 'choices', 'metadata', 'sandbox', 'files', 'setup']

/** Reads the samples of an Inspect log as cases, and the answers of each epoch as recordings. */
export function inspectLog(
  { samples: given }: { readonly samples: readonly TableCells[] },
  { origin, name }: { readonly origin: Origin; readonly name: string },
): DocumentDataset {
  const samples = given.map(withAttachments)
  // Each epoch repeats the samples.
  const seen = new Set<unknown>()
  const chosen = samples.filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id)))
  const read = (rows: readonly TableCells[]) =>
    tableDataset({ rows, pathOf: (index) => ['samples', index] }, { origin, name, columns: {} })
  const { dataset, notes = [] } = read(chosen.map(rowOf))
  const transcripts = samples.flatMap((sample) => {
    const { transcripts: [recorded] = [] } = read([{ ...rowOf(sample), actual_output: inspectAnswer(sample) ?? '' }])
    return recorded === undefined ? [] : [transcriptOf(recorded, sample)]
  })
  return {
    dataset,
    transcripts,
    notes: [...notes, message('{file}: of the log, scores, events and the store are left out', { file: origin.file })],
  }
}

function rowOf(sample: TableCells): TableCells {
  return Object.fromEntries(kept.flatMap((key) => (key in sample ? [[key, sample[key]]] : [])))
}

/** A sample that broke has an error, and no answer where it broke before the model gave one. */
function transcriptOf({ caseId, invocations }: RecordedTranscript, sample: TableCells): RecordedTranscript {
  const { error, limit } = sample
  const reached = isObject(limit) ? `${String(limit['type'])} limit` : 'no answer'
  const problem = isObject(error) ? String(error['message']) : reached
  const failure = { code: 'agent', reason: message('The sample of the log ended in an error: {problem}', { problem }) }
  if (isObject(error) || inspectAnswer(sample) === undefined) return { caseId, invocations: [], failure }
  const answered = invocations.map((one, index) =>
    index < invocations.length - 1 ? one : { ...one, ...inspectEvidence(sample) },
  )
  return { caseId, invocations: answered }
}
