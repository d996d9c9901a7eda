import { resolve } from 'node:path'
import type { Target } from '../../../core/index.ts'
import type { AgentContext } from '../../../core/pack/pack-agent.ts'
import { runbookAssistantTarget } from './runbook-assistant-target.ts'
import { runbooksAt } from './runbooks-at.ts'

export async function makeRunbookAssistant(model: string | undefined, context: AgentContext): Promise<Target> {
  const { config, configFolder, folders, request, cwd } = context
  const { runbooks: asked } = request
  const runbooks = runbooksAt({ config, folder: configFolder }, ...folders)
  return runbookAssistantTarget(model, {
    ...context,
    runbooks: typeof asked === 'string' ? { ...runbooks, folder: resolve(cwd, asked) } : runbooks,
  })
}
