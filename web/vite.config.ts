import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { noteBundledPackages } from '../scripts/bundled-packages.ts'
import * as addresses from './src/source/addresses.ts'
import { pagesJapanese } from './src/words/pages-japanese.ts'
import { firstJapanese } from './src/words/shown-japanese.ts'

// Whoever builds it, tests included: the page is React's small and fast build.
process.env['NODE_ENV'] = 'production'

/** Parts of large modules that the page needs, computed at build time. */
const constantsAtBuild: Plugin = {
  name: 'constants-at-build',
  load(path) {
    if (path.endsWith('/src/words/shown-japanese.ts')) return constantsOf({ firstJapanese })
    if (path.endsWith('/src/words/pages-japanese.ts')) return constantsOf({ pagesJapanese })
    return path.endsWith('/src/source/addresses.ts') ? constantsOf(addresses) : null
  },
}

/** A sheet of paper is as narrow as a small screen, and is none: nothing is left out on it. */
const paperIsNoScreen: Plugin = {
  name: 'paper-is-no-screen',
  enforce: 'pre',
  transform(code, path) {
    return path.endsWith('.css') ? code.replaceAll('@media (max-width', '@media screen and (max-width') : null
  },
}

/**
 * The page has functions of modules that declare shapes, too, and reads by none of these: the server's answers have the
 * types that the compiler checked. So zod is left out and declarations do nothing, but below `shapes.ts`, which gets
 * second copies of such modules.
 */
const shapesApart: Plugin = {
  name: 'shapes-apart',
  enforce: 'pre',
  async resolveId(name, importer = '') {
    if (!/\/src\/source\/shapes\.ts$|\?shapes$/.test(importer)) return name === 'zod' ? noShapes : null
    const resolved = await this.resolve(name, importer.replace('?shapes', ''), { skipSelf: true })
    return resolved === null || resolved.id.includes('/node_modules/') ? resolved : `${resolved.id}?shapes`
  },
  async load(path) {
    if (path === noShapes) return nothingButItself
    if (!path.endsWith('?shapes')) return null
    return { code: await readFile(path.replace('?shapes', ''), 'utf8'), moduleType: 'ts' }
  },
}

const noShapes = '\0no-shapes'

const nothingButItself = `
  const said = 'the page reads by the shapes of web/src/source/shapes.ts only'
  const readers = /^(safe)?(parse|decode|encode)(Async)?$/i
  const get = (_, name) => {
    if (readers.test(String(name))) throw new Error(said)
    return z
  }
  export const z = new Proxy(() => undefined, { get, apply: () => z })`

/** The file that lists the bundled packages, from which the licence texts are made. */
const noted: Plugin = {
  name: 'noted',
  writeBundle(options, bundle) {
    noteBundledPackages(join(options.dir ?? '', 'bundled-packages.json')).writeBundle(options, bundle)
  },
}

/** Scripts and styles are packed once here, and not by every server at its start; the package is smaller, too. */
const packed: Plugin = {
  name: 'packed',
  // Not before they are written: Vite changes scripts until then.
  async writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((each) => /\.(js|css)$/.test(each))) {
      const path = join(dir, name)
      await writeFile(`${path}.br`, brotliCompressSync(await readFile(path)))
      await rm(path)
    }
  },
}

/** Shared modules in few files: a small one is joined with others that nearly the same pages need. */
const together = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8000 }

/** Modules of the first view, kept apart from large ones that load later: cases, editors, schemas. */
function mayComeFirst(path: string): boolean {
  return isNoLanguage(path) && !isShape(path) && !ofCases.test(path)
}

const ofCases =
  /\/web\/src\/(pages\/(case|labels|datasets)|components\/(value|document-viewer))|\/src\/(text|server\/trace)\//

function isShape(path: string): boolean {
  return path.includes('/node_modules/zod/') || path.endsWith('?shapes')
}

export default defineConfig({
  plugins: [constantsAtBuild, shapesApart, paperIsNoScreen, packed, noted],
  root: import.meta.dirname,
  resolve: { conditions: ['shinsa-source', 'module', 'browser', 'production'] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Data URLs would need a hole in the content security policy.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Each file is a request that the reader waits for: what every place needs is one, what many share another, and what several
        // share comes in few.
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'] },
            { name: 'shapes', test: isShape },
            { name: 'common', test: mayComeFirst, minShareCount: 4 },
            { name: 'shared', test: mayComeFirst, ...together },
            { name: 'cases', test: isNoLanguage, ...together },
          ],
        },
        // The names of those that share it would be its own otherwise.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
      },
      // What declares a shape has no effect but the shape: one that nobody reads by is left out.
      treeshake: { manualPureFunctions: ['z'] },
      onLog(level, log, print) {
        // Of `use client`, which means nothing outside of servers that render.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') print(level, log)
      },
    },
  },
})

/** Words are loaded for those who read them. */
function isNoLanguage(path: string): boolean {
  return !path.includes('/web/src/words/')
}

function constantsOf(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}
