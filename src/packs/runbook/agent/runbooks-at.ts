import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { RunbookAssistantSettings } from './runbook-assistant-target.ts'
import { runbookShape } from './runbook-config.ts'

const Config = z.object({ runbooks: z.object(runbookShape).optional() })

/** Reads the config. If it names no folder, the first existing `runbooks` beside the given folders is used. */
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
