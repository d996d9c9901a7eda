import type { Pack } from '../../core/index.ts'
import { message } from '../../core/index.ts'
import { runbookShape } from './agent/runbook-config.ts'
import { runbookAgent, runbookCriteria, runbookFailOn, runbookIdleSettings } from './defaults.ts'
import { runbookFormats } from './formats.ts'
import { runbookMetrics } from './metrics/index.ts'
import { runbookResultFile } from './result-file.ts'

/** Questions about runbooks: the assistant that answers them and the panel that grades it. */
export const runbook: Pack = {
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
  canaries: async (language) => (await import('./metrics/panel-canaries.ts')).panelCanaries(language),
  config: { key: 'runbooks', shape: runbookShape },
  agent: runbookAgent,
  criteria: runbookCriteria,
  failOn: runbookFailOn,
  resultFile: runbookResultFile,
  idleSettings: runbookIdleSettings,
}
