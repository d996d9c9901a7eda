import { resolve } from 'node:path'
import type { ConfigValues, RequestValues } from './run-settings.ts'
import { runSettings } from './run-settings.ts'

/**
 * Puts together what was asked for and what the config says; the request wins. Paths start from the folder of whoever wrote
 * them.
 */
export function settle(
  request: { readonly values: RequestValues; readonly folder: string },
  config: { readonly values: ConfigValues; readonly folder: string },
): RequestValues {
  return Object.fromEntries(
    Object.entries(runSettings).flatMap(([name, { kind }]) => {
      const from = [request, config].find(({ values }) => Reflect.get(values, name) !== undefined)
      if (from === undefined) return []
      const value: unknown = Reflect.get(from.values, name)
      return [[name, kind.isPath === true && typeof value === 'string' ? resolve(from.folder, value) : value]]
    }),
  )
}
