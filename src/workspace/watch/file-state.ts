import { createHash } from 'node:crypto'
import fs, { type Stats } from 'node:fs'
import { join } from 'node:path'

// Taken before reads are tracked, so that looking at a file's state is not counted as reading it.
const { readdirSync, readFileSync, statSync } = fs

/** A value that changes when a file is written or a folder's names change; empty where neither exists. */
export function watchedState(path: string): string {
  const state = statsOf(path)
  if (state === undefined) return ''
  // A folder's modification time changes too often: files are replaced through temporary names.
  return state.isDirectory() ? hashOf(path) : `${state.mtimeMs}/${state.size}/${state.ino}`
}

/** A hash of a file's content or of a folder's names; `missing` where neither exists. */
export function hashOf(path: string): string {
  const state = statsOf(path)
  if (state === undefined) return 'missing'
  if (state.isDirectory()) return hashOfText(namesIn(path).join('\n'))
  return state.isFile() ? hashOfText(readFileSync(path)) : 'no file'
}

/** Hidden names are left out, since files are written under hidden names first. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.') && !isOfTools(join(folder, name)))
    .toSorted()
}

export function hashOfText(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The file itself, or every file and folder below a folder but generated ones; a new file may appear in any folder. */
export function watchedFilesBelow(path: string): readonly string[] {
  if (!isWatchedFolder(path)) return [path]
  const below = readdirSync(path, { withFileTypes: true })
    .filter((entry) => !isOfTools(join(path, entry.name)) && !entry.isSymbolicLink())
    .map((entry) => ({ path: join(path, entry.name), isFolder: entry.isDirectory() }))
  return [path, ...below.flatMap((entry) => (entry.isFolder ? watchedFilesBelow(entry.path) : [entry.path]))]
}

/** Whether a path belongs to installed packages, version control, Shinsa's store, or the system. */
export function isOfTools(path: string): boolean {
  return (
    /[\\/](?:node_modules|\.git|\.shinsa|\.venv|__pycache__)(?:[\\/]|$)/.test(path) ||
    /^\/(?:proc|sys|dev|etc|usr|lib)\//.test(path)
  )
}

export function isWatchedFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() === true
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    // An inaccessible file cannot have been read.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
