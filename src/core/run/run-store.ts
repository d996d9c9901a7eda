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

/** What the store has of one repeat of one case; `result` is there once it ended. */
export type CaseRecord = {
  readonly position: number
  readonly repeat: number
  readonly evalCase: EvalCase
  readonly invocations: Transcript['invocations']
  readonly scores: readonly Score[]
  readonly result: CaseResult | undefined
  /** Whether it was cut off while more was to come of its exchanges, which nobody will have now. */
  readonly awaiting?: boolean
  /** Exchanges of which only the first events were asked for, with how many they have. */
  readonly cut?: readonly { readonly turn: number; readonly events: number }[]
}

/** A case that was searched for, and where it says what was sought. */
export type CaseSaying = CaseWords & { readonly runId: string; readonly record: CaseRecord }

/** The scores of an ended case without its texts: enough for a summary, and much less to read. */
export type ScoredCase = Pick<CaseResult, 'position' | 'repeat' | 'scores' | 'verdict' | 'cost'> & {
  readonly caseId: string
  readonly failure?: Failure
  readonly ending?: Ending
  /** Absent of cases whose evidence nobody counted. */
  readonly evidence?: EvidenceCounts
}

/** Something of a run that is there and cannot be read. */
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
  /** Newest first; without those that cannot be read. */
  list(): Promise<readonly Run[]>
  /**
   * What neither `list` nor `labels` nor `spending` has since it cannot be read, newest runs first. Only `runs` takes no look at the
   * others, of which there may be millions.
   */
  unreadable(only?: 'runs'): Promise<readonly Unreadable[]>
  /** By id, by the beginning of one, or `latest`. @throws {EvalError} `usage` when the beginning fits several */
  find(runId: string): Promise<Run | undefined>
  /**
   * In dataset order, then by repeat, whatever finished first; finished or not. `from` is the first one to be read. One that
   * ended and is damaged is there with what can be read of it, as not evaluated.
   */
  records(runId: string, from?: Pick<CaseRecord, 'position' | 'repeat'>): AsyncIterable<CaseRecord>
  /** One of them. With `events`, no more of each exchange's than that: one of hundreds of thousands opens in a moment. */
  record(
    runId: string,
    place: Pick<CaseRecord, 'position' | 'repeat'>,
    options?: { readonly events?: number },
  ): Promise<CaseRecord | undefined>
  /** The repeats of one case. The store looks for it: reading all of a large run to find one takes seconds. */
  recordsOf(runId: string, caseId: string): AsyncIterable<CaseRecord>
  /**
   * Cases of all runs, newest run first, that say a text in their id, their questions or their answers; no more of them than
   * `cases`, and not `complete` where those were all, or more than `rows` would have had to be read.
   */
  casesSaying(
    text: string,
    most: { readonly cases: number; readonly rows: number },
  ): Promise<{ readonly cases: readonly CaseSaying[]; readonly complete: boolean }>
  /** Finished ones only, in the same order. */
  scoredCases(runId: string): AsyncIterable<ScoredCase>
  /** What the run's `spent` events say, also those of processes that were killed, without the first `known` of them. */
  spending(runId: string, known?: number): Promise<readonly Cost[]>
  /**
   * Keeps what a person says of a result. The newest label of the same place by the same person is the one that counts, and
   * every note stands beside it; earlier labels stay in the history.
   *
   * @throws {EvalError} `usage` when the run has no such result
   */
  label(runId: string, label: Omit<HumanLabel, 'runId'>): Promise<void>
  /**
   * Labels that count, of one run or of all, in dataset order; with `notes` also those that say no verdict, with `history` all
   * that was ever said.
   */
  labels(
    runId?: string,
    options?: { readonly history?: boolean; readonly notes?: boolean },
  ): Promise<readonly HumanLabel[]>
  /** Keeps what people say of a run, in place of what was said before. @throws {EvalError} `store` when there is no such run */
  note(runId: string, note: RunNote): Promise<void>
  /** Views of tables that people saved for everybody, by name. */
  views(): Promise<readonly NamedView[]>
  /** Keeps a view in place of one of the same name; without an address that one goes. */
  keepView(view: Pick<NamedView, 'name'> & Partial<NamedView>): Promise<void>
  /**
   * Deletes runs, by their whole ids, with all that belongs to them: results, costs, labels. Those that are damaged go too, and
   * ids that there are not change nothing.
   *
   * @returns how many bytes are free again; the file is smaller by that unless another process is at work on it
   */
  delete(runIds: readonly string[]): Promise<number>
  /** Another number whenever something was appended since, by whatever process; much cheaper than looking. */
  revision(): Promise<number>
  /**
   * Of stores that can tell: calls soon after something may have been appended, by whatever process. Others are asked for their
   * revision.
   *
   * @returns how to stop listening
   */
  listen?(listener: () => void): () => void
  /** Where calls of models are kept while they are made; nowhere when nobody could read it afterwards. */
  callsUnderWay(runId: string): Promise<CallsUnderWay | undefined>
  close(): Promise<void>
}

/** Calls of models whose price nobody knows yet. A process that is killed leaves them, and whoever goes on counts them. */
export interface CallsUnderWay {
  /** @param dollars what it may cost @returns to be called when it is known */
  begun(role: ModelRole, dollars: number): () => void
  /** No call is made any more. */
  close(): void | Promise<void>
  /** Those that processes left which are gone, told once. */
  cut(): Promise<readonly { readonly role: ModelRole; readonly cost: ModelCost }[]>
}
