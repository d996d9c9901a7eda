import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { packageFolder } from '../files/index.ts'

/** Finds an `examples/…` path in the package when it is not in the working directory; undefined elsewhere. */
export function shippedFile(path: string, cwd: string): string | undefined {
  if (isAbsolute(path) || existsSync(resolve(cwd, path))) return undefined
  const shipped = resolve(packageFolder, path)
  const isExample = relative(packageFolder, shipped).startsWith('examples')
  return isExample && existsSync(shipped) ? shipped : undefined
}
