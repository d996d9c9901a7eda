import type { Message } from '../core/index.ts'
import type { Kind } from './kind.ts'

/** Where people may write a setting: in a config file, on the command line, in `evaluate()`, on the page. */
export type SettingPlace = 'config' | 'command line' | 'library' | 'page'

/** How a setting is written on the command line. */
export type SettingFlag = {
  readonly name: string
  /** What stands for its value in the help; without it the flag is a switch. */
  readonly value?: string
  readonly short?: string
  readonly help: Message
  /** What a switch says (true). */
  readonly says?: boolean
  /** The help of `--no-NAME`, for switches that are neither on nor off where nobody says anything. */
  readonly negated?: Message
  /** Where people count in another unit than code does: what the flag takes, and how much of the setting one of it is. */
  readonly unit?: { readonly kind: Kind<number>; readonly times: number }
}

/** One thing that a run can be told. Its name is its key in a table of settings. */
export type Setting<Value, Places extends readonly SettingPlace[] = readonly SettingPlace[]> = {
  readonly kind: Kind<Value>
  readonly places: Places
  readonly flag?: SettingFlag
  /** What holds where nobody says anything. Others depend on the dataset or the target. */
  readonly default?: Value
  /** Another setting that is one choice with this one: whoever asks for either does not get what a config says of the other. */
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

/** The values that may stand in one place, each optional. */
export type ValuesIn<Table, Where extends SettingPlace> = {
  readonly [
    Name in keyof Table as Table[Name] extends Setting<infer _, infer Places>
      ? Where extends Places[number]
        ? Name
        : never
      : never
  ]?: (Table[Name] extends Setting<infer Value, infer _> ? Value : never) | undefined
}

/** The values of all settings of a table, each optional. */
export type Values<Table> = {
  readonly [Name in keyof Table]?: (Table[Name] extends Setting<infer Value, infer _> ? Value : never) | undefined
}

/** The values of all settings of a table, where everybody was heard: what has a default is there. */
export type SettledValues<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly default: infer Value }
    ? Value
    : (Table[Name] extends Setting<infer Value, infer _> ? Value : never) | undefined
}
