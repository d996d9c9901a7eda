import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { EvalError, message, stringifyJson, parsedJson } from '../../core/index.ts'
import { atomicWrite } from '../../files/index.ts'
import { type Variant, variantShape } from '../../settings/kind.ts'
import type { ShinsaConfig, TargetSetting } from './define-config.ts'

/** Variants of agents that the user tried and kept: named targets beside those of the config. */
const fileName = 'variants.json'

/** Without `target`, it is a variant of the config's own agent. */
const Kept = z.record(z.string(), z.strictObject({ target: z.string().optional(), variant: variantShape }))
type Kept = z.infer<typeof Kept>

/** @throws {EvalError} `config` when the file cannot be read as such */
export function keptVariants(
  folder: string,
  { target: own, targets = {} }: Pick<ShinsaConfig, 'target' | 'targets'>,
): Readonly<Record<string, TargetSetting>> {
  const kept = Object.entries(readKept(folder)).flatMap(([name, { target, variant }]) => {
    const variantOf = target === undefined ? own : (targets[target] ?? target)
    return variantOf === undefined ? [] : [[name, { variantOf, variant }] as const]
  })
  return Object.fromEntries(kept)
}

/** Keeps a variant as a target. */
export async function keepVariant(
  folder: string,
  { name, target, variant }: { readonly name: string; readonly target: string | undefined; readonly variant: Variant },
): Promise<void> {
  const before = readKept(folder)
  // A variant of a variant is stored as a variant of the original agent.
  const base = target === undefined || !Object.hasOwn(before, target) ? { target, variant: {} } : before[target]
  const of = base?.target
  const kept: Kept = {
    ...before,
    [name]: { ...(of !== undefined && { target: of }), variant: { ...base?.variant, ...variant } },
  }
  await atomicWrite(join(folder, fileName), `${stringifyJson(kept, 2)}\n`)
}

function readKept(folder: string): Kept {
  const file = join(folder, fileName)
  if (!existsSync(file)) return {}
  const found = Kept.safeParse(parsedJson(readFileSync(file, 'utf8')))
  if (found.success) return found.data
  throw new EvalError('config', message('{file} does not have variants of agents by name', { file }), {
    hint: message('The page writes it when a variant is kept; move it away to begin anew.'),
  })
}
