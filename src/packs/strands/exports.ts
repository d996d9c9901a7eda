import { type RunExport, message } from '../../core/index.ts'

/** Exports the single report that strands-evals returns since 0.3, or the list of reports from before. */
export const strandsExports: readonly RunExport[] = ['strands', 'strands-list'].map((name) => ({
  name,
  several: {
    sentence: message('several runs are several reports of strands-evals'),
    hint: message('Export them one after the other.'),
  },
  async write(run, records) {
    const { writeStrandsReport } = await import('./formats/write-strands-report.ts')
    return writeStrandsReport(run, records, { older: name === 'strands-list' })
  },
}))
