import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type EvalCase, EvalError, message } from '../../core/index.ts'
import { formats, readDataset } from '../../compose/datasets.ts'
import { atomicWrite } from '../../files/index.ts'
import { editDataset } from '../../formats/edit-dataset.ts'
import { writeAdkEvalSet } from '../../packs/adk/adk-eval-set.ts'

const ending = '.evalset.json'

/** An eval set's file, and its app where the set was named by app and id. */
export type EvalSetPlace = { readonly file: string; readonly appName?: string }

/**
 * Resolves `FILE`, or `AGENT_DIR SET_ID` as in ADK.
 *
 * @throws {EvalError} `usage` for anything else
 */
export function evalSetPlace([first, id, ...others]: readonly string[], cwd: string): EvalSetPlace {
  const place = first === undefined ? undefined : resolve(cwd, first)
  const isFolder = place !== undefined && statSync(place, { throwIfNoEntry: false })?.isDirectory() === true
  if (first === undefined || place === undefined || others.length > 0 || isFolder !== (id !== undefined)) {
    throw new EvalError('usage', message('which eval set?'), {
      hint: message(
        'Name its file, such as evals/weather.evalset.json, or the folder of an agent and the id of a set.',
      ),
    })
  }
  if (id === undefined) return { file: first }
  refuseSetId(id)
  return { file: join(first, `${id}${ending}`), appName: basename(place) }
}

/** @throws {EvalError} `usage` for an id that ADK does not take */
export function refuseSetId(id: string): void {
  if (/^[a-zA-Z0-9_]+$/.test(id)) return
  throw new EvalError('usage', message('{id} is no id for an eval set', { id: JSON.stringify(id) }), {
    hint: message('ADK takes letters, digits and _.'),
  })
}

/** @throws {EvalError} `usage` for a file that exists, or whose name is not that of an eval set */
export async function createEvalSet(file: string, { cwd, at }: { readonly cwd: string; readonly at: Date }) {
  const id = basename(file).slice(0, -ending.length)
  if (!file.endsWith(ending) || id === '') {
    throw new EvalError('usage', message('{file} is no name for an eval set', { file }), {
      hint: message('ADK finds sets by their ending: {example}', { example: `${basename(file, '.json')}${ending}` }),
    })
  }
  const text = writeAdkEvalSet({ id, name: id, createdAt: at.getTime() / 1000 }, [])
  await atomicWrite(resolve(cwd, file), `${text}\n`, { exclusive: true, folders: true })
}

/** @throws {EvalError} where the set does not exist */
export async function casesOfSet(file: string, cwd: string): Promise<readonly EvalCase[]> {
  const { dataset } = await readDataset(await bytesOf(file, cwd), file)
  return Array.fromAsync(dataset.cases())
}

/**
 * Appends cases to a set and leaves the rest of it as it was. Cases whose id the set has already are skipped.
 *
 * @throws {EvalError} `usage` where the set does not exist, `format` for a case that it cannot hold
 */
export async function addToEvalSet(file: string, cases: readonly EvalCase[], { cwd }: { readonly cwd: string }) {
  let bytes = await bytesOf(file, cwd)
  const ids = new Set((await casesOfSet(file, cwd)).map(({ id }) => id))
  const added = cases.filter(({ id }) => !ids.has(id))
  for (const evalCase of added) {
    bytes = await editDataset(bytes, { kind: 'add', evalCase }, { file, formats })
  }
  if (added.length > 0) await atomicWrite(resolve(cwd, file), bytes)
  return { added: added.map(({ id }) => id), present: cases.flatMap(({ id }) => (ids.has(id) ? [id] : [])) }
}

async function bytesOf(file: string, cwd: string): Promise<Buffer> {
  const path = resolve(cwd, file)
  if (existsSync(path)) return readFile(path)
  throw new EvalError('usage', message('there is no eval set {file}', { file }), {
    hint: message('`shinsa evalset create {file}` makes an empty one.', { file }),
  })
}
