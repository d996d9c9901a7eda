import { existsSync, globSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { readWhole } from '../../formats/kit/read-file.ts'
import type { YamlSource } from '../../formats/kit/yaml-document.ts'
import { parseYamlSource } from '../../formats/kit/yaml-document.ts'

/** Files that a config may name: in or below its folder or the working directory, and none elsewhere. */
export type FilesBeside = {
  /** What a name or a pattern stands for, there or not; none where it leads elsewhere. */
  readonly named: (name: string) => readonly string[]
  /** Those of them that are there. */
  readonly there: (name: string) => readonly string[]
  readonly text: (path: string) => Promise<string>
  readonly yaml: (path: string) => Promise<YamlSource>
}

export function filesBeside(config: string, cwd: string): FilesBeside {
  const folder = dirname(config)
  const allowed = (path: string) =>
    [folder, cwd].some((place) => !relative(place, path).startsWith('..') && !relative(place, path).startsWith(sep))
  const named = (name: string) => {
    const path = resolve(folder, name.replace(/^file:\/\//, ''))
    const found = /[*?{]/.test(path) ? globSync(path).toSorted() : [path]
    return found.filter(allowed)
  }
  return {
    named,
    there: (name) => named(name).filter((path) => existsSync(path)),
    text: textOf,
    yaml: async (path) => parseYamlSource(await textOf(path), path),
  }
}

async function textOf(path: string): Promise<string> {
  return decodeText(await readWhole(path), path)
}
