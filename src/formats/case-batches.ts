import type { EvalCase } from '../core/index.ts'
import { askedOnly } from './asked-only.ts'
import { type Bytes, lineBatches } from './kit/byte-lines.ts'
import type { NamesFew } from './kit/names-few.ts'
import { readCaseLine } from './case-lines.ts'
import { detectLineFormat } from './detect-format.ts'
import { parseJsonLine } from './kit/source-text.ts'
import { type CaseAtLine, type LeftOut, readCsv, tableLineBatches } from './table/table.ts'
import type { TableColumns } from './table/table-columns.ts'
import { readTranscriptLine } from './transcript-lines.ts'

/** Formats that hold one case after another, so that they can be streamed. */
export type StreamedFormat = 'case-lines' | 'transcript-lines' | 'table-lines' | 'csv'

/** Yields cases with their line numbers in batches; one batch is in memory at a time. */
export async function* caseBatches(
  format: StreamedFormat,
  bytes: Bytes,
  {
    file,
    columns = {},
    leftOut,
  }: { readonly file: string; readonly columns?: TableColumns | undefined; readonly leftOut?: LeftOut | undefined },
): AsyncGenerator<readonly CaseAtLine[]> {
  if (format === 'csv') {
    for await (const one of readCsv(bytes, file, columns, leftOut)) yield [one]
    return
  }
  if (format === 'table-lines') {
    yield* tableLineBatches(bytes, file, columns, leftOut)
    return
  }
  const readLine = lineReaders[format](file)
  for await (const batch of lineBatches(bytes, file)) yield batch.map(readLine)
}

/** Parses the case when it is called, not before. */
export type UnreadCase = () => EvalCase

/**
 * Yields the cases of a lines file unparsed, so that a caller who needs only a few can skip the others cheaply. Cases
 * that `mayName` does not recognise are left out.
 */
export async function* unreadBatches(
  format: LineFormat,
  bytes: Bytes,
  file: string,
  mayName: NamesFew = () => true,
): AsyncGenerator<readonly UnreadCase[]> {
  const readLine = lineReaders[format](file)
  for await (const batch of lineBatches(bytes, file, mayName))
    yield batch.filter(({ text }) => mayName(text)).map((line) => () => readLine(line).evalCase)
}

type LineFormat = keyof typeof lineReaders

export function isReadByLine(format: StreamedFormat): format is LineFormat {
  return Object.hasOwn(lineReaders, format)
}

export async function formatOfLines(bytes: Bytes, file: string): Promise<StreamedFormat | undefined> {
  for await (const [first] of lineBatches(bytes, file)) {
    if (first !== undefined) return detectLineFormat(parseJsonLine(first, file))
  }
  return undefined
}

type LineReader = (line: { readonly text: string; readonly number: number }) => CaseAtLine

const lineReaders: Readonly<Record<'case-lines' | 'transcript-lines', (file: string) => LineReader>> = {
  'case-lines': (file) => (line) => ({ evalCase: readCaseLine(line, file), line: line.number }),
  'transcript-lines': (file) => (line) => {
    const { caseId, invocations } = readTranscriptLine(line, file)
    return { evalCase: { id: caseId, conversation: invocations.map(askedOnly) }, line: line.number }
  },
}
