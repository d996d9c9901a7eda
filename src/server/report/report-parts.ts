import { z } from 'zod'
import { CaseResult } from '../../core/index.ts'
import { CaseDetail, RunDetail, RunRow } from '../api/runs.ts'

/**
 * The elements of a report in one file: each holds an answer of the server under the id made here. The index is plain JSON, so
 * that the page starts at once; the others are compressed and read on demand.
 */
export const indexId = 'report'

export const partIds = {
  /** A `CasePage`, whose `next` is the number of the following part. */
  rows: (runId: string, number: number) => `rows/${runId}/${number}`,
  places: (runId: string) => `places/${runId}`,
  cases: (runId: string, number: number) => `cases/${runId}/${number}`,
  calibration: (runId: string) => `calibration/${runId}`,
  comparison: (first: string, second: string) => `comparison/${first}/${second}`,
} as const

export const ReportIndex = z.object({
  runs: z.array(RunRow),
  details: z.array(RunDetail),
  /** The runs that have a calibration page. */
  calibrated: z.array(z.string()),
  compared: z.boolean(),
})
export type ReportIndex = z.infer<typeof ReportIndex>

const Place = z.object({ position: z.number(), repeat: z.number() })

/** The first case of each part, in order. */
export const PartPlaces = z.array(Place)
export type PartPlaces = z.infer<typeof PartPlaces>

/** A case that has ended is stored as its result, which has all its details. */
export const ReportedCases = z.array(z.union([CaseResult, CaseDetail]))
export type ReportedCases = z.infer<typeof ReportedCases>
