import type { Format } from './format.ts'

/**
 * A product: what belongs to document review, to the runbook assistant, to ADK or to strands-evals. Everything else knows
 * it by this contract only. A pack itself is light; what takes time to load is behind functions that import it.
 */
export interface Pack {
  readonly name: string
  readonly formats: readonly Format[]
}
