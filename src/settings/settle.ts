import { resolve } from 'node:path'
import type { Setting, SettledValues, SettingTable } from './setting.ts'

type SettleText = { readonly values: object; readonly folder: string }

/**
 * Merges request and config; the request wins, and defaults fill the rest. A path is relative to the folder of the source that
 * it comes from.
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
