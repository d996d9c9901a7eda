import { sectionsOf } from '../../compose/report-sections.ts'
import { exportChunks } from './export-runs.ts'
import type { RunStore } from '../../core/index.ts'
import type { Capabilities, RunExports } from '../../server/index.ts'
import { htmlReport } from '../../server/index.ts'
import type { ReportScreen } from './reports.ts'
import { reportPage } from '../web-page.ts'

type Dependencies = Pick<Capabilities, 'isAlive'> & { readonly terminal: ReportScreen }

/** What `shinsa export` writes, for the server to hand out. */
export function runExports(store: RunStore, { terminal, isAlive }: Dependencies): RunExports {
  return {
    chunks(run, format, language) {
      if (format === 'html')
        return htmlReport([run], { store, page: reportPage(terminal), isAlive, sections: (shown) => sectionsOf(shown) })
      const report = () => ({ run, records: store.records(run.plan.runId) })
      return exportChunks(format, [report], { ...terminal, language })
    },
  }
}
