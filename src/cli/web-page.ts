import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EvalError, message } from '../core/index.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const page = join(root, 'dist', 'web')
/** What the page is made from. Only the repository has it; the package brings the page itself. */
const sources = ['web', 'src/core', 'src/statistics', 'src/i18n', 'src/reporters', 'src/server/api.ts']

/**
 * The folder of the built page. In the repository it is built when its sources are newer.
 *
 * @throws {EvalError} `environment` when it cannot be built
 */
export function webPage(tell: (text: string) => void, sentence: string): string {
  if (!existsSync(join(root, 'web', 'index.html'))) return page
  const built = timeOf(join(page, 'index.html'))
  if (sources.every((source) => newestIn(join(root, source)) <= built)) return page
  tell(`${sentence}\n`)
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (status !== 0) {
    throw new EvalError(
      'environment',
      message('the page cannot be built: {problem}', { problem: stderr.slice(-2000) }),
      {
        hint: message('`npm ci`, then `npm run build:web` says more.'),
      },
    )
  }
  return page
}

function newestIn(path: string): number {
  if (!statSync(path).isDirectory()) return timeOf(path)
  return Math.max(0, ...readdirSync(path, { withFileTypes: true }).map((entry) => newestIn(join(path, entry.name))))
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
