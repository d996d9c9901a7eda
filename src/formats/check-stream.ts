import { type EvalCase, type Message, type RecordedTranscript, EvalError, message } from '../core/index.ts'
import type { Bytes } from './kit/byte-lines.ts'
import { type StreamedFormat, caseBatches } from './case-batches.ts'
import { IdSet } from './kit/id-set.ts'
import { MediaCount } from './media-notes.ts'
import { AnswerCount } from './table/answer-count.ts'
import type { RowNote } from './table/row-notes.ts'
import type { TableColumns } from './table/table-columns.ts'

/** A file of cases that can be read from its beginning as often as needed. */
export type CaseSource = {
  readonly path: string
  readonly format: StreamedFormat
  readonly columns: TableColumns | undefined
  readonly bytes: () => Bytes
}

type CheckedStream = {
  /** Cases in the file. */
  readonly total: number
  /** Cases that are wanted. */
  readonly count: number
  /** Wanted cases without a written conversation. */
  readonly simulated: number
  /** Wanted ids that are nowhere. */
  readonly missing: readonly string[]
  readonly kept: readonly EvalCase[] | undefined
  /** Whether all cases in the file have an answer of an agent. */
  readonly isRecorded: boolean
  /** Which has none, where others have one. */
  readonly unanswered: Message | undefined
  /** What became of the wanted ones, for people. */
  readonly notes: readonly Message[]
}

/**
 * Reads every case once: counts, finds what is malformed or there twice, and keeps the wanted ones if it is told to.
 * `again` is the same file for a second look.
 *
 * @throws {EvalError} with the line
 */
export async function checkStream(
  source: CaseSource,
  options: {
    readonly again: CaseSource
    readonly wanted: ReadonlySet<string> | undefined
    readonly keeps: boolean
    readonly check: ((evalCase: EvalCase) => void) | undefined
  },
): Promise<CheckedStream> {
  const { again, wanted, keeps, check } = options
  const ids = new IdSet()
  const missing = new Set(wanted)
  const kept: EvalCase[] = []
  let count = 0
  let simulated = 0
  const answers = new AnswerCount()
  const media = new MediaCount()
  const said = new Map<RowNote, number>()
  let archived = 0
  for await (const batch of batches(source, () => (archived += 1))) {
    for (const one of batch) {
      const { evalCase, line, notes = [] } = one
      const earlier = ids.add(evalCase.id, line)
      if (earlier !== undefined) await refuseTwice(evalCase.id, { again, earlier, line })
      answers.add(one)
      if (wanted !== undefined && !wanted.has(evalCase.id)) continue
      missing.delete(evalCase.id)
      count += 1
      if (isSimulated(evalCase)) simulated += 1
      for (const note of new Set(notes)) said.set(note, (said.get(note) ?? 0) + 1)
      media.add(evalCase)
      check?.(evalCase)
      if (keeps) kept.push(evalCase)
    }
  }
  const unanswered = answers.missing(source.path)
  const notes = said.size === 0 && archived === 0 ? [] : await notesOf(said, archived)
  return {
    total: answers.total,
    count,
    simulated,
    missing: [...missing],
    kept: keeps ? kept : undefined,
    isRecorded: answers.isWhole({ isCells: source.format === 'csv' }),
    unanswered,
    notes: [...notes, ...media.notes(), ...(unanswered === undefined ? [] : [unanswered])],
  }
}

async function notesOf(said: ReadonlyMap<RowNote, number>, archived: number): Promise<readonly Message[]> {
  const { archivedMessages, noteMessages } = await import('./table/row-notes.ts')
  return [...archivedMessages(archived), ...noteMessages(said)]
}

export function isSimulated({ conversation }: EvalCase): boolean {
  return conversation === undefined
}

/** The wanted cases, read as they are asked for. */
export async function* streamCases(
  source: CaseSource,
  wanted: ReadonlySet<string> | undefined,
): AsyncGenerator<EvalCase> {
  for await (const batch of batches(source)) {
    for (const { evalCase } of batch) if (wanted === undefined || wanted.has(evalCase.id)) yield evalCase
  }
}

/** The answers that stand beside the cases. */
export async function* streamTranscripts(source: CaseSource): AsyncGenerator<RecordedTranscript> {
  for await (const batch of batches(source)) {
    for (const { evalCase, recorded } of batch) {
      if (recorded !== undefined) yield { caseId: evalCase.id, invocations: recorded }
    }
  }
}

/** The ids of all cases, in batches. */
export async function* streamIds(source: CaseSource): AsyncGenerator<readonly string[]> {
  for await (const batch of batches(source)) yield batch.map(({ evalCase }) => evalCase.id)
}

function batches(source: CaseSource, leftOut?: () => void) {
  return caseBatches(source.format, source.bytes(), { file: source.path, columns: source.columns, leftOut })
}

// Equal hashes may be a coincidence, so the earlier line is looked at.
async function refuseTwice(
  id: string,
  { again, earlier, line }: { again: CaseSource; earlier: number; line: number },
): Promise<void> {
  for await (const batch of batches(again)) {
    const there = batch.find((one) => one.line === earlier)
    if (there === undefined) continue
    if (there.evalCase.id !== id) return
    throw new EvalError(
      'format',
      message('{file}:{line}: the case "{id}" is there twice; the first one is on line {earlier}', {
        file: again.path,
        line,
        id,
        earlier,
      }),
      { hint: message('Results are told apart by these ids. Give one of the two another one.') },
    )
  }
}
