import { readFileSync } from 'node:fs'

/** The version in `package.json`, which lies two folders above this file in the sources and in the package alike. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return (manifest as { version: string }).version // npm refuses to publish a package without one
}
