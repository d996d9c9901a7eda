import { isAbsolute, relative, sep } from 'node:path'

/** The way from a folder to what lies in it or below, `''` for itself; undefined for what lies elsewhere. Links are not followed. */
export function wayInside(folder: string, path: string): string | undefined {
  const way = relative(folder, path)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way
}
