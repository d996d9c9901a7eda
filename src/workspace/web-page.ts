import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { EvalError, message } from '../core/index.ts'
import { isProcessAlive, packageFolder } from '../files/index.ts'
import { translate } from '../i18n/index.ts'
import type { ReportPage } from '../server/index.ts'
import type { ReportScreen } from './runs/reports.ts'

/** Sources of both pages. Only the repository has them; the package contains the built pages. */
const sources = [
  'web',
  'src/core',
  'src/statistics',
  'src/i18n',
  'src/packs',
  'src/reporters',
  'src/server/api',
  'src/server/report',
]

type Build = {
  readonly folder: string
  /** A file that is newer than all sources when the build is up to date. */
  readonly newest: string
  /** Vite's config file. */
  readonly config: string
}

const served: Build = { folder: join(packageFolder, 'dist', 'web'), newest: 'index.html', config: 'web/vite.config.ts' }
const inFile: Build = {
  folder: join(packageFolder, 'dist', 'report'),
  newest: 'report.js.br',
  config: 'web/vite.report.config.ts',
}

/** Returns the folder of the built page. @throws {EvalError} `environment` when it cannot be built */
export function webPage(terminal: Telling): string {
  return built(served, terminal)
}

/** Returns the page of a single-file report. @throws {EvalError} `environment` when it cannot be built */
export function reportPage(terminal: Telling): ReportPage {
  const folder = built(inFile, terminal)
  const read = (name: string) => brotliDecompressSync(readFileSync(join(folder, name))).toString()
  return { script: read('report.js.br'), style: read('report.css.br') }
}

type Telling = Pick<ReportScreen, 'stderr' | 'language'>

/** In the repository a page is rebuilt when its sources are newer. */
function built({ folder, newest, config }: Build, { stderr, language }: Telling): string {
  if (!existsSync(join(packageFolder, 'web', 'index.html'))) return folder
  const time = timeOf(join(folder, newest))
  if (sources.every((source) => newestIn(join(packageFolder, source)) <= time)) return folder
  return whileNobodyElse(`${folder}.building`, () => {
    const now = timeOf(join(folder, newest))
    if (sources.every((source) => newestIn(join(packageFolder, source)) <= now)) return folder
    stderr(`${translate(message('building the page …'), language)}\n`)
    return build(folder, config)
  })
}

/** Builds beside the folder and then replaces it, since other processes may serve from it. */
function build(folder: string, config: string): string {
  const fresh = `${folder}.new`
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      join(packageFolder, 'node_modules/vite/bin/vite.js'),
      'build',
      'web',
      '--config',
      config,
      '--outDir',
      fresh,
      '--emptyOutDir',
    ],
    { cwd: packageFolder, encoding: 'utf8' },
  )
  if (status === 0) {
    rmSync(`${folder}.old`, { recursive: true, force: true })
    if (existsSync(folder)) renameSync(folder, `${folder}.old`)
    renameSync(fresh, folder)
    rmSync(`${folder}.old`, { recursive: true, force: true })
    return folder
  }
  throw new EvalError('environment', message('the page cannot be built: {problem}', { problem: stderr.slice(-2000) }), {
    hint: message('`npm ci`, then `npm run build:web` says more.'),
  })
}

/** Runs work under a lock between processes; locks of processes that died are released. */
function whileNobodyElse<Result>(lock: string, work: () => Result): Result {
  mkdirSync(dirname(lock), { recursive: true })
  while (!isTaken(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    if (!isActive(lock)) rmSync(lock, { force: true })
    return false
  }
}

function isActive(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    // The lock's process id is missing between creating and writing the file.
    return pid === 0 || isProcessAlive(pid)
  } catch (error) {
    // ENOENT: the lock is gone. EPERM: it is being removed, or belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function newestIn(path: string): number {
  if (!statSync(path).isDirectory()) return timeOf(path)
  return Math.max(0, ...readdirSync(path, { withFileTypes: true }).map((entry) => newestIn(join(path, entry.name))))
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
