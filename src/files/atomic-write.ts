import { constants, fsync, mkdirSync, statSync, type Stats } from 'node:fs'
import { access, link, lstat, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { destinationOf } from './destination.ts'
import { writeToStream } from './stream-write.ts'
import { type Writing, codeOf, isThere, writingTo } from './write-error.ts'
import { forgetUnfinished, noteUnfinished, removeUnfinishedIn, unfinishedName } from './unfinished-files.ts'

export type FileContent = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

export type AtomicWriteOptions = {
  /** Fails where the file already exists. */
  readonly exclusive?: boolean
  /** Creates missing parent folders. */
  readonly folders?: boolean
  /** Replaces a link or a pipe at the path instead of writing through it. */
  readonly replacesLinks?: boolean
}

const pieceBytes = 256 * 1024

/** Syncs by the descriptor, because the file handles of Yarn's Plug'n'Play have no `sync`. */
const sync = promisify(fsync)

/**
 * Writes a file whole or not at all: after a kill or on a full disk there is still all of the old file or all of the new one. Links
 * are followed. Special files (a pipe, a terminal, `/dev/null`) are written to directly.
 *
 * @throws {EvalError} `environment` naming the file; `usage` when it exists and `exclusive` was set
 */
export async function atomicWrite(
  path: string,
  content: FileContent,
  { exclusive = false, folders = false, replacesLinks = false }: AtomicWriteOptions = {},
): Promise<void> {
  const writing = writingTo(path)
  if (folders) await writing(async () => makeFolders(resolve(dirname(path))))
  const { place, stream } = replacesLinks
    ? { place: resolve(path), stream: undefined }
    : await writing(async () => destinationOf(path))
  if (stream !== undefined) return writeToStream(stream, piecesOf(content), writing)
  const before = await writing(async () => replaceable(place))
  if (exclusive && before !== undefined) throw isThere(path)
  const unfinished = join(dirname(place), unfinishedName())
  await removeUnfinishedIn(dirname(place))
  const noted = await noteUnfinished(unfinished)
  try {
    await writeNew(unfinished, { content, before, writing })
    await writing(async () => (exclusive ? takeFreeName(unfinished, place) : renamePatiently(unfinished, place)))
    await writing(async () => makeDurable(dirname(place)))
  } finally {
    await rm(unfinished, { force: true })
    await forgetUnfinished(noted)
  }
}

/** Returns the file that will be replaced. @throws the system's error when it may not be written */
async function replaceable(place: string): Promise<Stats | undefined> {
  const before = await lstat(place).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (before?.isSymbolicLink() === true) return before
  // A rename ignores whether the file is write-protected, so it is checked here.
  if (before !== undefined) await access(place, constants.W_OK)
  return before
}

type NewFile = {
  readonly content: FileContent
  readonly before: Stats | undefined
  readonly writing: Writing
}

async function writeNew(unfinished: string, { content, before, writing }: NewFile): Promise<void> {
  const handle = await writing(async () => open(unfinished, 'wx', 0o666))
  try {
    if (before?.isFile() === true) await writing(async () => takeAfter(before, handle))
    let written = Promise.resolve()
    for await (const piece of piecesOf(content)) {
      await written
      written = writing(async () => handle.writeFile(piece))
      // The next piece is produced meanwhile; an error of this one is thrown before that is written.
      written.catch(() => undefined)
    }
    await written
    await writing(async () => sync(handle.fd))
  } finally {
    await handle.close()
  }
}

/** Keeps the owner and the permissions of the replaced file. */
async function takeAfter({ mode, uid, gid }: Stats, handle: FileHandle): Promise<void> {
  const own = await handle.stat()
  if (own.uid !== uid || own.gid !== gid) {
    // Only root can change a file's owner; the group is kept where that is allowed.
    await handle.chown(uid, gid).catch(async () => handle.chown(own.uid, gid).catch(() => undefined))
  }
  await handle.chmod(mode & 0o7777)
}

/** Joins small pieces, so that not every line costs a system call. */
async function* piecesOf(content: FileContent): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') return yield Buffer.from(content)
  if (content instanceof Uint8Array) return yield content
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const piece of content) {
    const part = typeof piece === 'string' ? Buffer.from(piece) : piece
    waiting.push(part)
    bytes += part.length
    if (bytes < pieceBytes) continue
    yield waiting.length === 1 ? part : Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  yield Buffer.concat(waiting)
}

/** Renames without replacing: unlike a rename, a link fails where the name is taken. */
async function takeFreeName(unfinished: string, place: string): Promise<void> {
  try {
    await link(unfinished, place)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw isThere(place)
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error
    // On file systems without links, such as memory sticks, the name is reserved first.
    await (await open(place, 'wx')).close()
    await renamePatiently(unfinished, place)
  }
}

const longestWaitMs = 2000

/** Retries on Windows, where a virus scanner or an indexer may lock a file for a moment. */
async function renamePatiently(unfinished: string, place: string): Promise<void> {
  for (let wait = 10; ; wait *= 2) {
    try {
      return await rename(unfinished, place)
    } catch (error) {
      const passes = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error) ?? '')
      if (!passes || wait > longestWaitMs) throw error
    }
    await setTimeout(wait)
  }
}

/** Syncs the folder, since a power cut could otherwise restore the old name. Not every system can open folders. */
async function makeDurable(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await sync(handle.fd)
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EBADF', 'EPERM'].includes(codeOf(error) ?? '')) throw error
  } finally {
    await handle.close()
  }
}

/**
 * Creates a folder and its parents; an existing one is fine. Node's own `recursive` loops for ever where the system creates no
 * folders and reports the parent as missing, as below `/proc`.
 *
 * @throws the system's error
 */
export function makeFolders(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return
    // For an existing root some systems report other codes than EEXIST.
    if (codeOf(error) !== 'ENOENT' && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    makeFolders(dirname(folder))
    makeOne(folder)
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}
