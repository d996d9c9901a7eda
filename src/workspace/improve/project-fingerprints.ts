import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { type RunPlan, EvalError, message, stringifyJson } from '../../core/index.ts'
import type { Fingerprints } from '../../improve/fingerprints.ts'

const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git', '.shinsa'])
const mostFiles = 20_000

/** Of a plan, what differs from one run to the next, and the agent, which may change. */
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
  /** Files and folders of the agent, relative to the folder. */
  readonly mayChange: readonly string[]
  readonly plan: RunPlan
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Of the goal: variables may be secrets, of which not even a plain hash is kept. */
  readonly key: Uint8Array
}

/**
 * All that must stay as it is while the agent is improved: every setting of a run (metrics with thresholds and options, judge,
 * gate, seed …), every file of the project that is not the agent's, and the environment variables that its code names.
 *
 * @throws {EvalError} `usage` for a project of too many files
 */
export function projectFingerprints({ folder, mayChange, plan, environment, key }: FingerprintSources): Fingerprints {
  const fingerprints: Record<string, string> = {}
  for (const [name, value] of Object.entries(plan))
    if (!ofOneRun.has(name)) fingerprints[`setting ${name}`] = shownOrHash(value)
  for (const { name, threshold, judge, ...others } of plan.metrics) {
    fingerprints[`threshold of ${name}`] = shownOrHash(threshold)
    fingerprints[`judge of ${name}`] = shownOrHash(judge)
    fingerprints[`options of ${name}`] = shownOrHash(others)
  }
  const variables = new Set(Object.keys(environment).filter((name) => name.startsWith('SHINSA_')))
  for (const file of filesBelow(folder)) {
    const name = relative(folder, file).split(sep).join('/')
    if (isAgent(name, mayChange)) continue
    const bytes = readFileSync(file)
    fingerprints[`file ${name}`] = createHash('sha256').update(bytes).digest('hex')
    if (/\.[cm]?[jt]s$/.test(name)) for (const variable of variablesIn(bytes.toString('utf8'))) variables.add(variable)
  }
  for (const name of variables) {
    const value = environment[name]
    fingerprints[`variable ${name}`] =
      value === undefined ? 'not set' : createHmac('sha256', key).update(value).digest('hex')
  }
  return fingerprints
}

/** Of the files that may change: what was registered is what has to be judged. */
export function agentFingerprint(folder: string, mayChange: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of filesBelow(folder)) {
    const name = relative(folder, file).split(sep).join('/')
    if (isAgent(name, mayChange)) hash.update(`${name}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Which files of the agent hold ids or long pieces of cases: evidence that it may know them by heart, no proof. */
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
        ({ text: source }) => (id.length > 5 && source.includes(id)) || (text.length >= 30 && source.includes(text)),
      )
      .map(({ file }) => `${relative(folder, file)}: ${id}`),
  )
}

function isAgent(name: string, mayChange: readonly string[]): boolean {
  return mayChange.some((path) => name === path || name.startsWith(`${path.replace(/\/$/, '')}/`))
}

function filesBelow(folder: string): readonly string[] {
  const files: string[] = []
  const left = [resolve(folder)]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name)
      if (entry.isDirectory() && !passedOver.has(entry.name)) left.push(path)
      if (entry.isFile() || (entry.isSymbolicLink() && isFile(path))) files.push(path)
    }
    if (files.length <= mostFiles) continue
    throw new EvalError('usage', message('{folder} has more than {most} files', { folder, most: mostFiles }), {
      hint: message('Improve the agent in the folder of its own project.'),
    })
  }
  return files.toSorted()
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function variablesIn(code: string): readonly string[] {
  return [...code.matchAll(/\benv(?:\.|\[['"])([A-Z][A-Z0-9_]{1,80})\b/g)].flatMap(([, name]) => name ?? [])
}

/** Short values are shown when they differ; of long ones only that they do. */
function shownOrHash(value: unknown): string {
  const text = value === undefined ? 'none' : stringifyJson(value)
  return text.length <= 60 ? text : createHash('sha256').update(text).digest('hex')
}
