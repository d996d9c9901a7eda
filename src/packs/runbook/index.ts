import { type Pack, message } from '../../core/index.ts'
import { runbookShape } from './agent/runbook-config.ts'
import { runbookAgent, runbookCriteria, runbookFailOn, runbookIdleSettings } from './defaults.ts'
import { runbookFormats } from './formats.ts'
import { runbookMetrics } from './metrics/index.ts'
import { runbookResultFile } from './result-file.ts'

/** Evaluates answers to questions about runbooks; it has an assistant that gives them and a panel that scores them. */
export const runbookPack: Pack = {
  name: 'runbook',
  formats: runbookFormats,
  metrics: runbookMetrics,
  expectations: {
    expected_flags: (count) =>
      message('{count} {count|case has|cases have} expected flags, and no metric of this run looks at them', { count }),
  },
  offlineTasks: {
    panel: async (subject, language) => (await import('./offline/panel.ts')).panelTask(subject, language),
  },
  async setMetrics(plan) {
    const isItsOwn = runbookFormats.some(({ name }) => name === plan.dataset.format)
    if (!isItsOwn || plan.metrics.every(({ name }) => name !== 'runbook_panel')) return []
    const { runbookSetOf } = await import('./metrics/runbook-set.ts')
    return [runbookSetOf(plan)]
  },
  reports: {
    async runbook(run) {
      const { runbookSections } = await import('./report/runbook-sections.ts')
      return runbookSections(run)
    },
  },
  async caseReport(result) {
    if (result.scores.every(({ metric }) => metric !== 'runbook_panel')) return []
    const { runbookQuestionSections } = await import('./report/runbook-sections.ts')
    return runbookQuestionSections(result)
  },
  canaries: async (language) => (await import('./metrics/panel-canaries.ts')).panelCanaries(language),
  config: {
    key: 'runbooks',
    shape: runbookShape,
    lines: {
      passLine: 'criteria: { runbook_panel: 0.8 }',
      aspects: 'criteria: { runbook_panel: { threshold: 0.7, aspects: [ … ] } }',
      passRate: "failOn: ['error', 'not-evaluated', 'runbook_panel.pass-rate<0.8']",
    },
  },
  agent: runbookAgent,
  criteria: runbookCriteria,
  failOn: runbookFailOn,
  resultFile: runbookResultFile,
  idleSettings: runbookIdleSettings,
}
