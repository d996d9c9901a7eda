import { isAbsolute, relative } from 'node:path'
import { reviewSettings } from './review-settings.ts'
import type { RunRequest } from './run-request.ts'
import { runSettings } from './run-settings.ts'
import { flagNameOf, type SettingTable } from './setting.ts'

/** Returns the command line that repeats a request from the same folder. */
export function commandWords(request: RunRequest): readonly string[] {
  const { cwd, dataset, selected, config, review = {}, resultFile: _written, ...values } = request
  const file = relativeTo(cwd, dataset)
  const asked = { ...values, ...(selected.length > 0 && { filter: selected }) }
  const isReview = Object.keys(review).length > 0
  return [
    'shinsa',
    ...(isReview ? ['review', '--suite'] : ['run']),
    file,
    ...flagWords(runSettings, asked),
    ...(config === undefined ? [] : ['--config', relativeTo(cwd, config)]),
    ...flagWords(reviewSettings, review),
  ]
}

function flagWords(table: SettingTable, values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(table).flatMap(([name, { flag }]) => {
    const value = values[name]
    if (flag === undefined || value === undefined) return []
    const flagName = flagNameOf(name, flag)
    if (flag.value === undefined) {
      if (value === (flag.says ?? true)) return [`--${flagName}`]
      return flag.negated !== undefined && value === false ? [`--no-${flagName}`] : []
    }
    return [`--${flagName}`, typeof value === 'number' ? String(value / (flag.unit?.times ?? 1)) : listed(value)]
  })
}

function listed(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [value].flat().join(',')
  return Object.entries(value)
    .map(([name, number]) => `${name}=${number}`)
    .join(',')
}

/** Makes a path below the folder relative, since the command may be repeated on another machine. */
function relativeTo(folder: string, file: string): string {
  if (!isAbsolute(file)) return file
  const way = relative(folder, file)
  return way.startsWith('..') ? file : way
}
