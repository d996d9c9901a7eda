import type { PackMetric } from '../../../core/index.ts'

const panelOptions = ['aspects', 'role', 'strict', 'evidence']

export const runbookMetrics: Readonly<Record<string, PackMetric>> = {
  expected_flags: {
    looksAt: ['expected_flags'],
    make: async (_options, { threshold }) => (await import('./expected-flags.ts')).expectedFlags({ threshold }),
  },
  judge_panel: {
    options: panelOptions,
    judged: {
      samples: 1,
      panel: async (options, language) => (await import('./panel-criteria.ts')).askedJudgePanel(options, language),
      make: async (options, needs) => (await import('./panel-criteria.ts')).makeJudgePanel(options, needs),
    },
  },
  runbook_panel: {
    options: panelOptions.filter((name) => name !== 'role'),
    judged: {
      samples: 1,
      panel: async (options, language) => (await import('./panel-criteria.ts')).askedRunbookPanel(options, language),
      make: async (options, needs) => (await import('./panel-criteria.ts')).makeRunbookPanel(options, needs),
    },
  },
}
