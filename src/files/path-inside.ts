import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'

/** Tells whether a path lies in a folder after links are followed. */
export async function isPathInside(path: string, folder: string): Promise<boolean> {
  return wayInside(await realpath(folder), await realpath(path)) !== undefined
}

/** Returns the path relative to a folder, `''` for the folder itself; undefined outside of it. Links are not followed. */
export function wayInside(folder: string, path: string): string | undefined {
  const way = relative(folder, path)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way
}
