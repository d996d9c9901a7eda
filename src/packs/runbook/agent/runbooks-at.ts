import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { RunbookAssistantSettings } from './runbook-assistant-target.ts'
import { runbookShape } from './runbook-config.ts'

/** The keys of the assistant, and nothing else that a config says. */
const Config = z.object({ runbooks: z.object(runbookShape).optional() })

/** What a config says of runbooks, on this machine: the usual places are beside the dataset, and then the working folder. */
export function runbooksAt(
  { config, folder }: { readonly config: object; readonly folder: string },
  ...beside: readonly string[]
): RunbookAssistantSettings['runbooks'] {
  const { folder: given, auditLog, ...settings } = Config.parse(config).runbooks ?? {}
  const places = beside.map((place) => join(place, 'runbooks'))
  return {
    ...settings,
    folder: given === undefined ? places.find((place) => existsSync(place)) : resolve(folder, given),
    ...(auditLog !== undefined && { auditLog: resolve(folder, auditLog) }),
  }
}
