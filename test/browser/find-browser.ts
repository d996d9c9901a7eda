import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** A browser that is installed, or the one that came with `npm ci` and has to be unpacked first, with what there is where it does not start. */
export type FoundBrowser = { readonly path: string } | { readonly packed: string; readonly orElse?: string }

type Machine = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly exists: (path: string) => boolean
}

const here: Machine = { environment: process.env, platform: process.platform, arch: process.arch, exists: existsSync }

/**
 * The browser that tests of the page use: `CHROMIUM`, else the one among the development dependencies, which runs on Linux on
 * x64, else an installed Chromium, Chrome or Edge; undefined where there is none at all.
 */
export function findBrowser(machine: Machine = here): FoundBrowser | undefined {
  const { environment, exists } = machine
  const named = environment['CHROMIUM']
  if (named !== undefined && named !== '') return { path: named }
  const path = [...onPath(machine), ...usualPlaces(machine)].find(exists)
  const packed = packedBrowser(machine)
  if (packed !== undefined) return path === undefined ? { packed } : { packed, orElse: path }
  return path === undefined ? undefined : { path }
}

const commands = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
]

function onPath({ environment, platform }: Machine): readonly string[] {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const endings = platform === 'win32' ? ['.exe'] : ['']
  return commands.flatMap((name) => folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))))
}

function usualPlaces({ environment, platform }: Machine): readonly string[] {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${name}.app/Contents/MacOS/${name}`)
    return ['/Applications', `${environment['HOME'] ?? ''}/Applications`].flatMap((folder) =>
      apps.map((app) => join(folder, app)),
    )
  }
  if (platform === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => environment[name] ?? [])
    const programs = ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].map((name) => `${name}/Application`)
    return folders.flatMap((folder) => [
      ...programs.slice(0, 2).map((program) => join(folder, program, 'chrome.exe')),
      join(folder, programs[2] ?? '', 'msedge.exe'),
    ])
  }
  return [
    ...['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) => commands.map((name) => join(folder, name))),
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
  ]
}

function packedBrowser({ platform, arch, exists }: Machine): string | undefined {
  if (platform !== 'linux' || arch !== 'x64') return undefined
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin')
  return exists(join(packed, 'chromium.br')) ? packed : undefined
}

/** Whether a browser starts as it is, with all libraries that it needs. */
export function starts(path: string, environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return spawnSync(path, ['--version'], { env: environment, timeout: 60_000 }).status === 0
}
