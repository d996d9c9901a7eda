import { createHash, createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { findConfig } from '../../compose/config/load-config.ts'
import { type RunPlan, EvalError, message, parseJson, stringifyJson } from '../../core/index.ts'
import { wayInside } from '../../files/path-inside.ts'
import type { Fingerprints } from '../../improve/fingerprints.ts'

const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git', '.shinsa'])
const mostFiles = 20_000

/** Parts of a plan that differ from run to run or describe the agent, which may change. */
const ofOneRun: ReadonlySet<string> = new Set([
  'runId',
  'createdAt',
  'commit',
  'config',
  'criteria',
  'dataset',
  'target',
  'origin',
  'name',
  'concurrency',
  'metrics',
])

export type FingerprintSources = {
  readonly folder: string
  /** The agent's files and folders, relative to `folder`. */
  readonly mayChange: readonly string[]
  /** Files outside of `folder` that count as the project's. */
  readonly beside: readonly string[]
  /** The folder of the key, whose files change with every look. */
  readonly keys: string
  readonly plan: RunPlan
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The goal's key for hashing: plain hashes of secret variables could be guessed. */
  readonly key: Uint8Array
}

type AgentPlace = {
  readonly cwd: string
  readonly folder: string
  readonly dataset: string
  readonly config?: string | undefined
}

/**
 * Returns a path of the agent relative to the project.
 *
 * @throws {EvalError} `usage` for a path that does not exist, lies elsewhere, or holds what judges the agent
 */
export function agentPath(path: string, { cwd, folder, dataset, config = findConfig({ cwd }) }: AgentPlace): string {
  const full = resolve(cwd, path)
  const way = wayInside(folder, full)
  const holds = (file: string | undefined) => file !== undefined && wayInside(full, resolve(cwd, file)) !== undefined
  if (way !== undefined && existsSync(full) && !holds(dataset) && !holds(config)) return way.split(sep).join('/')
  throw new EvalError('usage', message('--may-change {path} is no file or folder of the agent alone', { path }), {
    hint: message('It lies in the project, and holds neither the cases nor the config.'),
  })
}

/**
 * Hashes all that must stay as it is while the agent is improved: every setting of a run (metrics with thresholds and options,
 * judge, gate, seed …), every file of the project but the agent's, the files outside that these import, and the environment
 * variables that they name.
 *
 * @throws {EvalError} `usage` for a project of too many files
 */
export function projectFingerprints({
  folder,
  mayChange,
  beside,
  keys,
  plan,
  environment,
  key,
}: FingerprintSources): Fingerprints {
  const fingerprints: Record<string, string> = {}
  for (const [name, value] of Object.entries(plan))
    if (!ofOneRun.has(name)) fingerprints[`setting ${name}`] = shownOrHash(value)
  for (const { name, threshold, judge, ...others } of plan.metrics) {
    fingerprints[`threshold of ${name}`] = shownOrHash(threshold)
    fingerprints[`judge of ${name}`] = shownOrHash(judge)
    fingerprints[`options of ${name}`] = shownOrHash(others)
  }
  const named = (file: string) => relative(folder, file).split(sep).join('/')
  const own = [...filesBelow(folder), ...beside.filter(isFile)].filter(
    (file) => !isAgent(named(file), mayChange) && wayInside(keys, file) === undefined,
  )
  const { files, packages } = reachedFrom(own, folder)
  for (const [file, bytes] of files)
    fingerprints[`file ${named(file)}`] = createHash('sha256').update(bytes).digest('hex')
  for (const [name, place] of packages) fingerprints[`package ${name}`] = hashOfFiles(place, () => true)
  const always = Object.keys(environment).filter((name) => alwaysWatched.test(name))
  for (const name of new Set([...always, ...variablesIn([...files.values()], environment)]))
    fingerprints[`variable ${name}`] = createHmac('sha256', key)
      .update(environment[name] ?? '')
      .digest('hex')
  return fingerprints
}

/** Hashes the files that may change and the variables that they name, so that what is judged is what was registered. */
export function agentFingerprint({
  folder,
  mayChange,
  environment,
  key,
}: Omit<FingerprintSources, 'plan' | 'beside' | 'keys'>): string {
  const files = filesBelow(folder).filter((file) => isAgent(relative(folder, file).split(sep).join('/'), mayChange))
  const hash = createHmac('sha256', key).update(hashOfFiles(folder, (file) => files.includes(file)))
  const variables = variablesIn(
    files.map((file) => readFileSync(file)),
    environment,
  )
  for (const name of variables.toSorted()) hash.update(`${name}\0${environment[name]}\0`)
  return hash.digest('hex')
}

function hashOfFiles(folder: string, isMeant: (file: string) => boolean): string {
  const hash = createHash('sha256')
  for (const file of filesBelow(folder, Infinity).filter(isMeant))
    hash
      .update(`${relative(folder, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** Finds files of the agent that contain ids or long passages of cases, which suggests that it knows them by heart. */
export function casesInAgent(
  folder: string,
  mayChange: readonly string[],
  cases: readonly { readonly id: string; readonly text: string }[],
): readonly string[] {
  const files = filesBelow(folder).filter((file) => isAgent(relative(folder, file).split(sep).join('/'), mayChange))
  const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  return cases.flatMap(({ id, text }) =>
    sources
      .filter(
        ({ text: source }) =>
          [`'${id}'`, `"${id}"`].some((quoted) => source.includes(quoted)) ||
          (id.length > 5 && source.includes(id)) ||
          (text.length >= 12 && source.includes(text)),
      )
      .map(({ file }) => `${relative(folder, file)}: ${id}`),
  )
}

function isAgent(name: string, mayChange: readonly string[]): boolean {
  return mayChange.some((path) => name === path || name.startsWith(`${path.replace(/\/$/, '')}/`))
}

function filesBelow(folder: string, most = mostFiles): readonly string[] {
  const files: string[] = []
  const left = [resolve(folder)]
  const seen = new Set<string>()
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const real = realpathSync(next)
    if (seen.has(real)) continue
    seen.add(real)
    for (const { name } of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, name)
      const state = statSync(path, { throwIfNoEntry: false })
      if (state?.isDirectory() === true && !passedOver.has(name)) left.push(path)
      if (state?.isFile() === true) files.push(path)
    }
    if (files.length <= most) continue
    throw new EvalError('usage', message('{folder} has more than {most} files', { folder, most }), {
      hint: message('Improve the agent in the folder of its own project.'),
    })
  }
  return files.toSorted()
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

const alwaysWatched = /^(?:SHINSA_|NODE_|PYTHON|LD_PRELOAD$|TZ$)/

/** Returns the environment variables whose names occur in files, whatever their language. */
function variablesIn(files: readonly Buffer[], environment: FingerprintSources['environment']): readonly string[] {
  const words = files.flatMap((bytes) =>
    bytes.length > largestCode ? [] : (bytes.toString('latin1').match(/[A-Z]\w+/g) ?? []),
  )
  return [...new Set(words)].filter((word) => environment[word] !== undefined)
}

const largestCode = 1_000_000
const imported = /(?:\bfrom|\bimport|\brequire)[\s(]*['"]([^'"\s:]+)['"]/g

/** Returns the files with all that they import from outside of the project, and the packages that they need. */
function reachedFrom(own: readonly string[], folder: string) {
  const files = new Map<string, Buffer>()
  const packages = new Map<string, string>()
  const add = (name: string, from: string) => {
    const place = packagePlace(name, from)
    if (place === undefined || packages.has(name)) return
    packages.set(name, place)
    const { dependencies = {} } = parseJson(readFileSync(join(place, 'package.json'), 'utf8')) as PackageFile
    for (const needed of Object.keys(dependencies)) add(needed, place)
  }
  const left = [...own]
  for (let file = left.shift(); file !== undefined; file = left.shift()) {
    const bytes = readFileSync(file)
    files.set(file, bytes)
    if (!/\.[cm]?[jt]sx?$/.test(file)) continue
    for (const [, specifier = ''] of bytes.toString('utf8').matchAll(imported)) {
      const path = resolve(dirname(file), specifier)
      if (!specifier.startsWith('.'))
        add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'), dirname(file))
      else if (wayInside(folder, path) === undefined && !files.has(path) && isFile(path)) left.push(path)
    }
  }
  return { files, packages }
}

type PackageFile = { readonly dependencies?: Readonly<Record<string, string>> }

function packagePlace(name: string, from: string): string | undefined {
  const place = join(from, 'node_modules', name)
  if (existsSync(join(place, 'package.json'))) return realpathSync(place)
  return dirname(from) === from ? undefined : packagePlace(name, dirname(from))
}

/** Differences of short values are shown; of long values only a hash is kept. */
function shownOrHash(value: unknown): string {
  const text = value === undefined ? 'none' : stringifyJson(value)
  return text.length <= 60 ? text : createHash('sha256').update(text).digest('hex')
}
