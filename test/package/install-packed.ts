import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Packs the project and unpacks it in a folder, beside links to its dependencies: what an install does, without a registry. */
export function installPacked(place: string, others: readonly string[]): string {
  const copy = join(place, 'copy')
  const installed = join(place, 'node_modules', 'shinsa')
  // Packing empties `dist` and builds it anew, and other tests serve the pages in there.
  const left = ['.git', 'dist', 'node_modules'].map((name) => join(root, name))
  cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(path) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  run('npm', ['pack', '--silent', '--pack-destination', place], copy)
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', join(place, globSync('*.tgz', { cwd: place })[0] ?? ''), '-C', installed, '--strip-components=1'])
  for (const name of [...Object.keys(packageJson.dependencies), ...others]) {
    const link = join(place, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link)
  }
  return installed
}

function run(program: string, args: readonly string[], cwd?: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`)
}
