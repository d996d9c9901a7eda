// Bundles the sources into dist/: one chunk for what every command needs, one for what every run needs, the rest where it is first
// asked for. The entries of the package share their chunks, so that there is one of each class however it is imported.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { toCommandHelp, toOverview } from '../src/cli/help.ts'
import type { HelpPages } from '../src/cli/prepared-help.ts'
import { allCommands } from '../src/cli/run-cli.ts'
import { japanese } from '../src/i18n/ja.ts'
import type { Language } from '../src/i18n/index.ts'
import { noteBundledPackages } from './bundled-packages.ts'
import packageJson from '../package.json' with { type: 'json' }

const { outDir } = parseArgs({ options: { outDir: { type: 'string', default: 'dist' } } }).values
const root = resolve(import.meta.dirname, '..')

const beside = Object.keys({ ...packageJson.dependencies, ...packageJson.peerDependencies })

// Each further file takes as long to find and to link as a run takes for its cases.
const inEveryRun =
  /\/src\/(?:cli\/(?:commands\/run|dependencies)|compose\/targets\/(?:module|value)-target|metrics\/answer\/response-match|reporters\/terminal(?:-report)?|targets\/(?:frameworks\/framework-function-target|with-capture))\.ts$/

await bundle()
copyPdfReader()
await writeHelp()
writeJapanese()

async function bundle(): Promise<void> {
  const plugins = [noteBundledPackages(resolve(root, outDir, 'bundled-packages.json'))]
  const build = await rolldown({ cwd: root, input: entries(), platform: 'node', external: isExternal, plugins })
  await build.write({
    dir: outDir,
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Functions and classes keep their names: a stack trace has to say something.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    comments: { legal: true, annotation: false, jsdoc: false },
    codeSplitting: {
      // What is pure stays apart, so that whoever imports only that loads nothing else. A group has what its modules import.
      groups: [
        { name: 'language', test: /\/src\/i18n\/language\.ts$/ },
        { name: 'core', test: /\/src\/core\/|\/node_modules\/zod\// },
        { name: 'text', test: /\/src\/text\// },
        { name: 'statistics', test: /\/src\/statistics\// },
        { name: 'command-line', test: /\/src\/cli\/run-cli\.ts$/ },
        { name: 'run', test: inEveryRun },
      ],
    },
  })
  await build.close()
}

/** What package.json names with its source: the entries for users, and the program and the threads for ourselves. */
function entries(): Record<string, string> {
  const named = [...Object.values(packageJson.exports), ...Object.values(packageJson.imports)].flatMap((entry) =>
    typeof entry === 'string' || !entry['shinsa-source'].startsWith('./src/') ? [] : [entry],
  )
  return Object.fromEntries(
    named.map((entry) => [entry.default.replace(/^\.\/dist\/(.*)\.js$/, '$1'), entry['shinsa-source']]),
  )
}

/**
 * What is installed beside us stays there. Zod comes into the bundle all the same, without the languages of its errors: it
 * is half of what a small run would load. The declarations name its types, so it is a dependency too. What only a config in YAML
 * or a runbook in Markdown needs is in chunks that nobody else loads.
 */
function isExternal(id: string): boolean {
  if (/^(?:zod|get-east-asian-width)(?:\/|$)/.test(id)) return false
  return isBuiltin(id) || id.startsWith('#') || beside.some((name) => id === name || id.startsWith(`${name}/`))
}

async function writeHelp(): Promise<void> {
  const commands = await allCommands()
  const pagesIn = (language: Language) => ({
    '': toOverview(commands, language),
    ...Object.fromEntries(commands.map((command) => [command.name, toCommandHelp(command, language)])),
  })
  const pages: HelpPages = { en: pagesIn('en'), ja: pagesIn('ja') }
  // A quarter smaller in the package than what the registry's gzip makes of it.
  writeFileSync(resolve(root, outDir, 'help.json.br'), brotliCompressSync(JSON.stringify(pages)))
}

/** All Japanese sentences by a hash of their English, which the code has already; whoever reads English never opens the file. */
function writeJapanese(): void {
  const sentences = Object.entries(japanese())
  const keys = sentences.map(([english]) => keyOf(english))
  if (new Set(keys).size < keys.length) throw new Error('two sentences have one key: take more of their hashes')
  const lists = JSON.stringify([keys.join(' '), sentences.map(([, sentence]) => sentence)])
  writeFileSync(resolve(root, outDir, 'i18n/ja.json.br'), brotliCompressSync(lists))
  writeFileSync(
    resolve(root, outDir, 'i18n/ja.js'),
    `import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
${keyOf}
let table
export function inJapanese(text) {
  table ??= read()
  return table.get(keyOf(text))
}
function read() {
  const file = new URL('ja.json.br', import.meta.url)
  const [keys, sentences] = JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8'))
  return new Map(keys.split(' ').map((key, index) => [key, sentences[index]]))
}
`,
  )
}

/** Stands in the published module as well, so it may only use what is imported there. */
function keyOf(english: string): string {
  return hash('sha256', english, 'base64url').slice(0, 6)
}

/** Of pdf.js what reads and shows a file: a fifth of its package, which also has sources, maps and a native canvas with it. */
function copyPdfReader(): void {
  const from = resolve(root, 'node_modules/pdfjs-dist')
  const to = resolve(root, outDir, 'pdfjs')
  const copies: Readonly<Record<string, string>> = {
    'package.json': 'package.json',
    LICENSE: 'LICENSE',
    'legacy/build/pdf.min.mjs': 'legacy/build/pdf.mjs',
    'legacy/build/pdf.worker.min.mjs': 'legacy/build/pdf.worker.mjs',
    cmaps: 'cmaps',
    standard_fonts: 'standard_fonts',
    iccs: 'iccs',
    wasm: 'wasm',
  }
  for (const [source, target] of Object.entries(copies)) {
    mkdirSync(dirname(join(to, target)), { recursive: true })
    // An interpreter for scripts in files is there too, and nobody runs those.
    cpSync(join(from, source), join(to, target), { recursive: true, filter: (path) => !/quickjs/i.test(path) })
  }
}
