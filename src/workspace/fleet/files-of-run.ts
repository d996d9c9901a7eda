import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { agentNamed, packOf } from '../../compose/pack-of.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { criteriaFileAt } from '../../compose/metrics/choose-metrics.ts'
import { wayInside } from '../../files/path-inside.ts'
import type { KeptFile } from '../../fleet/kept-files.ts'
import { isWatchedFolder } from '../watch/file-state.ts'

/** Beyond these limits the files must be read from a place that all machines share. */
export const most = { bytes: 200_000_000, files: 20_000 }

const partBytes = 1_000_000

/** Whether a relative path stays below its folder on every system. */
export function staysBelow(path: string): boolean {
  const parts = path.split('/')
  return (
    path.length <= 1000 &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..') &&
    !/[\\\p{Cc}]|^[a-z]:/iu.test(path)
  )
}

export function areFew(files: readonly KeptFile[]): boolean {
  return files.length <= most.files && files.reduce((sum, { bytes }) => sum + bytes, 0) <= most.bytes
}

export type FileOfRun = KeptFile & { readonly parts: () => AsyncIterable<Uint8Array> }

/**
 * Lists the files below the working directory that a run reads beside config and code: dataset, documents, runbooks,
 * recorded answers and the like. Files that evaluations in code read are not listed.
 *
 * @param elsewhere returns where a file lies that the project lacks
 */
export async function filesOfRun(
  prepared: PreparedRun,
  elsewhere: (path: string) => string = (path) => path,
): Promise<readonly FileOfRun[]> {
  const { asked } = prepared
  if (asked.request.evaluation !== undefined || prepared.plan.dataset.path === undefined) return []
  const files = new Map<string, FileOfRun>()
  for (const path of await pathsOf(prepared)) {
    const inside = insideOf(path, asked.request.cwd, elsewhere)
    // A file of the project takes precedence over a fetched one.
    const place = inside === undefined ? path : placeIn(asked.request.cwd, inside, elsewhere)
    if (inside === undefined || !staysBelow(inside) || !isFile(place) || files.has(inside)) continue
    files.set(inside, {
      path: inside,
      sha256: await sha256Of(place),
      bytes: statSync(place).size,
      parts: () => createReadStream(place, { highWaterMark: partBytes }),
    })
  }
  return [...files.values()]
}

function placeIn(cwd: string, inside: string, elsewhere: (path: string) => string): string {
  const own = join(cwd, inside)
  return existsSync(own) ? own : elsewhere(own)
}

/** Returns the path relative to the working directory, or to the folder of fetched files. */
function insideOf(path: string, cwd: string, elsewhere: (path: string) => string): string | undefined {
  for (const folder of [elsewhere(cwd), cwd]) {
    const way = wayInside(folder, path)
    if (way !== undefined && way !== '') return way.split(sep).join('/')
  }
  return undefined
}

async function pathsOf({ asked, cases, plan }: PreparedRun): Promise<readonly string[]> {
  const { datasetFile, settings, setting, request, loaded } = asked
  const given = [
    settings.sessionInput,
    settings.environment,
    settings.replayTools,
    settings.baseline,
    settings.judgeErrors,
  ]
  const recorded = recordedFile(setting)
  const folder = request.target === undefined ? loaded.folder : request.cwd
  const folders = [dirname(datasetFile), request.cwd]
  const shipped = agentNamed(setting)?.agent
  const read = await shipped?.reads?.({
    config: loaded.config,
    configFolder: loaded.folder,
    request,
    folders,
    cwd: request.cwd,
  })
  return [
    datasetFile,
    ...[criteriaFileAt(dirname(datasetFile)), ...given].filter((path) => path !== undefined),
    ...[...(recorded === undefined ? [] : [resolve(folder, recorded)]), ...(read ?? [])].flatMap((path) =>
      filesAt(path),
    ),
    ...(await documentsOf(plan.dataset.format, cases)),
  ]
}

function recordedFile(setting: PreparedRun['asked']['setting']): string | undefined {
  if (typeof setting === 'string') return /^recorded:(.+)$/s.exec(setting)?.[1]
  return typeof setting === 'object' && 'recorded' in setting ? String(setting.recorded) : undefined
}

/** The file, or all files below a folder but hidden ones. */
function filesAt(path: string): readonly string[] {
  if (!isWatchedFolder(path)) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((inside) => !/(?:^|[\\/])\./.test(inside))
    .map((inside) => join(path, inside))
    .toSorted()
}

async function documentsOf(format: string, cases: PreparedRun['cases']): Promise<ReadonlySet<string>> {
  const documents = new Set<string>()
  const named = packOf(format)?.documents
  if (named === undefined) return documents
  for await (const evalCase of cases()) for (const path of named(evalCase)) documents.add(path)
  return documents
}

/** Links are followed, since the file behind them is what the run reads. */
function isFile(path: string): boolean {
  return existsSync(path) && statSync(realpathSync(path)).isFile()
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array)
  return hash.digest('hex')
}
