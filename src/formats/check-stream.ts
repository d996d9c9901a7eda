import { type EvalCase, type Message, type RecordedTranscript, EvalError, message } from '../core/index.ts'
import type { Bytes } from './kit/byte-lines.ts'
import { type StreamedFormat, caseBatches } from './case-batches.ts'
import { IdSet } from './kit/id-set.ts'
import { MediaCount } from './media-notes.ts'
import { AnswerCount } from './table/answer-count.ts'
import type { RowNote } from './table/row-notes.ts'
import type { TableColumns } from './table/table-columns.ts'

/** A file of cases that can be read from its beginning any number of times. */
export type CaseSource = {
  readonly path: string
  readonly format: StreamedFormat
  readonly columns: TableColumns | undefined
  readonly bytes: () => Bytes
}

type CheckStreamOptions = {
  /** Opens the same file a second time. */
  readonly again: CaseSource
  readonly wanted: ReadonlySet<string> | undefined
  readonly keeps: boolean
  readonly check: ((evalCase: EvalCase) => void) | undefined
}

/**
 * Reads every case once: counts cases, rejects malformed and duplicate ones, and keeps the selected ones when `keeps`
 * is set.
 *
 * @throws {EvalError} with the line
 */
export async function checkStream(source: CaseSource, { again, wanted, keeps, check }: CheckStreamOptions) {
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
    /** Number of selected cases. */
    count,
    /** Number of selected cases without a written conversation. */
    simulated,
    missing: [...missing],
    kept: keeps ? kept : undefined,
    isRecorded: answers.isWhole({ isCells: source.format === 'csv' }),
    /** Names the first case without a recorded answer; undefined unless other cases have one. */
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

export async function* streamCases(
  source: CaseSource,
  wanted: ReadonlySet<string> | undefined,
): AsyncGenerator<EvalCase> {
  for await (const batch of batches(source)) {
    for (const { evalCase } of batch) if (wanted === undefined || wanted.has(evalCase.id)) yield evalCase
  }
}

export async function* streamTranscripts(source: CaseSource): AsyncGenerator<RecordedTranscript> {
  for await (const batch of batches(source)) {
    for (const { evalCase, recorded } of batch) {
      if (recorded !== undefined) yield { caseId: evalCase.id, invocations: recorded }
    }
  }
}

export async function* streamIds(source: CaseSource): AsyncGenerator<readonly string[]> {
  for await (const batch of batches(source)) yield batch.map(({ evalCase }) => evalCase.id)
}

function batches(source: CaseSource, leftOut?: () => void) {
  return caseBatches(source.format, source.bytes(), { file: source.path, columns: source.columns, leftOut })
}

// Two ids may have the same hash by coincidence, so the earlier line is read again.
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
