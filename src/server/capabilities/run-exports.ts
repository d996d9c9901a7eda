import type { Run } from '../../core/index.ts'

/** Exports runs for people who have no server: as reports to read, and as files for other programs. */
export interface RunExports {
  /** `view` is the query of a table's address: only the results that this table shows are exported. */
  chunks(
    run: Run,
    format: RunExportFormat,
    options: ExportOptions,
  ): AsyncIterable<string> | Promise<AsyncIterable<string>>
  comparison(runs: readonly Run[], format: ComparisonExportFormat, language: 'en' | 'ja'): AsyncIterable<string>
}

type ExportOptions = { readonly language: 'en' | 'ja'; readonly view?: string | undefined }

export type RunExportFormat = 'html' | 'json' | 'junit' | 'csv' | 'markdown'

type ComparisonExportFormat = Exclude<RunExportFormat, 'junit'>
