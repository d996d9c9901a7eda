import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { until } from '../e2e/run-shinsa.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Packed = {
  /** The project without what is built, as it was packed. */
  readonly copy: string
  readonly tarball: string
  readonly installed: string
}

/** Unpacks the packed project in a folder, beside links to its dependencies: what an install does, without a registry. */
export async function installPacked(place: string, others: readonly string[] = []): Promise<Packed> {
  const packing = inject('packing')
  const packed = join(packing, 'packed')
  await until(() => existsSync(packed))
  const trouble = readFileSync(packed, 'utf8')
  if (trouble !== '') throw new Error(trouble)
  const [name = ''] = globSync('*.tgz', { cwd: packing })
  const [tarball, installed] = [join(packing, name), join(place, 'node_modules', 'shinsa')]
  mkdirSync(installed, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  if (status !== 0) throw new Error(`tar ended with ${status}\n${stderr.toString()}`)
  for (const dependency of [...Object.keys(packageJson.dependencies), ...others]) {
    const link = join(place, 'node_modules', dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', dependency), link)
  }
  return { copy: join(packing, 'copy'), tarball, installed }
}
