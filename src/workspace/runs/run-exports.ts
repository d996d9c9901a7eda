import { reportSections } from '../../compose/report-sections.ts'
import { translate } from '../../i18n/index.ts'
import { exportChunks } from './export-runs.ts'
import { storedResults } from '../../runner/index.ts'
import type { Run, RunStore } from '../../core/index.ts'
import {
  type Capabilities,
  type RunExports,
  htmlReport,
  viewedResults,
  type ViewedResults,
} from '../../server/index.ts'
import { refuseWithoutView } from './viewed-formats.ts'
import { compareAgainst } from './compare-against.ts'
import { comparisonChunks, type ReportScreen } from './reports.ts'
import { reportPage } from '../web-page.ts'

type RunExportsDependencies = Pick<Capabilities, 'isAlive'> & { readonly terminal: ReportScreen }

/** The exports of `shinsa export` as the server offers them for download. */
export function runExports(store: RunStore, { terminal, isAlive }: RunExportsDependencies): RunExports {
  const pageOf = (runs: readonly Run[], viewed?: ViewedResults) =>
    htmlReport(runs, { store, page: reportPage(terminal), isAlive, sections: (shown) => reportSections(shown), viewed })
  return {
    async chunks(run, format, { language, view: query }) {
      const viewed =
        query === undefined
          ? undefined
          : await viewedResults(run, store, { query, say: (sentence) => translate(sentence, language) })
      if (viewed !== undefined) refuseWithoutView(format)
      if (format === 'html') return pageOf([run], viewed)
      const report = () => ({ run, view: viewed?.view, records: viewed?.records() ?? store.records(run.plan.runId) })
      return exportChunks(format, [report], { ...terminal, language })
    },
    async *comparison(runs, format, language) {
      if (format === 'html') {
        yield* pageOf(runs)
        return
      }
      const comparisons = await compareAgainst(runs.map((run) => storedResults(run, store)))
      yield* comparisonChunks(comparisons, format, { ...terminal, color: false, language })
    },
  }
}
