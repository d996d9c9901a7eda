import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { join } from 'node:path'

/** What tells whether a file was written since; empty where there is none. */
export function stateOf(path: string): string {
  const state = statsOf(path)
  return state === undefined ? '' : `${state.mtimeMs}/${state.size}/${state.ino}`
}

/** A hash of what a file holds, or of the names in a folder; `missing` where there is neither. */
export function hashOf(path: string): string {
  const state = statsOf(path)
  if (state === undefined) return 'missing'
  if (state.isDirectory()) return hashOfText(readdirSync(path).toSorted().join('\n'))
  return state.isFile() ? hashOfText(readFileSync(path)) : 'no file'
}

export function hashOfText(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Every file below a folder that people wrote, or the file itself; the folders too, since a new file may come into each. */
export function filesBelow(path: string): readonly string[] {
  if (!isFolder(path)) return [path]
  const below = readdirSync(path, { withFileTypes: true })
    .filter((entry) => !isOfTools(join(path, entry.name)) && !entry.isSymbolicLink())
    .map((entry) => ({ path: join(path, entry.name), isFolder: entry.isDirectory() }))
  return [path, ...below.flatMap((entry) => (entry.isFolder ? filesBelow(entry.path) : [entry.path]))]
}

/** Installed packages, what belongs to version control, our own store, and the machine. */
export function isOfTools(path: string): boolean {
  return (
    /[\\/](?:node_modules|\.git|\.shinsa|\.venv|__pycache__)(?:[\\/]|$)/.test(path) ||
    /^\/(?:proc|sys|dev|etc|usr|lib)\//.test(path)
  )
}

export function isFolder(path: string): boolean {
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
