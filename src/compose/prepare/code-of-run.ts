import { hash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { RunPlan } from '../../core/index.ts'
import type { LoadedConfig } from '../config/load-config.ts'

/** Identifies the code of a run: the commit of its repository, the config, and a file of criteria. */
export function codeOfRun(
  cwd: string,
  { file }: LoadedConfig,
  criteriaFile?: string,
): Pick<RunPlan, 'commit' | 'config' | 'criteria'> {
  const commit = commitOf(cwd)
  return {
    ...(commit !== undefined && { commit }),
    ...(file !== undefined && { config: fileOf(cwd, file) }),
    ...(criteriaFile !== undefined && { criteria: fileOf(cwd, criteriaFile) }),
  }
}

function fileOf(cwd: string, file: string): NonNullable<RunPlan['config']> {
  return { file: relative(cwd, file), sha256: hash('sha256', readFileSync(file)) }
}

/** Reads the files of the repository, so git need not be installed, and nothing that belongs to a repository is run. */
function commitOf(cwd: string): string | undefined {
  const folder = gitFolder(cwd)
  if (folder === undefined) return undefined
  const head = textOf(join(folder, 'HEAD'))
  const name = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1]
  if (name === undefined || name.includes('..')) return commitIn(head)
  // A worktree has its own HEAD; the branches are in the shared folder.
  const shared = resolve(folder, textOf(join(folder, 'commondir')) || '.')
  const loose = commitIn(textOf(join(shared, name)))
  return loose ?? commitIn(packedLine(textOf(join(shared, 'packed-refs')), name))
}

function gitFolder(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = join(folder, '.git')
    if (existsSync(found)) return statSync(found).isDirectory() ? found : linkedFolder(found)
    if (dirname(folder) === folder) return undefined
  }
}

function linkedFolder(file: string): string | undefined {
  const path = /^gitdir: (.+)$/.exec(textOf(file))?.[1]
  if (path === undefined) return undefined
  return isAbsolute(path) ? path : resolve(dirname(file), path)
}

const mostBytes = 20_000_000

/** Empty for a missing file and for one that is too large to be git's. */
function textOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= mostBytes ? readFileSync(file, 'utf8').trim() : ''
}

function packedLine(text: string, name: string): string {
  return text.split('\n').find((line) => line.endsWith(` ${name}`)) ?? ''
}

function commitIn(text: string): string | undefined {
  return /^[0-9a-f]{40,64}\b/.exec(text)?.[0]
}
