import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { EvalError, message } from '../../../core/index.ts'
import { defaultLimits, writtenKindOf } from '../../../documents/index.ts'
import { wayInside } from '../../../files/path-inside.ts'
import type { IndexedFile, RunbookProblem } from './kept-index.ts'

export type RunbookFile = Pick<IndexedFile, 'file' | 'updatedAt' | 'hash'> & { readonly path: string }

export type RunbookFolder = {
  readonly files: readonly RunbookFile[]
  readonly problems: readonly RunbookProblem[]
}

/** A larger folder is probably not one of runbooks. */
const mostEntries = 200_000

/** Document formats that are not supported. */
const otherTexts = /\.(?:doc|odt|rtf|pages|epub|mht(?:ml)?|pptx?|odp|xlsx?|ods|org|wiki|textile|tex|ipynb)$/i

/**
 * Lists the runbooks of a folder and its subfolders. Hidden files are left out, links to folders are not followed, and links to files
 * only within the folder.
 *
 * @throws {EvalError} `usage` when there is no such folder, or it is far too large
 */
export async function runbooksIn(folder: string, signal?: AbortSignal): Promise<RunbookFolder> {
  const root = await realpath(folder).catch((cause: unknown) => refuse(folder, cause))
  const problems: RunbookProblem[] = []
  const files: RunbookFile[] = []
  const names = new Set(await namesBelow(root, folder, problems))
  problems.push(...unreadTexts(names))
  const runbooks = [...names].filter((name) => writtenKindOf(name) !== undefined || /\.pdf$/i.test(name))
  for await (const one of readTogether(runbooks, async (name) => {
    signal?.throwIfAborted()
    // Names are normalized (NFC), unless two files differ only in that.
    const file = names.has(name.normalize('NFC')) ? name : name.normalize('NFC')
    return fileAt(root, name).then(
      (found) => ({ file, ...found }),
      (error: unknown) => runbookProblem(file, error),
    )
  })) {
    if ('problem' in one) problems.push(one)
    else files.push(one)
  }
  return { files, problems }
}

/** Reads a few files at once, since the disk would else wait for each; yields in the order of the files. */
async function* readTogether<File, Read>(files: readonly File[], read: (file: File) => Promise<Read>) {
  for (let at = 0; at < files.length; at += 8) yield* await Promise.all(files.slice(at, at + 8).map(read))
}

/** One problem for each format. */
function unreadTexts(names: ReadonlySet<string>): readonly RunbookProblem[] {
  const unread = Map.groupBy(
    [...names].filter((name) => otherTexts.test(name)),
    (name) => extname(name).toLowerCase(),
  )
  return [...unread].map(([ending, files]) => ({
    file: files[0] ?? '',
    problem: message(
      'not read, as {count} {count|file|files} called {ending}: runbooks are Markdown, text, Word (.docx), HTML or PDF',
      { count: files.length, ending },
    ),
  }))
}

/** Describes why a file could not be indexed. */
export function runbookProblem(file: string, error: unknown): RunbookProblem {
  if (error instanceof EvalError && error.code !== 'cancelled') {
    const { text, values } = error.sentence
    // The error names the real path, which is replaced by the path within the folder.
    return { file, problem: values?.['file'] === undefined ? error.sentence : message(text, { ...values, file }) }
  }
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
  if (code === undefined) throw error
  return { file, problem: message('{file} cannot be read: {problem}', { file, problem: code }) }
}

function refuse(folder: string, cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code)) throw cause
  if (code === 'ENOTDIR') {
    throw new EvalError('usage', message('{folder} is a file, not a folder of runbooks', { folder }), { cause })
  }
  throw new EvalError('usage', message('{folder}: there is no such folder', { folder }), { cause })
}

async function namesBelow(root: string, folder: string, problems: RunbookProblem[]): Promise<readonly string[]> {
  const files: string[] = []
  const waiting = ['']
  let entries = 0
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const inside = path
    const found = await readdir(join(root, inside), { withFileTypes: true }).catch((error: unknown) => {
      if (inside === '') return refuse(folder, error)
      problems.push(runbookProblem(inside, error))
      return []
    })
    entries += found.length
    if (entries > mostEntries) {
      throw new EvalError('usage', message('{folder} has too many files in it for a folder of runbooks', { folder }), {
        hint: message('Name a folder that has runbooks and little else.'),
      })
    }
    for (const entry of found.filter(({ name }) => !name.startsWith('.'))) {
      const file = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (entry.isDirectory()) waiting.push(file)
      // A broken link is ignored.
      else if (entry.isSymbolicLink() && (await stat(join(root, file)).catch(() => undefined))?.isDirectory() === true)
        problems.push({ file, problem: message('links to folders are not followed') })
      else files.push(file)
    }
  }
  return files.toSorted()
}

async function fileAt(root: string, file: string): Promise<Omit<RunbookFile, 'file'>> {
  const path = await realpath(join(root, file))
  if (wayInside(root, path) === undefined) {
    throw new EvalError('format', message('{file} is a link that leads out of the folder', { file }))
  }
  const stats = await lstat(path)
  // Pipes would block; files that are too large are refused later.
  const isHashed = stats.isFile() && stats.size <= defaultLimits.bytes
  const content = isHashed ? await readFile(path) : `${stats.size} ${stats.mtimeMs}`
  const hash = createHash('sha256')
    .update(`${extname(file).toLowerCase()}\n`)
    .update(content)
    .digest('hex')
  return { path, updatedAt: stats.mtime.toISOString(), hash }
}
