import type { ModelCost } from './case-result.ts'
import type { PaceOf } from './limiter.ts'

/** What a run asks language models to be: a judge, a simulated user, the tools around the agent, or an agent that ships. */
export type ModelRole = 'judge' | 'user' | 'environment' | 'agent'

/** Where it is written down what models cost a run, whatever becomes of their answers. */
export interface Account {
  /** @throws {EvalError} `cancelled`, when no more may be spent */
  assertOpen(): void
  /** Before every call: resolves when it is written down that it is made, where somebody else would have to know. */
  begin?(role: ModelRole): Promise<void>
  /** What a call that is under way may cost, in US dollars, until what is returned is called. */
  hold?(dollars: () => number): () => void
  /** Tells whoever goes on if this process is killed of a call and what it may cost, until its cost is durable. */
  begun?(role: ModelRole, dollars: number): () => void
  /** The pace of a provider and key that somebody else asks too; each model finds its own otherwise. */
  readonly paceOf?: PaceOf
  /** Resolves when it is durable. */
  note(role: ModelRole, cost: ModelCost): Promise<void>
}
