import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The nearest folder, from `start` upwards, that has one of the names. A repository's root is the last one looked at. Outside
 * of a repository nobody knows where a project ends, and what lies further up may be anybody's: there only `start` counts.
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
