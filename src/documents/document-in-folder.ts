import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Message, EvalError, message, nearestNames } from '../core/index.ts'
import { wayInside } from '../files/path-inside.ts'

/**
 * Returns the path of a document that a case names within its folder: `plan.pdf` or `annex/plan.pdf`. Names that lead
 * out of the folder, by an absolute path, `..` or a link, are refused.
 *
 * @throws {EvalError} `format` when the name leads out, `usage` when the folder has no such file
 */
export async function documentInFolder(folder: string, name: string): Promise<string> {
  if (!staysInside(name)) throw leadsOut(folder, name)
  const root = await realpathOf(folder)
  if (root === undefined) throw new EvalError('usage', message('{folder}: there is no such folder', { folder }))
  const path =
    (await realpathOf(join(root, name))) ?? (await realpathOf(join(root, await spelledOtherwise(root, name))))
  if (path === undefined) throw await missing(folder, root, name)
  if (!wayInside(root, path)) throw leadsOut(folder, name)
  return path
}

// Backslashes and drives are refused on all systems, so that a case means the same on Windows.
function staysInside(name: string): boolean {
  return name !== '' && !/[\\\0]|^[a-z]:|^\//i.test(name) && !name.split('/').includes('..')
}

async function realpathOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG') {
      return undefined
    }
    throw cause
  }
}

/** macOS stores が as か with a combining mark, which other file systems treat as another name. */
async function spelledOtherwise(root: string, name: string): Promise<string> {
  const wanted = name.normalize('NFC')
  return (await filesIn(root)).find((file) => file.normalize('NFC') === wanted) ?? name
}

async function filesIn(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name)
}

function leadsOut(folder: string, name: string): EvalError {
  return new EvalError(
    'format',
    message('{name} is no document within {folder}', { name: JSON.stringify(name), folder }),
    {
      hint: message('Name a file in that folder, without "..", and no link that leads out of it.'),
    },
  )
}

async function missing(folder: string, root: string, name: string): Promise<EvalError> {
  return new EvalError('usage', message('{name}: there is no such document in {folder}', { name, folder }), {
    hint: meant(name, await filesIn(root)),
  })
}

const LISTED = 10

function meant(name: string, files: readonly string[]): Message {
  const near = nearestNames(name, files)
  if (near.length > 0) return message('Did you mean {names}?', { names: near.join(', ') })
  if (files.length === 0) return message('There are no files in it.')
  const names = files.toSorted().slice(0, LISTED).join(', ')
  return message('It has {count} {count|file|files}: {names}', {
    count: files.length,
    names: files.length > LISTED ? `${names} …` : names,
  })
}
