import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

type ImportTransformedExports = Readonly<Record<string, unknown>>

/**
 * Imports TypeScript that is written for bundlers and other runners: paths without an ending or with `.js`, `enum`,
 * JSX, types imported like values, `paths` of a tsconfig.json. It is slower than Node's loader, so it is used only
 * where that fails.
 *
 * @param forget paths of files that changed since they were imported
 */
export async function importTransformed(url: string, forget: readonly string[]) {
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
 * Tells whether Node failed because of the way a module is written: before any of it ran, or at a name that only
 * TypeScript compiled to CommonJS has.
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

/** Returns the running package, each entry imported at first use. */
function ownEntries(): Record<string, unknown> {
  const load = createRequire(import.meta.url)
  const modules = {}
  for (const name of entries.map((entry) => `shinsa${entry}`)) {
    Object.defineProperty(modules, name, { enumerable: true, get: () => load(name) as unknown })
  }
  return modules
}
