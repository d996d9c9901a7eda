// `npm run docs -- [BASE]`: the pages of docs/ and of the examples with the API reference, as a site in site/. Needs no network.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { build } from 'vitepress'
import { apiReference } from './api-reference.ts'

// In the project, because the pages are modules that load what is in its node_modules.
const root = join(import.meta.dirname, '../..')
const book = join(root, '.shinsa/book')

rmSync(book, { recursive: true, force: true })
for (const [path, source] of sources()) write(path, withoutLinksOutside(source))
for (const { path, text } of apiReference()) write(path, text)
for (const picture of globSync('docs/**/*.svg', { cwd: root })) copy(picture)
write('.vitepress/config.ts', `import { siteOf } from '${fromSite('site.ts')}'\nexport default siteOf()\n`)
write(
  '.vitepress/theme/index.ts',
  `import Theme from 'vitepress/theme-without-fonts'\nimport '../${fromSite('style.css')}'\nexport default Theme\n`,
)
// The folder below its host at which the site is published; `/` without one.
await build(book, { base: process.argv[2] ?? '/' })

/** The files that become pages, by their path in the site. */
function sources(): ReadonlyMap<string, string> {
  const found = globSync(['docs/**/*.md', 'examples/README.md', 'examples/*/README.md'], { cwd: root })
  return new Map(found.map((file) => [pathInSite(file), file]))
}

/** A file of this folder, as what VitePress loads imports it. */
function fromSite(file: string): string {
  return relative(join(book, '.vitepress'), join(import.meta.dirname, file))
}

function pathInSite(file: string): string {
  return file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md')
}

/** A link to a file that is no page of the site keeps its words; one to a page leads to where it stands there. */
function withoutLinksOutside(file: string): string {
  const pages = sources()
  return readFileSync(join(root, file), 'utf8')
    .replaceAll(/^<!--.*-->\n/gm, '')
    .replaceAll(
      /(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)/g,
      (link: string, picture: string, words: string, target: string, anchor = '') => {
        if (picture !== '' || /^[a-z]+:/.test(target)) return link
        const path = pathInSite(normalize(join(dirname(file), target)))
        if (!pages.has(path)) return words
        return `[${words}](${relative(dirname(join('/', pathInSite(file))), join('/', path))}${anchor})`
      },
    )
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(book, path)), { recursive: true })
  writeFileSync(join(book, path), text)
}

function copy(picture: string): void {
  cpSync(join(root, picture), join(book, pathInSite(picture)))
}
