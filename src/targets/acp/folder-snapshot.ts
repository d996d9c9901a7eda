import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EvalError, message } from '../../core/index.ts'

/** A file as it was: the text where it is one and not long. */
export type SeenFile = { readonly hash: string; readonly text: string | undefined }

const mostFiles = 20_000
const longest = 256 * 1024
// What tools put there is nobody's work.
const passedOver = new Set(['.git', 'node_modules', '__pycache__', '.venv'])

/** The files of a folder by their paths, without links. @throws {EvalError} `environment` where there are too many */
export async function folderSnapshot(folder: string): Promise<ReadonlyMap<string, SeenFile>> {
  const files = new Map<string, SeenFile>()
  const open = ['']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      const place = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory() && !passedOver.has(entry.name)) open.push(place)
      if (!entry.isFile()) continue
      if (files.size >= mostFiles)
        throw new EvalError('environment', message('The workspace has more than {limit} files', { limit: mostFiles }))
      files.set(place, await seen(join(folder, place)))
    }
  }
  return files
}

async function seen(file: string): Promise<SeenFile> {
  const { size, mtimeMs } = await stat(file)
  // What is too long to be shown is told apart by its size and time.
  if (size > 20 * 2 ** 20) return { hash: `${size} ${mtimeMs}`, text: undefined }
  const bytes = await readFile(file)
  const isText = size <= longest && !bytes.includes(0)
  return { hash: createHash('sha256').update(bytes).digest('hex'), text: isText ? bytes.toString('utf8') : undefined }
}
