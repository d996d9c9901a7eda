import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Test runners may replace `node:module` by an older version, so the built-in module is loaded.
const { createRequire, registerHooks } = process.getBuiltinModule('node:module')
const load = createRequire(import.meta.url)

// Up to version 1.9 a copy has one CommonJS entry; since 1.10 it has one for require and one for import.
const isEntry = /[\\/]@opentelemetry[\\/]api[\\/](?:build[\\/]src|dist)[\\/]index\.(?:js|cjs|mjs)$/

const copies = new Map<string, unknown>()
let hearing: ((copy: unknown) => void) | undefined
let isWatching = false

/** Records copies of OpenTelemetry's API from now on; called before an agent's module is loaded, it misses none. */
export function watchForOpenTelemetry(): void {
  if (isWatching) return
  isWatching = true
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      if (specifier === '@opentelemetry/api' || isEntry.test(resolved.url)) note(resolved.url)
      return resolved
    },
  })
}

/** Calls `hear` for each copy of OpenTelemetry's API that is or will be loaded in this process. */
export function eachOpenTelemetry(hear: (copy: unknown) => void): void {
  if (hearing === undefined) {
    hearing = hear
    const loaded = Object.keys(load.cache).filter((file) => isEntry.test(file))
    for (const file of [...loaded, ...(isWatching ? [] : likelyEntries())]) note(pathToFileURL(file).href)
    watchForOpenTelemetry()
  }
  for (const copy of copies.values()) hear(copy)
}

/** Loads and reports the copy first, because the importing module uses it immediately. */
function note(url: string): void {
  if (copies.has(url) || !url.startsWith('file:')) return
  copies.set(url, undefined)
  try {
    const copy: unknown = load(fileURLToPath(url))
    copies.set(url, copy)
    hearing?.(copy)
  } catch {
    // The importing module gets the same error.
  }
}

/** Returns the copies that the project and its AI SDK import, for modules loaded before the hooks were registered. */
function likelyEntries(): readonly string[] {
  const project = join(process.cwd(), 'package.json')
  const users = [project, resolvedFrom(project, 'ai') ?? project]
  return users.flatMap((user) => resolvedFrom(user, '@opentelemetry/api')?.replace(/\.cjs$/, '.mjs') ?? [])
}

function resolvedFrom(user: string, specifier: string): string | undefined {
  try {
    return createRequire(user).resolve(specifier)
  } catch {
    // The package is not installed.
    return undefined
  }
}
