import { type Message, EvalError } from '../core/index.ts'
import { asWritten } from './check-values.ts'
import type { Kind } from './kind.ts'
import { reviewSettings } from './review-settings.ts'
import { runSettings } from './run-settings.ts'
import { flagNameOf, type SettingPlace, type SettingTable, type Values } from './setting.ts'

type FlagOption = { readonly summary: Message; readonly value?: string; readonly short?: string }

/** Returns the flags of some settings, keyed by their names on the command line. */
export function flagsOf(table: SettingTable, names: readonly string[] = Object.keys(table)) {
  const flags: Record<string, FlagOption> = {}
  for (const name of names) {
    const flag = table[name]?.flag
    if (flag === undefined) continue
    const { help: summary, negated, value, short } = flag
    flags[flagNameOf(name, flag)] = {
      summary,
      ...(value !== undefined && { value }),
      ...(short !== undefined && { short }),
    }
    if (negated !== undefined) flags[`no-${flagNameOf(name, flag)}`] = { summary: negated }
  }
  return flags
}

/** Reads settings from flags. @throws {EvalError} `usage` for text that a setting does not accept */
export function valuesFromFlags<Table extends SettingTable>(
  table: Table,
  flags: Readonly<Record<string, unknown>>,
): Values<Table> {
  const values: Record<string, unknown> = {}
  for (const [name, { kind, flag }] of Object.entries(table)) {
    if (flag === undefined) continue
    const { negated, says, unit } = flag
    const flagName = flagNameOf(name, flag)
    if (negated !== undefined && flags[`no-${flagName}`] === true) values[name] = false
    const given = flags[flagName]
    if (given === undefined) continue
    if (typeof given !== 'string') values[name] = says ?? given
    else values[name] = unit ? readFlag(flagName, given, unit.kind) * unit.times : readFlag(flagName, given, kind)
  }
  return values as Values<Table> // each value was read by the kind of its own setting
}

/** Reads a flag's text as a value of its kind. @throws {EvalError} `usage` */
export function readFlag<Value>(name: string, given: string, kind: Kind<Value>): Value {
  const read = kind.schema.safeParse(kind.read(given))
  if (read.success) return read.data
  throw new EvalError('usage', kind.refuse(`--${name}`, asWritten(given)))
}

/** The name of a run's setting, or `review.` and the name of a review's setting. */
export type SettingKey = keyof typeof runSettings | `review.${keyof typeof reviewSettings}` | 'runbooks'

/** Returns the name that people write for a setting: its flag, or its key. */
export function settingName(setting: string, place: SettingPlace): string {
  const [key = setting, table]: [string | undefined, SettingTable] = setting.startsWith('review.')
    ? [setting.slice('review.'.length), reviewSettings]
    : [setting, runSettings]
  const flag = place === 'command line' ? table[key]?.flag : undefined
  return flag === undefined ? setting : `--${flagNameOf(key, flag)}`
}

/** Looks up a setting by its key, such as `review.prompt`, in a request. */
export function settingValue(request: object, setting: string): unknown {
  return setting.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), request)
}
