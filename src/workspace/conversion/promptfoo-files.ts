import { existsSync, globSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { wayInside } from '../../files/path-inside.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { readWhole } from '../../formats/kit/read-file.ts'
import { type YamlSource, parseYamlSource } from '../../formats/kit/yaml-document.ts'

/** Files that a config may name: in or below its folder or the working directory, and none elsewhere. */
export type FilesBeside = {
  /** What a name or a pattern stands for, there or not; none where it leads elsewhere. */
  readonly named: (name: string) => readonly string[]
  readonly there: (name: string) => readonly string[]
  readonly text: (path: string) => Promise<string>
  readonly yaml: (path: string) => Promise<YamlSource>
}

export function filesBeside(config: string, cwd: string): FilesBeside {
  const folder = dirname(config)
  const isAllowed = (path: string) => [folder, cwd].some((place) => liesIn(place, path))
  const named = (name: string) => {
    const path = name.replace(/^file:\/\//, '')
    // The signs of a pattern are those of the name: the folder may have some of its own.
    const found = /[*?{]/.test(path) ? globSync(path, { cwd: folder }).toSorted() : [path]
    return found.map((each) => resolve(folder, each)).filter(isAllowed)
  }
  return {
    named,
    there: (name) => named(name).filter((path) => existsSync(path)),
    text: textOf,
    yaml: async (path) => parseYamlSource(await textOf(path), path),
  }
}

/** By its way, and where it is there, by where it really is. */
function liesIn(folder: string, path: string): boolean {
  if (wayInside(folder, path) === undefined) return false
  return !existsSync(path) || wayInside(realpathSync(folder), realpathSync(path)) !== undefined
}

async function textOf(path: string): Promise<string> {
  return decodeText(await readWhole(path), path)
}
