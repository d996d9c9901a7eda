import type { Message } from '../core/index.ts'
import type { Kind } from './kind.ts'

export type SettingPlace = 'config' | 'command line' | 'library' | 'page'

export type SettingFlag = {
  readonly name: string
  /** The placeholder of its value in the help; a flag without one is a switch. */
  readonly value?: string
  readonly short?: string
  readonly help: Message
  /** The value that a switch sets (true). */
  readonly says?: boolean
  /** The help of `--no-NAME`, for switches with a third state when neither is given. */
  readonly negated?: Message
  /** The flag's own unit, such as seconds; `times` converts it to the setting's unit. */
  readonly unit?: { readonly kind: Kind<number>; readonly times: number }
}

/** One setting of a run. Its name is its key in a table of settings. */
export type Setting<Value, Places extends readonly SettingPlace[] = readonly SettingPlace[]> = {
  readonly kind: Kind<Value>
  readonly places: Places
  readonly flag?: SettingFlag
  /** The value when nobody sets one; other defaults depend on the dataset or the target. */
  readonly default?: Value
  /** Another setting for the same choice: a request that sets either one discards the config's value of the other. */
  readonly insteadOf?: string
}

export type SettingTable = Readonly<Record<string, Setting<unknown>>>

export function setting<Value, const Places extends readonly SettingPlace[]>(
  kind: Kind<Value>,
  places: Places,
  flag?: SettingFlag,
): Setting<Value, Places> {
  return { kind, places, ...(flag !== undefined && { flag }) }
}

export function byDefault<Value, Own extends Setting<Value>>(value: Value, own: Own & Setting<Value>) {
  return { ...own, default: value }
}

export function insteadOf<Own extends Setting<unknown>>(other: string, own: Own) {
  return { ...own, insteadOf: other }
}

export type ValuesIn<Table, Where extends SettingPlace> = {
  readonly [
    Name in keyof Table as Table[Name] extends Setting<infer _, infer Places>
      ? Where extends Places[number]
        ? Name
        : never
      : never
  ]?: (Table[Name] extends Setting<infer Value, infer _> ? Value : never) | undefined
}

export type Values<Table> = {
  readonly [Name in keyof Table]?: (Table[Name] extends Setting<infer Value, infer _> ? Value : never) | undefined
}

/** All values of a table after merging; those with a default are always present. */
export type SettledValues<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly default: infer Value }
    ? Value
    : (Table[Name] extends Setting<infer Value, infer _> ? Value : never) | undefined
}
