import type { z } from 'zod'
import type { Message } from '../core/index.ts'
import type { SettingPlace, SettingTable, Values, ValuesIn } from './setting.ts'

type Shape<Given> = { readonly [Name in keyof Given]-?: z.ZodOptional<z.ZodType<Exclude<Given[Name], undefined>>> }

/** Returns the optional schemas of a table's settings by name: all of them, or those allowed in one place. */
export function settingsShape<Table extends SettingTable>(table: Table): Shape<Values<Table>>
export function settingsShape<Table extends SettingTable, Where extends SettingPlace>(
  table: Table,
  where: Where,
): Shape<ValuesIn<Table, Where>>
export function settingsShape(table: SettingTable, where?: SettingPlace): Readonly<Record<string, z.ZodOptional>> {
  return Object.fromEntries(
    Object.entries(table)
      .filter(([, { places }]) => where === undefined || places.includes(where))
      .map(([name, { kind }]) => [name, kind.schema.optional()]),
  )
}

/** Picks the values whose settings are allowed in one place. */
export function valuesFor<Table extends SettingTable, Where extends SettingPlace>(
  table: Table,
  where: Where,
  values: object,
): ValuesIn<Table, Where> {
  const names = Object.keys(settingsShape(table, where))
  const given = names.flatMap((name) =>
    Object.hasOwn(values, name) ? [[name, Reflect.get(values, name)] as const] : [],
  )
  return Object.fromEntries(given) as ValuesIn<Table, Where> // picked by the names of that table
}

/** Describes the first value that its setting refuses; unknown names are ignored. */
export function refusedValue(table: SettingTable, values: Readonly<Record<string, unknown>>): Message | undefined {
  for (const [name, value] of Object.entries(values)) {
    const kind = Object.hasOwn(table, name) ? table[name]?.kind : undefined
    if (kind === undefined || value === undefined || kind.schema.safeParse(value).success) continue
    return kind.refuse(name, asWritten(value))
  }
  return undefined
}

export function asWritten(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return shortened(JSON.stringify(value) ?? String(value))
}

function shortened(written: string): string {
  return written.length <= 80 ? written : `${written.slice(0, 79)}…`
}
