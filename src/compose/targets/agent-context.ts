import type { Account } from '../../core/index.ts'
import type { AgentContext } from '../../core/pack/pack-agent.ts'
import { projectFolder, type LoadedConfig } from '../config/load-config.ts'
import type { RunDependencies } from '../run-dependencies.ts'

type AgentContextParts = Pick<AgentContext, 'environment' | 'folders' | 'cwd' | 'read' | 'warnings'> & {
  readonly account: Account | undefined
  readonly pace?: number
  readonly request?: AgentContext['request']
  readonly secrets?: AgentContext['secrets']
}

export function agentContext(
  { config, folder }: LoadedConfig,
  { version, random, now }: Pick<RunDependencies, 'version' | 'random' | 'now'>,
  parts: AgentContextParts,
): AgentContext {
  return {
    request: {},
    config,
    configFolder: folder,
    projectFolder: projectFolder(parts.cwd),
    version,
    random,
    now,
    ...parts,
  }
}
