import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

type ImportTransformedExports = Readonly<Record<string, unknown>>
type Transformed = {
  readonly exports: ImportTransformedExports
  /** Paths of the files that were read, packages left out. */
  readonly files: readonly string[]
}

/**
 * Imports TypeScript as people write it for bundlers and other runners: paths without an ending, or with that of what they
 * would be compiled to, `enum`, JSX, types imported like values, `paths` of a tsconfig.json. Slower than Node itself, and so
 * only for what Node does not load.
 *
 * @param forget paths of files that changed since they were read
 */
export async function importTransformed(url: string, forget: readonly string[]): Promise<Transformed> {
  const { createJiti } = await import('jiti')
  const file = fileURLToPath(url)
  const jiti = createJiti(file, {
    fsCache: false,
    interopDefault: false,
    jsx: true,
    extensions: endings,
    tsconfigPaths: true,
    virtualModules: ownEntries(),
  })
  for (const path of forget) Reflect.deleteProperty(jiti.cache, path)
  const exports = await jiti.import<ImportTransformedExports>(file)
  return { exports, files: Object.keys(jiti.cache).filter((path) => !path.includes('/node_modules/')) }
}

const endings = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx']

/**
 * Whether Node could not load it for a reason that has to do with how it is written: before any of it ran, or where it asks for
 * what TypeScript compiled to CommonJS has.
 */
export function isNotLoadable(error: unknown): boolean {
  if (error instanceof SyntaxError) return true
  if (error instanceof ReferenceError) return /^\w+ is not defined in ES module scope/.test(error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^ERR_(MODULE_NOT_FOUND|UNSUPPORTED_DIR_IMPORT|UNKNOWN_FILE_EXTENSION|\w*TYPE_?(SCRIPT|STRIPPING)\w*|IMPORT_ATTRIBUTE_MISSING)$|^MODULE_NOT_FOUND$/.test(
    code,
  )
}

const entries = ['', '/core', '/formats', '/metrics', '/reporters', '/statistics', '/stores', '/targets', '/testing']

/** The package that runs, each entry loaded when it is asked for. */
function ownEntries(): Record<string, unknown> {
  const load = createRequire(import.meta.url)
  const modules = {}
  for (const name of entries.map((entry) => `shinsa${entry}`)) {
    Object.defineProperty(modules, name, { enumerable: true, get: () => load(name) as unknown })
  }
  return modules
}
