import { resolve } from 'node:path'
import type { Setting, SettledValues, SettingTable } from './setting.ts'

/** Values as somebody wrote them, and the folder that their paths start from. */
type SettleText = { readonly values: object; readonly folder: string }

/**
 * Puts together what was asked for and what the config says; the request wins, and where neither says anything the default
 * holds. Paths start from the folder of whoever wrote them.
 */
export function settle<Table extends SettingTable>(
  table: Table,
  request: SettleText,
  config?: SettleText,
): SettledValues<Table> {
  const asks = (name: string) => valueIn(request, name) !== undefined
  const valueOf = (name: string, setting: Setting<unknown>): unknown => {
    const { kind, places, insteadOf } = setting
    const isForConfig = places.includes('config') && (insteadOf === undefined || !asks(insteadOf))
    const written = asks(name) ? request : isForConfig ? config : undefined
    const value = written && valueIn(written, name)
    if (written === undefined || value === undefined) return setting.default
    return kind.isPath === true && typeof value === 'string' ? resolve(written.folder, value) : value
  }
  const values = Object.entries(table).map(([name, setting]) => [name, valueOf(name, setting)] as const)
  return Object.fromEntries(values) as SettledValues<Table> // each value is that of its own setting
}

function valueIn({ values }: SettleText, name: string): unknown {
  return Reflect.get(values, name)
}
