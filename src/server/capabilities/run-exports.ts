import type { Run } from '../../core/index.ts'

/** Writes runs for people who have no server: as reports to look at, and as files for other programs. */
export interface RunExports {
  /** `view` is what the address of the run's table has behind its `?`: only what it shows. */
  chunks(
    run: Run,
    format: RunExportFormat,
    options: ExportOptions,
  ): AsyncIterable<string> | Promise<AsyncIterable<string>>
  /** The first run is the baseline of the others. */
  comparison(runs: readonly Run[], format: ComparisonExportFormat, language: 'en' | 'ja'): AsyncIterable<string>
}

type ExportOptions = { readonly language: 'en' | 'ja'; readonly view?: string | undefined }

export type RunExportFormat = 'html' | 'json' | 'junit' | 'csv' | 'markdown'

type ComparisonExportFormat = Exclude<RunExportFormat, 'junit'>
