import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EvalError, message } from '../core/index.ts'
import { translate } from '../i18n/index.ts'
import type { ReportPage } from '../server/index.ts'
import type { Terminal } from './command.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** What both pages are made from. Only the repository has it; the package brings the pages themselves. */
const sources = [
  'web',
  'src/core',
  'src/statistics',
  'src/i18n',
  'src/reporters',
  'src/server/api.ts',
  'src/server/report',
]

type Build = {
  readonly folder: string
  /** Newer than all sources when the build is. */
  readonly newest: string
  /** For Vite. */
  readonly config: string
}

const served: Build = { folder: join(root, 'dist', 'web'), newest: 'index.html', config: 'web/vite.config.ts' }
const inFile: Build = { folder: join(root, 'dist', 'report'), newest: 'report.js', config: 'web/vite.report.config.ts' }

/** The folder of the built page. @throws {EvalError} `environment` when it cannot be built */
export function webPage(terminal: Telling): string {
  return built(served, terminal)
}

/** The page of a report that is one file. @throws {EvalError} `environment` when it cannot be built */
export function reportPage(terminal: Telling): ReportPage {
  const folder = built(inFile, terminal)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { script: read('report.js'), style: read('report.css') }
}

type Telling = Pick<Terminal, 'stderr' | 'language'>

/** In the repository a page is built when its sources are newer. */
function built({ folder, newest, config }: Build, { stderr, language }: Telling): string {
  if (!existsSync(join(root, 'web', 'index.html'))) return folder
  const time = timeOf(join(folder, newest))
  if (sources.every((source) => newestIn(join(root, source)) <= time)) return folder
  stderr(`${translate(message('building the page …'), language)}\n`)
  const build = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--config', config],
    { cwd: root, encoding: 'utf8' },
  )
  if (build.status === 0) return folder
  throw new EvalError(
    'environment',
    message('the page cannot be built: {problem}', { problem: build.stderr.slice(-2000) }),
    { hint: message('`npm ci`, then `npm run build:web` says more.') },
  )
}

function newestIn(path: string): number {
  if (!statSync(path).isDirectory()) return timeOf(path)
  return Math.max(0, ...readdirSync(path, { withFileTypes: true }).map((entry) => newestIn(join(path, entry.name))))
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
