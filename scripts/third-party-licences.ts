// Writes dist/THIRD-PARTY-LICENSES.txt: the licence of each package of which something stands in a bundle below dist/.
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Described = {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
}

const root = resolve(import.meta.dirname, '..')
const notes = globSync('dist/**/bundled-packages.json', { cwd: root })
// Of pdf.js files are copied as they are; licences of its fonts and decoders stand beside them.
const places = new Set(['node_modules/pdfjs-dist', ...notes.flatMap((note) => JSON.parse(read(note)) as string[])])
const texts = new Map([...places].map(licenceOf))
writeFileSync(
  join(root, 'dist/THIRD-PARTY-LICENSES.txt'),
  [
    'Shinsa is published with code of these packages in its files.\n',
    ...[...texts.keys()].toSorted().map((name) => `${'='.repeat(80)}\n${name}\n\n${texts.get(name)}\n`),
  ].join('\n'),
)

function licenceOf(place: string): readonly [name: string, text: string] {
  const { name, version, license, author } = JSON.parse(read(join(place, 'package.json'))) as Described
  if (license === undefined) throw new Error(`${name} does not say under which licence it is`)
  const files = readdirSync(join(root, place)).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
  const own = files.map((file) => read(join(place, file)).trim()).join('\n\n')
  // Some name the licence only.
  const by = typeof author === 'object' ? author.name : author
  const text = own === '' ? standardText(license, by ?? `the authors of ${name}`, name) : own
  return [`${name} ${version} (${license})`, text]
}

function standardText(license: string, holder: string, name: string): string {
  const file = `scripts/licences/${license}.txt`
  if (!existsSync(resolve(root, file))) throw new Error(`${name} is under ${license} and has no text of it`)
  return read(file).replace('{holder}', holder).trim()
}

function read(path: string): string {
  return readFileSync(resolve(root, path), 'utf8')
}
