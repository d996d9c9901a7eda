import type { CaseDetail } from '../../../../src/server/api/runs.ts'
import type { NamedRun } from './comparison-of.ts'

/** A run's part in a case; undefined where it does not have it. */
export type Side = NamedRun & { readonly position: number | undefined; readonly detail: CaseDetail | undefined }
