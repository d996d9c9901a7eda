import { z } from 'zod'
import { CaseResult } from '../../core/index.ts'
import { CaseDetail, RunDetail, RunRow } from '../api/runs.ts'

/**
 * What lies in a report that is one file: elements that hold what the server would have answered, each under the id that
 * is made here. The index is plain JSON, so that the page begins at once; the others are packed and unpacked when asked for.
 */
export const indexId = 'report'

export const partIds = {
  /** A `CasePage`; its `next` is the number of the following one. */
  rows: (runId: string, number: number) => `rows/${runId}/${number}`,
  /** Where each part of the cases begins. */
  places: (runId: string) => `places/${runId}`,
  cases: (runId: string, number: number) => `cases/${runId}/${number}`,
  calibration: (runId: string) => `calibration/${runId}`,
  comparison: (first: string, second: string) => `comparison/${first}/${second}`,
} as const

export const ReportIndex = z.object({
  /** Newest first. */
  runs: z.array(RunRow),
  details: z.array(RunDetail),
  /** Runs that have the page. */
  calibrated: z.array(z.string()),
  compared: z.boolean(),
})
export type ReportIndex = z.infer<typeof ReportIndex>

const Place = z.object({ position: z.number(), repeat: z.number() })

/** The first case of each part, in order. */
export const PartPlaces = z.array(Place)
export type PartPlaces = z.infer<typeof PartPlaces>

/** A result says all that there is to say of a case that has ended. */
export const ReportedCases = z.array(z.union([CaseResult, CaseDetail]))
export type ReportedCases = z.infer<typeof ReportedCases>
