import type { ModelCost } from './case-result.ts'
import type { PaceOf } from './limiter.ts'

/** The part that a language model plays in a run: judge, simulated user, stand-in for tools, or agent of a pack. */
export type ModelRole = 'judge' | 'user' | 'environment' | 'agent'

/** Records what model calls cost a run, whatever becomes of their answers. */
export interface Account {
  /** @throws {EvalError} `cancelled` when the budget is spent */
  assertOpen(): void
  /** Called before every model call; resolves once the call is recorded where other processes must know of it. */
  begin?(role: ModelRole): Promise<void>
  /** Reserves the US dollars that a pending call may cost, until the returned function is called. */
  hold?(dollars: () => number): () => void
  /** Records a call before it starts, for whoever resumes after a kill. The result is called once the cost is durable. */
  begun?(role: ModelRole, dollars: number): Promise<() => void>
  /** The shared rate limiter of a provider and key; each model has its own when absent. */
  readonly paceOf?: PaceOf
  /** Resolves once the cost is durable. */
  note(role: ModelRole, cost: ModelCost): Promise<void>
}
