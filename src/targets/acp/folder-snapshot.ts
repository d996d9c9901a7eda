import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file's hash, and its text unless it is long or binary. */
type SeenFile = { readonly hash: string; readonly text: string | undefined }

export type FolderSnapshot = {
  readonly files: ReadonlyMap<string, SeenFile>
  readonly unseen: ReadonlySet<string>
}

export const mostFiles = 20_000
const longest = 256 * 1024
// Folders whose content is written by tools.
const passedOver = new Set(
  '.git node_modules __pycache__ .venv venv .tox .mypy_cache .pytest_cache .ruff_cache .gradle .next'.split(' '),
)
// Usually written by tools, but some projects keep their own files there: these are skipped first.
const lookedIntoLast = new Set('target vendor build dist out bin obj env Pods bower_components coverage'.split(' '))

/** Reads a folder without links. Folders with too many files are skipped with everything below them. */
export async function folderSnapshot(folder: string): Promise<FolderSnapshot> {
  const files = new Map<string, SeenFile>()
  const unseen = new Set<string>()
  const [open, later] = [[''], [] as string[]]
  for (let path = open.pop(); path !== undefined; path = open.pop() ?? later.pop()) {
    const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => undefined)
    const count = entries?.filter((entry) => entry.isFile()).length ?? Number.POSITIVE_INFINITY
    if (entries === undefined || files.size + count > mostFiles) {
      unseen.add(path)
      continue
    }
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const place = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory() && !passedOver.has(entry.name))
        (lookedIntoLast.has(entry.name) || isBelowThose(path) ? later : open).push(place)
      if (entry.isFile()) files.set(place, await seen(join(folder, place)))
    }
  }
  return { files, unseen }
}

function isBelowThose(path: string): boolean {
  return path.split('/').some((name) => lookedIntoLast.has(name))
}

async function seen(file: string): Promise<SeenFile> {
  try {
    const { size, mtimeMs } = await stat(file)
    // Files that are too large to be shown are compared by size and time.
    if (size > 20 * 2 ** 20) return { hash: `${size} ${mtimeMs}`, text: undefined }
    const bytes = await readFile(file)
    const isText = size <= longest && !bytes.includes(0)
    return { hash: createHash('sha256').update(bytes).digest('hex'), text: isText ? bytes.toString('utf8') : undefined }
  } catch {
    return { hash: 'unreadable', text: undefined }
  }
}
