import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'

/** Whether what stands at a path really lies in a folder, whatever links lead there. */
export async function isPathInside(path: string, folder: string): Promise<boolean> {
  return wayInside(await realpath(folder), await realpath(path)) !== undefined
}

/** The way from a folder to what lies in it or below, `''` for itself; undefined for what lies elsewhere. Links are not followed. */
export function wayInside(folder: string, path: string): string | undefined {
  const way = relative(folder, path)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way
}
