import type { ModelRole } from './account.ts'
import type { CaseResult, Cost, Ending, EvidenceCounts, Failure, ModelCost, Transcript } from './case-result.ts'
import type { CaseWords } from './case-words.ts'
import type { EvalCase } from '../eval-case.ts'
import type { HumanLabel } from './human-label.ts'
import type { Message } from '../basics/message.ts'
import type { NamedView } from './result-view.ts'
import type { Run, RunNote } from './run.ts'
import type { RunEvent } from './run-event.ts'
import type { Score } from '../score.ts'

/** The stored state of one repeat of one case; `result` is present once it ended. */
export type CaseRecord = {
  readonly position: number
  readonly repeat: number
  readonly evalCase: EvalCase
  readonly invocations: Transcript['invocations']
  readonly scores: readonly Score[]
  readonly result: CaseResult | undefined
  /** True when the run stopped while evidence of its exchanges was still to arrive, which is now lost. */
  readonly awaiting?: boolean
  /** The exchanges that were read with only their first events, with their full number of events. */
  readonly cut?: readonly { readonly turn: number; readonly events: number }[]
}

/** A case found by a search, and the field that matched. */
export type CaseSaying = CaseWords & { readonly runId: string; readonly record: CaseRecord }

/** The scores of an ended case without its texts: enough for a summary and much faster to read. */
export type ScoredCase = Pick<CaseResult, 'position' | 'repeat' | 'scores' | 'verdict' | 'cost'> & {
  readonly caseId: string
  readonly failure?: Failure
  readonly ending?: Ending
  /** Absent for cases stored without these counts. */
  readonly evidence?: EvidenceCounts
}

export type Unreadable = {
  readonly runId: string
  readonly what: 'run' | 'label' | 'spending'
  readonly reason: Message
}

/**
 * Keeps runs. Every event is durable when `append` resolves. A case that has not ended begins anew with another
 * `case-start`; one that has ended takes no further events but `case-reopened`.
 *
 * @example
 * async function verdicts(store: RunStore) {
 *   const run = await store.find('latest')
 *   for await (const { result } of run ? store.records(run.plan.runId) : []) console.log(result?.verdict)
 * }
 */
export interface RunStore {
  append(runId: string, event: RunEvent): Promise<void>
  /** Readable runs, newest first. */
  list(): Promise<readonly Run[]>
  /**
   * Lists the records that `list`, `labels` and `spending` leave out because they cannot be read, newest run first.
   * `runs` skips labels and costs, of which there may be millions.
   */
  unreadable(only?: 'runs'): Promise<readonly Unreadable[]>
  /** Finds a run by id, the beginning of one, or `latest`. @throws {EvalError} `usage` when several ids begin so */
  find(runId: string): Promise<Run | undefined>
  /**
   * Reads finished and unfinished records in dataset order, then by repeat, beginning at `from`. A damaged record that
   * had ended is returned with its readable parts, as not evaluated.
   */
  records(runId: string, from?: Pick<CaseRecord, 'position' | 'repeat'>): AsyncIterable<CaseRecord>
  /** Reads one record. `events` limits the events of each exchange, so that a huge one opens fast. */
  record(
    runId: string,
    place: Pick<CaseRecord, 'position' | 'repeat'>,
    options?: { readonly events?: number },
  ): Promise<CaseRecord | undefined>
  /** Reads all repeats of one case by its id. The store searches: reading a large run to find one takes seconds. */
  recordsOf(runId: string, caseId: string): AsyncIterable<CaseRecord>
  /**
   * Searches the ids, questions and answers of all runs for a text, newest run first. It returns at most `cases`;
   * `complete` is false when there are more, or when more than `rows` would have to be read.
   */
  casesSaying(
    text: string,
    most: { readonly cases: number; readonly rows: number },
  ): Promise<{ readonly cases: readonly CaseSaying[]; readonly complete: boolean }>
  /** Reads finished records only, in the same order. */
  scoredCases(runId: string): AsyncIterable<ScoredCase>
  /** Reads the costs in the run's `spent` events, also those of killed processes, without the first `known` ones. */
  spending(runId: string, known?: number): Promise<readonly Cost[]>
  /**
   * Stores a person's label. The newest label by the same person on the same place counts, and notes add up; earlier
   * labels stay in the history.
   *
   * @throws {EvalError} `usage` when the run has no such result
   */
  label(runId: string, label: Omit<HumanLabel, 'runId'>): Promise<void>
  /**
   * Reads the labels that count, of one run or of all, in dataset order; with `notes` also those without a verdict,
   * with `history` every earlier one too.
   */
  labels(
    runId?: string,
    options?: { readonly history?: boolean; readonly notes?: boolean },
  ): Promise<readonly HumanLabel[]>
  /** Replaces people's note on a run. @throws {EvalError} `store` when there is no such run */
  note(runId: string, note: RunNote): Promise<void>
  views(): Promise<readonly NamedView[]>
  /** Saves a view in place of one with the same name; without an address the view is deleted. */
  keepView(view: Pick<NamedView, 'name'> & Partial<NamedView>): Promise<void>
  /**
   * Deletes runs by their full ids, damaged ones too, with their results, costs and labels. Unknown ids are ignored.
   *
   * @returns the number of bytes freed; the file shrinks by them unless another process uses it
   */
  delete(runIds: readonly string[]): Promise<number>
  /** Changes whenever any process appends something; cheap to poll. */
  revision(): Promise<number>
  /**
   * Calls the listener soon after any process appends something. Absent for stores that cannot tell, whose `revision`
   * is polled instead.
   *
   * @returns a function that stops listening
   */
  listen?(listener: () => void): () => void
  /** Records model calls while they are pending; undefined when no other process could read that record. */
  callsUnderWay(runId: string): Promise<CallsUnderWay | undefined>
  close(): Promise<void>
}

/** Pending model calls, whose cost is not known yet. After a kill they remain, and the resuming process counts them. */
export interface CallsUnderWay {
  /**
   * Resolves when a kill of this process no longer loses the call.
   *
   * @param dollars what it may cost
   * @returns a function to call once the cost is known
   */
  begun(role: ModelRole, dollars: number): Promise<() => void>
  close(): void | Promise<void>
  /** Returns, once, the calls left behind by processes that ended. */
  cut(): Promise<readonly { readonly role: ModelRole; readonly cost: ModelCost }[]>
}
