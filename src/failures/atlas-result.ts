import type { Verdict } from '../core/index.ts'
import type { FailureFeatures } from './failure-features.ts'

export type AtlasResult = {
  readonly caseId: string
  /** Of the case in its dataset. */
  readonly position: number
  readonly repeat: number
  readonly verdict: Verdict
  readonly features: FailureFeatures
  /** Whether people say that it passed, where they said something. */
  readonly labelPassed?: boolean | undefined
  /** The mode that a person read in it, and when. */
  readonly read?: { readonly mode: string; readonly at: string } | undefined
}

export function isFailure({ verdict }: AtlasResult): boolean {
  return verdict === 'failed' || verdict === 'error'
}
