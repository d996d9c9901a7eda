import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The nearest folder, from `start` upwards, that has one of the names. A repository's root is the last one looked at. */
export function nearestFolder(start: string, names: readonly string[]): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (names.some((name) => existsSync(join(folder, name)))) return folder
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return undefined
  }
}
