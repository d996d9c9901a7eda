import { existsSync, globSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { wayInside } from '../../files/path-inside.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { readWhole } from '../../formats/kit/read-file.ts'
import { parseYamlSource } from '../../formats/kit/yaml-document.ts'

/** Files that a config may name: in or below its folder or the working directory, and nowhere else. */
export type FilesBeside = ReturnType<typeof filesBeside>

export function filesBeside(config: string, cwd: string) {
  const folder = dirname(config)
  const isAllowed = (path: string) => [folder, cwd].some((place) => liesIn(place, path))
  const named = (name: string) => {
    const path = name.replace(/^file:\/\//, '')
    // Only the name's own signs make a pattern: the folder's path may contain some, too.
    const found = /[*?{]/.test(path) ? globSync(path, { cwd: folder }).toSorted() : [path]
    return found.map((each) => resolve(folder, each)).filter(isAllowed)
  }
  return {
    /** Resolves a name or pattern to paths, which need not exist; empty where they lead elsewhere. */
    named,
    there: (name: string) => named(name).filter((path) => existsSync(path)),
    text: textOf,
    yaml: async (path: string) => parseYamlSource(await textOf(path), path),
  }
}

/** Checks the path as written and, where the file exists, its real path. */
function liesIn(folder: string, path: string): boolean {
  if (wayInside(folder, path) === undefined) return false
  return !existsSync(path) || wayInside(realpathSync(folder), realpathSync(path)) !== undefined
}

async function textOf(path: string): Promise<string> {
  return decodeText(await readWhole(path), path)
}
