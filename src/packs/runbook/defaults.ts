import { resolve } from 'node:path'
import type { PackAgent } from '../../core/pack/pack-agent.ts'
import type { PackCriteria, WhyIdle } from '../../core/pack/pack-defaults.ts'
import { message } from '../../core/index.ts'
import { runbookAssistantName } from './runbook-assistant-name.ts'

/** The panel passes from a weighted mean of 0.7; the flags pass only if all are as expected. */
const thresholds = { runbook_panel: 0.7, expected_flags: 1 }

export const runbookCriteria: PackCriteria = {
  thresholds,
  metrics: Object.keys(thresholds),
}

/** The last two are the conditions of the requirement; the first two fail a run that has unscored cases. */
const rules = ['error', 'not-evaluated', 'runbook_panel.pass-rate<0.7', 'runbook_panel<0.7']

export function runbookFailOn(metrics: readonly string[]): readonly string[] | undefined {
  return metrics.includes('runbook_panel') ? rules : undefined
}

export const runbookAgent: PackAgent = {
  name: runbookAssistantName,
  async reads({ config, configFolder, folders, request: { runbooks: asked }, cwd }) {
    const { runbooksAt } = await import('./agent/runbooks-at.ts')
    if (typeof asked === 'string') return [resolve(cwd, asked)]
    const { folder } = runbooksAt({ config, folder: configFolder }, ...folders)
    return folder === undefined ? [] : [folder]
  },
  async make(model, context) {
    const { makeRunbookAssistant } = await import('./agent/make-agent.ts')
    return makeRunbookAssistant(model, context)
  },
}

export const runbookIdleSettings: Readonly<Record<string, WhyIdle>> = {
  runbooks: ({ target, nameOf }) =>
    target.startsWith(runbookAssistantName)
      ? undefined
      : message('{setting} has no effect: the runbook assistant is not asked', { setting: nameOf('runbooks') }),
}
