import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { packageFolder } from '../files/index.ts'

/** What an `examples/…` path that is not in the working directory names among the examples that ship; else undefined. */
export function shippedFile(path: string, cwd: string): string | undefined {
  if (isAbsolute(path) || existsSync(resolve(cwd, path))) return undefined
  const shipped = resolve(packageFolder, path)
  const isExample = relative(packageFolder, shipped).startsWith('examples')
  return isExample && existsSync(shipped) ? shipped : undefined
}
