import { createHash } from 'node:crypto'
import fs, { type Stats } from 'node:fs'
import { join } from 'node:path'

// As they were before anybody listens to who reads what: looking after a file is no reading of it.
const { readdirSync, readFileSync, statSync } = fs

/** What tells whether a file was written since, or a folder has other names in it; empty where there is neither. */
export function watchedState(path: string): string {
  const state = statsOf(path)
  if (state === undefined) return ''
  // When a folder was written says too much: files that are put in the place of others go by another name for a moment.
  return state.isDirectory() ? hashOf(path) : `${state.mtimeMs}/${state.size}/${state.ino}`
}

/** A hash of what a file holds, or of the names in a folder; `missing` where there is neither. */
export function hashOf(path: string): string {
  const state = statsOf(path)
  if (state === undefined) return 'missing'
  if (state.isDirectory()) return hashOfText(namesIn(path).join('\n'))
  return state.isFile() ? hashOfText(readFileSync(path)) : 'no file'
}

/** Without hidden ones, among which are those that are being written. */
function namesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.') && !isOfTools(join(folder, name)))
    .toSorted()
}

export function hashOfText(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Every file below a folder that people wrote, or the file itself; the folders too, since a new file may come into each. */
export function watchedFilesBelow(path: string): readonly string[] {
  if (!isWatchedFolder(path)) return [path]
  const below = readdirSync(path, { withFileTypes: true })
    .filter((entry) => !isOfTools(join(path, entry.name)) && !entry.isSymbolicLink())
    .map((entry) => ({ path: join(path, entry.name), isFolder: entry.isDirectory() }))
  return [path, ...below.flatMap((entry) => (entry.isFolder ? watchedFilesBelow(entry.path) : [entry.path]))]
}

/** Installed packages, what belongs to version control, our own store, and the machine. */
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
    // What cannot even be looked at can be read by nobody.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
