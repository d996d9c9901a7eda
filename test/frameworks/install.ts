import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder in which the real packages are installed, each in its exact version: FRAMEWORKS=FOLDER, or one in the system's
 * temporary folder. What is installed there whole is used again until the manifest changes. `version` is a folder of versions/,
 * whose packages have a folder of their own.
 */
export async function installFrameworks(version?: string): Promise<string> {
  const manifest = join(import.meta.dirname, ...(version === undefined ? [] : ['versions', version]), 'package.json')
  const own = version === undefined ? '' : `-${version}`
  const chosen = process.env['FRAMEWORKS']
  const sha256 = createHash('sha256').update(readFileSync(manifest)).digest('hex')
  const folder = chosen === undefined ? join(tmpdir(), `shinsa-frameworks-${sha256.slice(0, 8)}`) : `${chosen}${own}`
  const mark = join(folder, '.installed')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sha256) return folder
  mkdirSync(folder, { recursive: true })
  copyFileSync(manifest, join(folder, 'package.json'))
  console.log(`installs what ${manifest} names in ${folder}`)
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  const install = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  const [exitCode] = await once(install, 'close')
  if (exitCode !== 0) throw new Error(`npm install ended with ${exitCode} in ${folder}`)
  writeFileSync(mark, sha256)
  return folder
}
