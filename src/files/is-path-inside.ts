import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'

/** Whether what stands at a path really lies in a folder, whatever links lead there. */
export async function isPathInside(path: string, folder: string): Promise<boolean> {
  const way = relative(await realpath(folder), await realpath(path))
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
