import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { type Message, message } from '../../core/index.ts'

/** The files of a program, or the reason why they cannot be known. */
export type ProgramFiles =
  | { readonly files: readonly string[]; readonly unknown?: undefined }
  | { readonly files: readonly string[]; readonly unknown: Message }

const scripts = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx']

/**
 * Returns the files that a command names and what these import by path, for Python and JavaScript. Nothing is executed.
 * Installed packages and data files are left out.
 */
export function commandFiles(words: readonly string[], cwd: string): ProgramFiles {
  const named = [...words.map((word) => resolve(cwd, word)).filter(isFile), ...moduleOf(words, cwd)]
  const programs = named.filter((file) => extname(file) === '.py' || scripts.includes(extname(file)))
  const command = words.join(' ')
  if (programs.length === 0) {
    return { files: named, unknown: message('which files {command} consists of is not known', { command }) }
  }
  const files = new Set(programs)
  for (const file of files) {
    if (!isFile(file)) continue
    const source = readFileSync(file, 'utf8')
    const isPython = extname(file) === '.py'
    if (importsComputed(source, isPython)) {
      return { files: [...named, ...files], unknown: message('{file} imports what only it knows', { file }) }
    }
    const found = isPython
      ? pythonImports(source, { file, roots: [cwd, ...programs.map(dirname)] })
      : imports(source, file)
    for (const other of found) files.add(other)
  }
  return { files: [...new Set([...named, ...files])] }
}

/** Reads `python -m agent.main`. */
function moduleOf(words: readonly string[], cwd: string): readonly string[] {
  const isPython = words.some((word) => /^python[\d.]*$/.test(basename(word)))
  const name = words[words.indexOf('-m') + 1]
  return isPython && words.includes('-m') && name !== undefined
    ? [...pythonModule(name, [cwd]), ...pythonModule(`${name}.__main__`, [cwd])]
    : []
}

function importsComputed(source: string, isPython: boolean): boolean {
  return isPython ? /\b(?:import_module|__import__)\s*\(/.test(source) : /\bimport\s*\(\s*(?!['"`]|\s)/.test(source)
}

/** Imports in comments and strings are included; they only make watching more careful. */
function imports(source: string, file: string): readonly string[] {
  const specifiers = [...source.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"`])(\.{1,2}\/[^'"`\n]+)\1/g)]
  return specifiers.flatMap(([, , specifier = '']) => {
    const path = resolve(dirname(file), specifier)
    const stem = path.replace(/\.[cm]?jsx?$/, '')
    const places = [path, ...scripts.flatMap((ending) => [path + ending, stem + ending, join(path, `index${ending}`)])]
    return places.find(isFile) ?? []
  })
}

type CommandFilesPlace = { readonly file: string; readonly roots: readonly string[] }

function pythonImports(source: string, { file, roots }: CommandFilesPlace): readonly string[] {
  const froms = [...source.matchAll(/^[ \t]*from\s+(\.*)([\w.]*)\s+import\s+\(?([\w\s,*#]+)/gm)]
  const plain = [...source.matchAll(/^[ \t]*import\s+([\w., \t]+)/gm)]
  return [
    ...froms.flatMap(([, dots = '', name = '', names = '']) => {
      const places = dots === '' ? [dirname(file), ...roots] : [resolve(dirname(file), '../'.repeat(dots.length - 1))]
      const below = names.split(/[\s,]+/).map((one) => (name === '' ? one : `${name}.${one}`))
      return [name, ...below].flatMap((one) => pythonModule(one, places))
    }),
    ...plain.flatMap(([, names = '']) =>
      names.split(',').flatMap((name) => pythonModule(name.trim().split(/\s/)[0] ?? '', [dirname(file), ...roots])),
    ),
  ]
}

/** Returns the files of a module and its packages; none where it is installed or part of Python. */
function pythonModule(name: string, roots: readonly string[]): readonly string[] {
  const parts = name.split('.').filter((part) => part !== '')
  return roots.flatMap((root) =>
    parts.flatMap((_, at) => {
      const path = join(root, ...parts.slice(0, at + 1))
      return [`${path}.py`, join(path, '__init__.py')].filter(isFile)
    }),
  )
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
