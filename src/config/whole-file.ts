import { randomUUID } from 'node:crypto'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EvalError, message } from '../core/index.ts'

/** Puts new bytes into a file's place: whatever happens in between, all of the old ones are there or all of the new. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const { mode } = await stat(path)
  await writeBeside(path, bytes, { mode, settle: (unfinished) => rename(unfinished, path) })
}

/** Makes a new file, whole or not at all. @throws {EvalError} `usage` when there is one of that name */
export async function createFile(path: string, bytes: Uint8Array): Promise<void> {
  try {
    // Unlike a rename, a link never takes another file's place.
    await writeBeside(path, bytes, { mode: 0o666, settle: (unfinished) => link(unfinished, path) })
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
    throw new EvalError('usage', message('there is a file {name} already', { name: basename(path) }), {
      hint: message('Nothing was overwritten. Choose another name.'),
      cause,
    })
  }
}

async function writeBeside(
  path: string,
  bytes: Uint8Array,
  { mode, settle }: { readonly mode: number; readonly settle: (unfinished: string) => Promise<void> },
): Promise<void> {
  // The name is kept short: with it, the file's own may become too long for the file system.
  const unfinished = join(dirname(path), `.shinsa-${randomUUID()}.unfinished`)
  try {
    const handle = await open(unfinished, 'wx', mode)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await settle(unfinished)
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause) || cause.syscall === undefined || isThere(cause)) throw cause
    const problem = message('{file} cannot be written: {problem}', { file: basename(path), problem: codeOf(cause) })
    throw new EvalError('environment', problem, { cause })
  } finally {
    await rm(unfinished, { force: true })
  }
}

function isThere(cause: Error): boolean {
  return codeOf(cause) === 'EEXIST'
}

function codeOf(cause: Error): string {
  return 'code' in cause ? String(cause.code) : cause.message
}
