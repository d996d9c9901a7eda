import { reviewSettings } from './review-settings.ts'
import { runSettings } from './run-settings.ts'
import type { Place, SettingTable } from './setting.ts'

/** The settings of a run and, after `review.`, those of reviews. */
export type SettingKey = keyof typeof runSettings | `review.${keyof typeof reviewSettings}` | 'runbooks'

/** What people call a setting where they write it: its flag, or its key. */
export function settingName(setting: string, place: Place): string {
  const [key = setting, table]: [string | undefined, SettingTable] = setting.startsWith('review.')
    ? [setting.slice('review.'.length), reviewSettings]
    : [setting, runSettings]
  const flag = place === 'command line' ? table[key]?.flag : undefined
  return flag === undefined ? setting : `--${flag.name}`
}

/** The value of a setting in what somebody asked for. */
export function valueIn(request: object, setting: string): unknown {
  return setting.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), request)
}
