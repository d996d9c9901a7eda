import type { Run } from '../../core/index.ts'

/** Writes runs for people who have no server: as reports to look at, and as files for other programs. */
export interface RunExports {
  chunks(run: Run, format: RunExportFormat, language: 'en' | 'ja'): AsyncIterable<string>
}

export type RunExportFormat = 'html' | 'json' | 'junit' | 'csv' | 'markdown'
