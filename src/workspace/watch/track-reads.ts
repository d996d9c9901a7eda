import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isOfTools, watchedState } from './file-state.ts'

export type Read = {
  /** The file's state when it was first read. */
  readonly state: string
  /** Whether the project's code read it, and not only Shinsa's. */
  byProject: boolean
}

const reading = ['readFile', 'readFileSync', 'createReadStream', 'readdir', 'readdirSync'] as const
const writing = ['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync', 'createWriteStream'] as const
const opening = ['open', 'openSync'] as const
const replacing = ['rename', 'renameSync', 'copyFile', 'copyFileSync'] as const

/**
 * Tracks every file that this process reads from now on, since only this shows which prompts and tables an agent uses. Files
 * that are written are left out: they depend on the answers.
 *
 * @param own the folder of Shinsa's own code
 */
export function trackReads(own: string): () => ReadonlyMap<string, Read> {
  const reads = new Map<string, Read>()
  const written = new Set<string>()

  function noteRead(path: unknown, reader: Listening): void {
    const file = pathOf(path)
    if (file === undefined || written.has(file) || isOfTools(file)) return
    const known = reads.get(file) ?? { state: watchedState(file), byProject: false }
    known.byProject ||= isForProject(own, reader)
    reads.set(file, known)
  }

  function noteWritten(path: unknown): void {
    const file = pathOf(path)
    if (file === undefined) return
    written.add(file)
    reads.delete(file)
  }

  const noteOpened = (path: unknown, reader: Listening, flags: unknown) =>
    typeof flags === 'string' && /[wa+]/.test(flags) ? noteWritten(path) : noteRead(path, reader)
  for (const functions of [fs, fs.promises]) {
    for (const name of reading) listen(functions, name, noteRead)
    for (const name of writing) listen(functions, name, noteWritten)
    for (const name of opening) listen(functions, name, noteOpened)
    for (const name of replacing) listen(functions, name, (_from, _reader, to) => noteWritten(to))
  }
  // Updates modules that import functions of `node:fs` by name.
  syncBuiltinESMExports()
  return () => reads
}

type Listening = (...given: readonly unknown[]) => unknown
type Note = (path: unknown, listening: Listening, second: unknown) => void

function listen(functions: object, name: string, note: Note): void {
  const original: unknown = Reflect.get(functions, name)
  if (typeof original !== 'function') return
  const listening: Listening = (...given) => {
    note(given[0], listening, given[1])
    return Reflect.apply(original, functions, given)
  }
  Reflect.set(functions, name, Object.assign(listening, original))
}

/** Undefined for open file descriptors, which have no path. */
function pathOf(path: unknown): string | undefined {
  if (path instanceof URL) return path.protocol === 'file:' ? fileURLToPath(path) : undefined
  return typeof path === 'string' ? resolve(path) : undefined
}

/** Decides by the nearest frame of the stack outside of Node.js. */
function isForProject(own: string, reader: Listening): boolean {
  const read = { stack: '' }
  // Frames from the listener on are skipped: in a bundle it shares its file with other code of ours.
  Error.captureStackTrace(read, reader)
  const frames = read.stack.split('\n').slice(1)
  const nearest = frames.find((frame) => !frame.includes('node:') && frame.includes('/'))
  return nearest !== undefined && !nearest.includes(own)
}
