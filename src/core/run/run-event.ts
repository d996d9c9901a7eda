import type { CaseResult, Cost } from './case-result.ts'
import type { EvalCase } from '../eval-case.ts'
import type { Invocation } from '../invocation.ts'
import type { RunPlan, RunSummary } from './run.ts'
import type { Score } from '../score.ts'

type AtCase = { readonly position: number; readonly repeat: number }

/**
 * Describes what happens in a run, in order. The store writes these down, the terminal and the page show them, resuming
 * reads them back. `case-end` carries the whole result for readers' convenience; the store has its pieces already.
 *
 * @example
 * const ended = (event: RunEvent) => (event.type === 'run-end' ? event.summary.results : undefined)
 */
export type RunEvent =
  | {
      readonly type: 'run-start'
      readonly plan: RunPlan
      readonly resumed: boolean
      /** The process that had the run before; somebody else having taken it over meanwhile is refused. */
      readonly takenOverFrom?: number
      readonly done: number
    }
  | ({ readonly type: 'case-start'; readonly evalCase: EvalCase } & AtCase)
  | ({ readonly type: 'invocation'; readonly index: number; readonly invocation: Invocation } & AtCase)
  /** More may come to light of the exchanges of this case, so they are not whole before `completed`. */
  | ({ readonly type: 'awaiting' } & AtCase)
  /** All exchanges of the case, in place of what they were when they were answered. */
  | ({ readonly type: 'completed'; readonly invocations: readonly Invocation[] } & AtCase)
  | ({ readonly type: 'scores'; readonly scores: readonly Score[] } & AtCase)
  | ({ readonly type: 'case-end'; readonly result: CaseResult } & AtCase)
  /** A case that ended goes on with its exchanges and these of its scores; what else there was is scored anew. */
  | ({ readonly type: 'case-reopened'; readonly scores: readonly Score[] } & AtCase)
  /** What was paid for and stands in no case's own cost. */
  | { readonly type: 'spent'; readonly cost: Cost }
  | {
      readonly type: 'run-end'
      readonly status: 'finished' | 'interrupted'
      readonly summary: RunSummary
      readonly durationMs: number
    }
