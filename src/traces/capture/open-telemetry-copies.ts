import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Test runners with a module loader of their own have a `node:module` of their own, which lacks what is newer.
const { createRequire, registerHooks } = process.getBuiltinModule('node:module')
const load = createRequire(import.meta.url)

// Until version 1.9 a copy is CommonJS however it is loaded; since 1.10 there are two, one for who requires, one for who imports.
const isEntry = /[\\/]@opentelemetry[\\/]api[\\/](?:build[\\/]src|dist)[\\/]index\.(?:js|cjs|mjs)$/

const copies = new Map<string, unknown>()
let hearing: ((copy: unknown) => void) | undefined
let isWatching = false

/** Takes note of copies of OpenTelemetry's API from now on: called before an agent's module is loaded, it misses none. */
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

/** Hands on each copy of OpenTelemetry's API that this process has loaded, and each that it will load. */
export function eachOpenTelemetry(hear: (copy: unknown) => void): void {
  if (hearing === undefined) {
    hearing = hear
    const loaded = Object.keys(load.cache).filter((file) => isEntry.test(file))
    for (const file of [...loaded, ...(isWatching ? [] : likelyEntries())]) note(pathToFileURL(file).href)
    watchForOpenTelemetry()
  }
  for (const copy of copies.values()) hear(copy)
}

/** Whoever asked for it goes on with it at once, so it is loaded, and heard, before. */
function note(url: string): void {
  if (copies.has(url) || !url.startsWith('file:')) return
  copies.set(url, undefined)
  try {
    const copy: unknown = load(fileURLToPath(url))
    copies.set(url, copy)
    hearing?.(copy)
  } catch {
    // Whoever asked for it is told the same.
  }
}

/** Where modules were loaded before anybody watched, the copies that a project and its AI SDK import. */
function likelyEntries(): readonly string[] {
  const project = join(process.cwd(), 'package.json')
  const users = [project, resolvedFrom(project, 'ai') ?? project]
  return users.flatMap((user) => resolvedFrom(user, '@opentelemetry/api')?.replace(/\.cjs$/, '.mjs') ?? [])
}

function resolvedFrom(user: string, specifier: string): string | undefined {
  try {
    return createRequire(user).resolve(specifier)
  } catch {
    // It is not there.
    return undefined
  }
}
