import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file as it was: the text where it is one and not long. */
type SeenFile = { readonly hash: string; readonly text: string | undefined }

/** The files of a folder by their paths, and the folders that were not looked into. */
export type FolderSnapshot = {
  readonly files: ReadonlyMap<string, SeenFile>
  readonly unseen: ReadonlySet<string>
}

/** More than that are not compared. */
export const mostFiles = 20_000
const longest = 256 * 1024
// What tools put there is nobody's work.
const passedOver = new Set(
  '.git node_modules __pycache__ .venv venv .tox .mypy_cache .pytest_cache .ruff_cache .gradle .next'.split(' '),
)
// Mostly tools put it there, and some projects keep their own files so: these are the first to be left out.
const lookedIntoLast = new Set('target vendor build dist out bin obj env Pods bower_components coverage'.split(' '))

/** A folder without links. Folders whose files would be too many are left out, with what lies below them. */
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
    // What is too long to be shown is told apart by its size and time.
    if (size > 20 * 2 ** 20) return { hash: `${size} ${mtimeMs}`, text: undefined }
    const bytes = await readFile(file)
    const isText = size <= longest && !bytes.includes(0)
    return { hash: createHash('sha256').update(bytes).digest('hex'), text: isText ? bytes.toString('utf8') : undefined }
  } catch {
    // What the agent left may be closed to us, or be gone again.
    return { hash: 'unreadable', text: undefined }
  }
}
