// Which packages stand in a bundle: the build writes it down beside it, and `third-party-licences.ts` makes the texts of it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunks = Readonly<
  Record<string, { readonly modules?: Readonly<Record<string, { readonly renderedLength: number }>> }>
>

/** A plugin for Rolldown and Vite that writes down the packages of which something is left in what it bundled. */
export function noteBundledPackages(file: string) {
  return {
    name: 'note-bundled-packages',
    writeBundle(_: unknown, chunks: Chunks) {
      const modules = Object.values(chunks).flatMap(({ modules: parts = {} }) =>
        Object.entries(parts).flatMap(([path, { renderedLength }]) => (renderedLength > 0 ? [path] : [])),
      )
      const packages = [...new Set(modules.flatMap(packageOf))].toSorted()
      mkdirSync(join(file, '..'), { recursive: true })
      writeFileSync(file, `${JSON.stringify(packages, null, 2)}\n`)
    },
  }
}

/** By its place in the tree: a name may be there in two versions. */
function packageOf(module: string): readonly string[] {
  const place = /^.*?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)/.exec(module.replaceAll('\\', '/'))?.[1]
  return place === undefined ? [] : [place]
}
