import type { EvalCase } from '../core/index.ts'

/** A change of one case in a dataset. `position` is the zero-based index of the case in the file. */
export type CaseEdit =
  | { readonly kind: 'add'; readonly evalCase: EvalCase }
  | { readonly kind: 'replace'; readonly position: number; readonly evalCase: EvalCase }
  | { readonly kind: 'remove'; readonly position: number }
