import { createHash, randomUUID } from 'node:crypto'
import { lstat, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isProcessAlive } from './is-process-alive.ts'

// The name is kept short: with it, the file's own may become too long for the file system. Who writes it stands in it, so
// that whoever finds it later can tell whether anybody still does.
const ours = /^\.shinsa-(?:([0-9a-f]{8})-(\d+)-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.unfinished$/

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const abandonedMs = 24 * 60 * 60 * 1000

/** A new name for a file that is being written beside the one that it will replace. */
export function unfinishedName(): string {
  return `.shinsa-${machine}-${process.pid}-${randomUUID()}.unfinished`
}

// Once for each folder: whoever writes thousands of files into one must not read its list each time.
const swept = new Set<string>()

/** Removes what killed processes left in a folder: only files of these names, and only when their writer is gone. */
export async function removeUnfinishedIn(folder: string): Promise<void> {
  if (swept.has(folder)) return
  swept.add(folder)
  const names = await readdir(folder).catch(() => [])
  await Promise.all(names.filter((name) => ours.test(name)).map(async (name) => removeAbandoned(join(folder, name))))
}

/**
 * Writes down where an unfinished file lies, so that the next start finds it in whatever folder.
 *
 * @returns the note, where one could be written
 */
export async function noteUnfinished(path: string): Promise<string | undefined> {
  try {
    const folder = await notesFolder()
    const note = join(folder, basename(path))
    await writeFile(note, path, { flag: 'wx', mode: 0o600 })
    return note
  } catch {
    // A machine without a place for notes: the next writer to the same folder finds what was left.
    return undefined
  }
}

export async function forgetUnfinished(note: string | undefined): Promise<void> {
  if (note !== undefined) await rm(note, { force: true })
}

/** For when a process starts in a folder: what killed ones left there goes, and in whatever folder is noted. */
export async function removeUnfinished(here: string): Promise<void> {
  await removeUnfinishedIn(here)
  const folder = await notesFolder().catch(() => undefined)
  const notes = folder === undefined ? [] : await readdir(folder).catch(() => [])
  await Promise.all(notes.filter((name) => ours.test(name)).map(async (name) => follow(join(String(folder), name))))
}

async function follow(note: string): Promise<void> {
  const path = await readFile(note, 'utf8').catch(() => '')
  // Only a file that is called as the note is: nobody can make us remove another.
  const removed = basename(path) !== basename(note) || (await removeAbandoned(path))
  if (removed) await rm(note, { force: true })
}

/** @returns whether it is gone */
async function removeAbandoned(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined)
  if (stats === undefined) return true
  const [, host, processId] = ours.exec(basename(path)) ?? []
  const writerIsGone = host === machine && !isProcessAlive(Number(processId))
  if (!stats.isFile() || !(writerIsGone || Date.now() - stats.mtimeMs > abandonedMs)) return false
  await rm(path, { force: true }).catch(() => undefined)
  return true
}

/** One for each user: in a folder that all share, nobody else may have made it. */
async function notesFolder(): Promise<string> {
  const user = process.getuid?.() ?? 0
  const folder = join(tmpdir(), `shinsa-${user}-unfinished`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stats = await lstat(folder)
  if (!stats.isDirectory() || (process.getuid !== undefined && stats.uid !== user))
    throw new Error(`${folder} is not ours`)
  return folder
}
