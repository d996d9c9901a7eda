import type { Run } from '../../core/index.ts'

/** Writes runs for people who have no server: as reports to look at, and as files for other programs. */
export interface RunExports {
  chunks(run: Run, format: RunExportFormat, language: 'en' | 'ja'): AsyncIterable<string>
  /** The first run is the baseline of the others. */
  comparison(runs: readonly Run[], format: ComparisonExportFormat, language: 'en' | 'ja'): AsyncIterable<string>
}

export type RunExportFormat = 'html' | 'json' | 'junit' | 'csv' | 'markdown'

type ComparisonExportFormat = Exclude<RunExportFormat, 'junit'>
