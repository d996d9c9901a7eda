import { spawnSync } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { EvalError, message } from '../../core/index.ts'

/** All files of evaluations in code below a folder; hidden folders, `node_modules` and what git ignores are passed over. */
export async function evalFilesBelow(folder: string): Promise<readonly string[]> {
  return (await found('**/*.eval.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', folder)).map((file) => `${folder}/${file}`)
}

/** Returns the files that match a pattern. @throws {EvalError} `usage` where there is none */
export async function filesLike(pattern: string, cwd: string): Promise<readonly string[]> {
  const files = await found(pattern, cwd)
  if (files.length > 0) return files
  throw new EvalError('usage', message('no file fits {pattern}', { pattern }), {
    hint: message('Hidden folders, node_modules and what git ignores are passed over.'),
  })
}

async function found(pattern: string, cwd: string): Promise<readonly string[]> {
  const files: string[] = []
  for await (const file of glob(pattern, { cwd, exclude: isPassedOver }))
    if (!file.split(/[\\/]/).some(isPassedOver)) files.push(file)
  return withoutIgnored(files.toSorted(), cwd)
}

function isPassedOver(entry: string): boolean {
  const name = entry.split(/[\\/]/).at(-1) ?? ''
  return name === 'node_modules' || (name.startsWith('.') && !/^\.\.?$/.test(name))
}

/** Asks git which files it ignores; where git is missing, no file is ignored. */
function withoutIgnored(files: readonly string[], cwd: string): readonly string[] {
  if (files.length === 0) return files
  const { stdout, status } = spawnSync('git', ['check-ignore', '--stdin', '-z'], {
    cwd,
    input: files.join('\0'),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  if (status !== 0) return files
  const ignored = new Set(stdout.split('\0'))
  return files.filter((file) => !ignored.has(file))
}
