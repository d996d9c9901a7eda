import { statSync } from 'node:fs'
import type { ResolveHookSync } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { EvalError, message } from '../../core/index.ts'
import { messageOf } from '../../core/basics/message-of.ts'
import { refuseOtherThanFile } from '../../files/index.ts'
import { watchForOpenTelemetry } from '../../traces/capture/open-telemetry-copies.ts'

let resolves = false
/** Imported files of the project, with their modification times. */
const imported = new Map<string, number | undefined>()
const imports = new Map<string, Set<string>>()
/** Files that were imported in an earlier edition. */
const changed = new Set<string>()
/** Files whose group of imports is known, but not which file imports which. */
const transformed = new Set<string>()
const entries = new Set<string>()
let edition = 0

type ImportModuleExports = Readonly<Record<string, unknown>>

/**
 * Imports a user's module (config, agent, metric). It may `import … from 'shinsa'` where shinsa is not installed; the
 * running copy is used, so that both sides share one `EvalError`.
 *
 * @throws {EvalError} `config`, with the original error as its cause, when the module cannot be loaded
 */
export async function importModule(url: string, shown: string): Promise<Readonly<Record<string, unknown>>> {
  refuseOtherThanFile(fileURLToPath(url))
  resolveForModules()
  noteFile(url)
  try {
    return (await import(edition === 0 ? url : inEdition(url, String(edition)))) as Record<string, unknown>
  } catch (error) {
    const { exports, cause = error } = await inOtherWay(url, error)
    if (exports !== undefined) return exports
    const problem = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    const name = /^Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(messageOf(cause))?.[1]
    throw new EvalError('config', message('{file} cannot be loaded: {problem}', { file: shown, problem }), {
      cause,
      ...(name !== undefined && { hint: message('npm install {name}', { name }) }),
    })
  }
}

/** Imports a module that Node cannot load as written. Other errors of that module are its own. */
async function inOtherWay(
  url: string,
  error: unknown,
): Promise<{ readonly exports?: ImportModuleExports; readonly cause?: unknown }> {
  const { importTransformed, isNotLoadable } = await import('./import-transformed.ts')
  if (!isNotLoadable(error)) return {}
  // Modules that Node had begun to load cannot be required until they are complete.
  for (const entry of entries) await import(entry)
  try {
    const { exports, files } = await importTransformed(
      url,
      [...changed].map((one) => fileURLToPath(one)),
    )
    transformed.add(url)
    for (const file of files) noteImport(pathToFileURL(file).href, url)
    changed.clear()
    return { exports }
  } catch (cause) {
    return isNotLoadable(cause) ? {} : { cause }
  }
}

/** Imports what a module at `url` gets for `specifier`. @throws the loader's error when there is nothing */
export async function importFrom(specifier: string, url: string): Promise<Readonly<Record<string, unknown>>> {
  resolveForModules()
  return (await import(`${askedFor}${specifier} ${url}`)) as Record<string, unknown>
}

// Node resolves imports for the importing module; this prefix names another one.
const askedFor = 'shinsa-from:'

/** For processes that run for long: if any module of the project changed, all are imported again from now on. */
export function renewModules(): void {
  const isChanged = [...imported].some(([url, at]) => writtenAt(url) !== at)
  if (!isChanged) return
  edition += 1
  for (const url of imported.keys()) changed.add(url)
  imported.clear()
}

function resolveForModules(): void {
  if (resolves) return
  resolves = true
  watchForOpenTelemetry()
  process.getBuiltinModule('node:module').registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith(askedFor)) {
        const [wanted = '', parentURL = ''] = specifier.slice(askedFor.length).split(' ')
        return next(wanted, { ...context, parentURL })
      }
      const isOwn = /^shinsa(?:\/[a-z]+)?$/.test(specifier)
      // With our own URL as the parent, the package's name resolves to the running copy.
      if (isOwn) entries.add(specifier)
      if (isOwn) return next(specifier, { ...context, parentURL: import.meta.url })
      const resolved = specifier === 'zod' ? ownUnlessThere(specifier, context, next) : next(specifier, context)
      // A module behind a link is known by its real path.
      if (imported.has(specifier) && resolved.url !== specifier) noteImport(resolved.url, specifier)
      return { ...resolved, url: ofProject(resolved.url, context.parentURL) }
    },
  })
}

/** Projects without zod get our copy, since metrics accept zod schemas. */
function ownUnlessThere(...[specifier, context, next]: Parameters<ResolveHookSync>): ReturnType<ResolveHookSync> {
  try {
    return next(specifier, context)
  } catch {
    // Throws the resolver's error where our copy is missing too.
    return next(specifier, { ...context, parentURL: import.meta.url })
  }
}

/** Modules that the project imports by path belong to the project, and to the same edition. */
function ofProject(url: string, importer = ''): string {
  const [importerFile = '', importerEdition] = importer.split(editionMark)
  if (!imported.has(importerFile) || !url.startsWith('file:') || url.includes('/node_modules/')) return url
  noteImport(url, importerFile)
  return importerEdition === undefined ? url : inEdition(url, importerEdition)
}

/** The first time counts: an import after that has the same module, whatever was written meanwhile. */
function noteFile(url: string): void {
  if (!imported.has(url)) imported.set(url, writtenAt(url))
}

function noteImport(url: string, importer: string): void {
  noteFile(url)
  const others = imports.get(importer) ?? new Set()
  imports.set(importer, others.add(url))
}

/** Returns every imported file of the project with its modification time at import. */
export function importedFiles(): ReadonlyMap<string, number | undefined> {
  return new Map([...imported].map(([url, at]) => [fileURLToPath(url), at]))
}

export function filesBehind(file: string): readonly string[] {
  const urls = new Set([pathToFileURL(file).href])
  for (const url of urls) for (const other of imports.get(url) ?? []) urls.add(other)
  return [...urls].map((url) => fileURLToPath(url))
}

/** Returns all files behind a module, except the module itself and files that only the given names import. */
export function filesImportedBy(file: string, except: readonly string[]): readonly string[] {
  const url = pathToFileURL(file).href
  const left = new Set(transformed.has(url) ? [] : except.map((name) => URL.parse(name, url)?.href))
  const direct = [...(imports.get(url) ?? [])].filter((other) => !left.has(other))
  return [...new Set(direct.flatMap((other) => filesBehind(fileURLToPath(other))))].filter((path) => path !== file)
}

// Node caches modules by their whole URL, so a different query loads the module again.
const editionMark = '?shinsa-edition='

function inEdition(url: string, number: string): string {
  return `${url}${editionMark}${number}`
}

function writtenAt(url: string): number | undefined {
  return statSync(fileURLToPath(url), { throwIfNoEntry: false })?.mtimeMs
}
