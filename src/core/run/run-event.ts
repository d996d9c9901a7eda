import type { CaseResult, Cost } from './case-result.ts'
import type { EvalCase } from '../eval-case.ts'
import type { Invocation } from '../invocation.ts'
import type { RunPlan, RunSummary } from './run.ts'
import type { Score } from '../score.ts'

type AtCase = { readonly position: number; readonly repeat: number }

/**
 * Describes what happens in a run, in order. The store writes these down, the terminal and the page show them, resuming
 * reads them back. `case-end` carries the whole result for readers' convenience; the store already has its parts.
 *
 * @example
 * const ended = (event: RunEvent) => (event.type === 'run-end' ? event.summary.results : undefined)
 */
export type RunEvent =
  | {
      readonly type: 'run-start'
      readonly plan: RunPlan
      readonly resumed: boolean
      /** The process that worked on the run before. The event is rejected when another process took over meanwhile. */
      readonly takenOverFrom?: number
      readonly done: number
    }
  | ({ readonly type: 'case-start'; readonly evalCase: EvalCase } & AtCase)
  | ({ readonly type: 'invocation'; readonly index: number; readonly invocation: Invocation } & AtCase)
  /** The exchanges of this case are incomplete until `completed`, since more evidence may arrive. */
  | ({ readonly type: 'awaiting' } & AtCase)
  /** The complete exchanges of the case, in place of those recorded when it was answered. */
  | ({ readonly type: 'completed'; readonly invocations: readonly Invocation[] } & AtCase)
  | ({ readonly type: 'scores'; readonly scores: readonly Score[] } & AtCase)
  | ({ readonly type: 'case-end'; readonly result: CaseResult } & AtCase)
  /** Reopens an ended case with its exchanges and these scores; its other scores are computed anew. */
  | ({ readonly type: 'case-reopened'; readonly scores: readonly Score[] } & AtCase)
  /** A cost that belongs to no single case. */
  | { readonly type: 'spent'; readonly cost: Cost }
  | {
      readonly type: 'run-end'
      readonly status: 'finished' | 'interrupted'
      readonly summary: RunSummary
      readonly durationMs: number
    }
