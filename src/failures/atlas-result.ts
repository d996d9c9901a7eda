import type { Verdict } from '../core/index.ts'
import type { FailureFeatures } from './failure-features.ts'

export type AtlasResult = {
  readonly caseId: string
  readonly position: number
  readonly repeat: number
  readonly verdict: Verdict
  readonly features: FailureFeatures
  /** True when a person labelled the result as passed; undefined without a label. */
  readonly labelPassed?: boolean | undefined
  /** The mode that a person assigned, and when. */
  readonly read?: { readonly mode: string; readonly at: string } | undefined
}

export function isFailure({ verdict }: AtlasResult): boolean {
  return verdict === 'failed' || verdict === 'error'
}
