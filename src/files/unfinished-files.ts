import { createHash, randomUUID } from 'node:crypto'
import { lstat, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isProcessAlive } from './is-process-alive.ts'

// The name is short, since the file's own name plus a long one may exceed the file system's limit. It names machine and process,
// so that whoever finds the file later can tell whether its writer still runs.
const ours = /^\.shinsa-(?:([0-9a-f]{8})-(\d+)-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.unfinished$/

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const abandonedMs = 24 * 60 * 60 * 1000

/** Makes a name for a file that is written beside the one it will replace. */
export function unfinishedName(): string {
  return `.shinsa-${machine}-${process.pid}-${randomUUID()}.unfinished`
}

// Each folder is swept once, so that writing thousands of files does not list it each time.
const swept = new Set<string>()

/** Removes the files that killed processes left in a folder: only those with such names whose writer is gone. */
export async function removeUnfinishedIn(folder: string): Promise<void> {
  if (swept.has(folder)) return
  swept.add(folder)
  const names = await readdir(folder).catch(() => [])
  await Promise.all(names.filter((name) => ours.test(name)).map(async (name) => removeAbandoned(join(folder, name))))
}

/**
 * Records the path of an unfinished file, so that the next process finds it in any folder.
 *
 * @returns the path of the note, if it could be written
 */
export async function noteUnfinished(path: string): Promise<string | undefined> {
  try {
    const folder = await notesFolder()
    const note = join(folder, basename(path))
    await writeFile(note, path, { flag: 'wx', mode: 0o600 })
    return note
  } catch {
    // Without a folder for notes, the next writer to the same folder finds the file.
    return undefined
  }
}

export async function forgetUnfinished(note: string | undefined): Promise<void> {
  if (note !== undefined) await rm(note, { force: true })
}

/** Called at the start of a process: removes unfinished files in this folder and those that notes point to. */
export async function removeUnfinished(here: string): Promise<void> {
  await removeUnfinishedIn(here)
  const folder = await notesFolder().catch(() => undefined)
  const notes = folder === undefined ? [] : await readdir(folder).catch(() => [])
  await Promise.all(notes.filter((name) => ours.test(name)).map(async (name) => follow(join(String(folder), name))))
}

async function follow(note: string): Promise<void> {
  const path = await readFile(note, 'utf8').catch(() => '')
  // The file must have the name of its note, so that a forged note cannot remove another file.
  const removed = basename(path) !== basename(note) || (await removeAbandoned(path))
  if (removed) await rm(note, { force: true })
}

async function removeAbandoned(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined)
  if (stats === undefined) return true
  const [, host, processId] = ours.exec(basename(path)) ?? []
  const writerIsGone = host === machine && !isProcessAlive(Number(processId))
  if (!stats.isFile() || !(writerIsGone || Date.now() - stats.mtimeMs > abandonedMs)) return false
  await rm(path, { force: true }).catch(() => undefined)
  return true
}

/** Notes are kept in a folder for each user, because another user could have created a shared one. */
async function notesFolder(): Promise<string> {
  const user = process.getuid?.() ?? 0
  const folder = join(tmpdir(), `shinsa-${user}-unfinished`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stats = await lstat(folder)
  if (!stats.isDirectory() || (process.getuid !== undefined && stats.uid !== user))
    throw new Error(`${folder} is not ours`)
  return folder
}
