import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Finds the nearest folder, from `start` up to the root of the repository, that has one of the names. Outside a
 * repository the end of a project is unknown, and folders further up may be anybody's, so only `start` counts.
 */
export function nearestFolder(start: string, names: readonly string[]): string | undefined {
  return ownFolders(start).find((folder) => names.some((name) => existsSync(join(folder, name))))
}

function ownFolders(start: string): readonly string[] {
  const folders: string[] = []
  for (let folder = start; ; folder = dirname(folder)) {
    folders.push(folder)
    if (existsSync(join(folder, '.git'))) return folders
    if (dirname(folder) === folder) return [start]
  }
}
