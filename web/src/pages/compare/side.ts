import type { CaseDetail } from '../../../../src/server/api/runs.ts'
import type { NamedRun } from './comparison-of.ts'

/** A run's result in a case; undefined where it has none. */
export type Side = NamedRun & { readonly position: number | undefined; readonly detail: CaseDetail | undefined }
