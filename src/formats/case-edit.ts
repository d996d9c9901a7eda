import type { EvalCase } from '../core/index.ts'

/** One case of a dataset changed. `position` counts the cases of the file from 0. */
export type CaseEdit =
  | { readonly kind: 'add'; readonly evalCase: EvalCase }
  | { readonly kind: 'replace'; readonly position: number; readonly evalCase: EvalCase }
  | { readonly kind: 'remove'; readonly position: number }
