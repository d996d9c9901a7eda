import type { Message } from '../core/index.ts'
import type { Kind } from './kind.ts'

export type SettingPlace = 'config' | 'command line' | 'library' | 'page'
export const typed = ['command line', 'library'] as const
export const asked = [...typed, 'page'] as const
export const configured = ['config', ...typed] as const
export const anywhere = ['config', ...asked] as const

export type SettingFlag = {
  /** The name in place of that of the setting. */
  readonly name?: string
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

type SettingDetails<Value> = Partial<SettingFlag> & { readonly default?: Value; readonly insteadOf?: string }

/** Declares a setting. With a `help` it has a flag on the command line. */
export function setting<
  Value,
  const Places extends readonly SettingPlace[],
  Details extends SettingDetails<Value> = {},
>(
  kind: Kind<Value>,
  places: Places,
  details?: Details,
): Setting<Value, Places> & ('default' extends keyof Details ? { readonly default: Value } : unknown) {
  const { default: value, insteadOf, help, ...flag } = details ?? {}
  return {
    kind,
    places,
    ...(help !== undefined && { flag: { help, ...flag } }),
    ...(insteadOf !== undefined && { insteadOf }),
    ...(value !== undefined && { default: value }),
  } as ReturnType<typeof setting<Value, Places, Details>> // the type says of a default what the details do
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

/** Returns the name of a setting's flag; without one of its own it is that of the setting, with hyphens. */
export function flagNameOf(key: string, { name }: SettingFlag): string {
  return name ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
