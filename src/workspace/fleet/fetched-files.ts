import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { projectFolder } from '../../compose/config/load-config.ts'
import { EvalError, message } from '../../core/index.ts'
import { wayInside } from '../../files/path-inside.ts'
import type { KeptFile } from '../../fleet/kept-files.ts'
import { most, sha256Of, staysBelow } from './files-of-run.ts'

type FetchedFilesStore = {
  /** The id of the run that the files belong to. */
  readonly run: string
  readonly list: () => Promise<readonly KeptFile[]>
  readonly read: (sha256: string) => AsyncIterable<Uint8Array>
}

/**
 * Returns where the files of a run lie on this machine: in the project where it has all of them, else in `.shinsa/files`, into
 * which they are fetched from the store and where they stay until the run is over.
 *
 * @returns a function from a path of the project to its place
 * @throws {EvalError} `store` for files whose paths or sizes are not those that an honest run would store
 */
export async function fetchedFiles(
  cwd: string,
  { run, list, read }: FetchedFilesStore,
): Promise<(path: string) => string> {
  const files = await list()
  check(files)
  if (files.every(({ path }) => existsSync(join(cwd, path)))) return (path) => path
  if (!isRun.test(run)) throw strange(JSON.stringify(run))
  const folder = join(folderOf(cwd), run)
  if (!(await isWhole(folder, files))) await fetchInto(folder, files, read)
  return (path) => {
    const way = wayInside(cwd, path)
    return way === undefined ? path : join(folder, way)
  }
}

/** Deletes files that were fetched for runs that are over, by any worker of this project. */
export async function forgetFetched(cwd: string, isOver: (run: string) => Promise<boolean>): Promise<void> {
  const folder = folderOf(cwd)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    // Unfinished folders of killed workers begin with the run's id, too.
    const [run = ''] = name.split('.')
    if (isRun.test(run) && (await isOver(run))) remove(join(folder, name))
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    // On some systems an open file cannot be deleted; the next call tries again.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/** Names that are valid folder names on every system. */
const isRun = /^[a-z0-9][a-z0-9_-]{0,99}$/i

function folderOf(cwd: string): string {
  return join(projectFolder(cwd), '.shinsa', 'files')
}

/** Checks that paths stay below a folder, name one file each, and that the size is within the limit. */
function check(files: readonly KeptFile[]): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (files.length > most.files || bytes > most.bytes) throw strange('–')
  for (const { path, sha256 } of files) {
    if (!staysBelow(path) || !/^[0-9a-f]{64}$/.test(sha256)) throw strange(JSON.stringify(path))
  }
}

async function isWhole(folder: string, files: readonly KeptFile[]): Promise<boolean> {
  for (const { path, sha256 } of files) {
    const file = join(folder, path)
    if (!existsSync(file) || (await sha256Of(file)) !== sha256) return false
  }
  return true
}

/** Fetches all of them or none, also when another process fetches the same. */
async function fetchInto(folder: string, files: readonly KeptFile[], read: FetchedFilesStore['read']): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const made = mkdtempSync(`${folder}.`)
  try {
    for (const { path, sha256, bytes } of files) {
      const file = join(made, path)
      mkdirSync(dirname(file), { recursive: true })
      await pipeline(
        Readable.from(upTo(bytes, read(sha256), path)),
        createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      )
      if ((await sha256Of(file)) !== sha256) throw strange(JSON.stringify(path))
    }
    if (await isWhole(folder, files)) return
    rmSync(folder, { recursive: true, force: true })
    renameSync(made, folder)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

async function* upTo(bytes: number, parts: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const part of parts) {
    left -= part.byteLength
    if (left < 0) throw strange(JSON.stringify(path))
    yield part
  }
}

function strange(path: string): EvalError {
  return new EvalError(
    'config',
    message('the store has a file of the run that is not what it says: {path}', { path }),
    {
      hint: message('Put the run into the queue again, and see who may write to the store.'),
    },
  )
}
