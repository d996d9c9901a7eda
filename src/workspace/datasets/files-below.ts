import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const otherFolders = new Set(['node_modules', 'dist', 'build', 'coverage', 'logs', 'results'])
const deepest = 8
const mostFiles = 5000

/** Returns the project's files with matching names, sorted. Generated folders, hidden folders and links are skipped. */
export async function filesBelow(folder: string, names: RegExp, depth = 0): Promise<readonly string[]> {
  const files: string[] = []
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isFile() && names.test(entry.name)) files.push(path)
    if (entry.isDirectory() && depth < deepest && !isOther(entry.name))
      files.push(...(await filesBelow(path, names, depth + 1)))
    if (files.length > mostFiles) return files.slice(0, mostFiles)
  }
  return files
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.toSorted((first, second) => (first.name < second.name ? -1 : 1))
  } catch (error) {
    // A folder that is gone or may not be read has no files.
    if (['ENOENT', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

function isOther(name: string): boolean {
  return name.startsWith('.') || otherFolders.has(name)
}
