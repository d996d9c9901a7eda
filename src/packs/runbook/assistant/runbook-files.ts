import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Message, EvalError, message } from '../../../core/index.ts'
import { defaultLimits, writtenKindOf } from '../../../documents/index.ts'
import { wayInside } from '../../../files/path-inside.ts'

export type RunbookProblem = { readonly file: string; readonly problem: Message; readonly hint?: Message | undefined }

/** A file of the folder as it is now. */
export type RunbookFile = {
  /** Path within the folder, parts divided by `/`. */
  readonly file: string
  /** Where it really lies. */
  readonly path: string
  readonly updatedAt: string
  /** Of what is in it, and of what its name ends in. */
  readonly hash: string
}

export type RunbookFolder = {
  readonly files: readonly RunbookFile[]
  readonly problems: readonly RunbookProblem[]
}

/** More than this is no folder of runbooks, but somebody's home. */
const mostFiles = 20_000
const mostEntries = 200_000

/**
 * The runbooks of a folder and of those in it: Markdown, text and PDF. Names that begin with a dot are left out, links to
 * folders are not followed, and links to files only to files of the same folder.
 *
 * @throws {EvalError} `usage` when there is no such folder, or it is far too large for one
 */
export async function runbooksIn(folder: string, signal?: AbortSignal): Promise<RunbookFolder> {
  const root = await rootOf(folder)
  const files: RunbookFile[] = []
  const problems: RunbookProblem[] = []
  for (const { file, place } of named(await pathsIn(root, folder, problems), root)) {
    signal?.throwIfAborted()
    try {
      files.push(await fileAt(place, file, root))
    } catch (error) {
      problems.push(runbookProblem(file, error))
    }
  }
  return { files, problems }
}

/** What kept a file out of the index. */
export function runbookProblem(file: string, error: unknown): RunbookProblem {
  if (error instanceof EvalError && error.code !== 'cancelled') {
    const hint = typeof error.hint === 'string' ? message(error.hint) : error.hint
    const { text, values } = error.sentence
    // Whoever read it knows it by where it really lies, which may be anywhere and is no one's business.
    const problem = values?.['file'] === undefined ? error.sentence : message(text, { ...values, file })
    return { file, problem, ...(hint !== undefined && { hint }) }
  }
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
  if (code === undefined) throw error
  return { file, problem: message('{file} cannot be read: {problem}', { file, problem: code }) }
}

async function rootOf(folder: string): Promise<string> {
  try {
    const root = await realpath(folder)
    if ((await stat(root)).isDirectory()) return root
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP') throw cause
    throw new EvalError('usage', message('{folder}: there is no such folder', { folder }), { cause })
  }
  throw new EvalError('usage', message('{folder} is a file, not a folder of runbooks', { folder }))
}

async function pathsIn(root: string, folder: string, problems: RunbookProblem[]): Promise<readonly string[]> {
  const paths: string[] = []
  const unread: string[] = []
  const waiting = [root]
  let entries = 0
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const entry of await entriesOf(path, root, problems)) {
      const inside = join(path, entry.name)
      entries += 1
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory()) waiting.push(inside)
      else if (isRunbookName(entry.name)) paths.push(inside)
      else if (otherTexts.has(extname(entry.name).toLowerCase())) unread.push(inside)
      else if (entry.isSymbolicLink() && (await isFolder(inside))) {
        problems.push({ file: within(root, inside), problem: message('links to folders are not followed') })
      }
    }
    if (paths.length > mostFiles || entries > mostEntries) throw tooMany(folder)
  }
  problems.push(...unreadTexts(root, unread))
  return paths.toSorted()
}

async function isFolder(path: string): Promise<boolean> {
  // A link to nothing is none.
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

async function entriesOf(path: string, root: string, problems: RunbookProblem[]) {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (path === root) throw error
    problems.push(runbookProblem(within(root, path), error))
    return []
  }
}

function isRunbookName(name: string): boolean {
  return writtenKindOf(name) !== undefined || /\.pdf$/i.test(name)
}

/** What people write texts in, and nobody reads here: one problem for each kind. */
const otherTexts: ReadonlySet<string> = new Set(
  '.doc .odt .rtf .pages .epub .mht .mhtml .ppt .pptx .odp .xls .xlsx .ods .org .wiki .textile .tex .ipynb'.split(' '),
)

function unreadTexts(root: string, paths: readonly string[]): readonly RunbookProblem[] {
  const byEnding = Map.groupBy(paths.toSorted(), (path) => extname(path).toLowerCase())
  return [...byEnding].map(([ending, [first = '', ...more]]) => ({
    file: within(root, first),
    problem: message(
      'not read, as {count} {count|file|files} called {ending}: runbooks are Markdown, text, Word (.docx), HTML or PDF',
      {
        count: more.length + 1,
        ending,
      },
    ),
  }))
}

function tooMany(folder: string): EvalError {
  return new EvalError('usage', message('{folder} has too many files in it for a folder of runbooks', { folder }), {
    hint: message('Name a folder that has runbooks and little else.'),
  })
}

/** One spelling for a name, whoever wrote it; where two files differ in nothing else, each keeps its own. */
function named(paths: readonly string[], root: string) {
  const written = paths.map((place) => ({ place, name: within(root, place) }))
  const names = new Set(written.map(({ name }) => name))
  return written.map(({ place, name }) => ({
    place,
    file: names.has(name.normalize('NFC')) ? name : name.normalize('NFC'),
  }))
}

async function fileAt(place: string, file: string, root: string): Promise<RunbookFile> {
  const path = await insideOf(root, place, file)
  const stats = await stat(path)
  // A pipe would be waited for; a file that is too large is refused by whoever reads it.
  const isHashed = stats.isFile() && stats.size <= defaultLimits.bytes
  const hash = createHash('sha256').update(`${extname(place).toLowerCase()}\n`)
  if (isHashed) await pipeline(createReadStream(path), hash)
  else hash.update(`${stats.size} ${stats.mtimeMs}`)
  return { file, path, updatedAt: stats.mtime.toISOString(), hash: hash.digest('hex') }
}

async function insideOf(root: string, place: string, file: string): Promise<string> {
  if (!(await lstat(place)).isSymbolicLink()) return place
  const path = await realpath(place)
  if (wayInside(root, path) === undefined) {
    throw new EvalError('format', message('{file} is a link that leads out of the folder', { file }))
  }
  return path
}

function within(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}
