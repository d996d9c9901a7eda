import { type Dirent, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EvalError, message } from '../core/index.ts'

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/**
 * Returns the paths of all ADK eval sets below a folder. Links, hidden folders and `node_modules` are skipped.
 *
 * @throws {EvalError} `format` when there is none
 */
export async function evalSetsBelow(folder: string): Promise<readonly string[]> {
  const found = await search(folder)
  if (found.length > 0) return found.toSorted()
  throw new EvalError('format', message('{folder}: there is no eval set in it or below it', { folder }), {
    hint: message('Of a folder, all files that end in .test.json or .evalset.json are meant. Name others one by one.'),
  })
}

async function search(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isFile() && isEvalSet(entry.name)) found.push(path)
    if (entry.isDirectory() && isSearched(entry.name)) found.push(...(await search(path)))
  }
  return found
}

function isEvalSet(name: string): boolean {
  return /\.(test|evalset)\.json$/i.test(name) && !name.startsWith('.')
}

function isSearched(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules'
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (cause) {
    const problem = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new EvalError('format', message('{folder}: cannot be read: {problem}', { folder, problem }), { cause })
  }
}
