import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../files/index.ts'

export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  return (manifest as { version: string }).version // npm refuses to publish a package without one
}
