import { existsSync, statSync, utimesSync } from 'node:fs'

/**
 * Watches whether files are read, by their access times. File systems without access times show no reads.
 *
 * @returns a function that returns the files read since
 */
export function watchReads(files: readonly string[]): () => readonly string[] {
  const watched = files.filter((file) => existsSync(file))
  for (const file of watched) utimesSync(file, 0, statSync(file).mtime)
  return () => watched.filter((file) => (statSync(file, { throwIfNoEntry: false })?.atimeMs ?? 0) > 0)
}
