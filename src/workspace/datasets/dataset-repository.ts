import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { type EvalCase, type Message, EvalError, message } from '../../core/index.ts'
import { keepLast } from '../../core/basics/keep-last.ts'
import { atomicWrite } from '../../files/index.ts'
import type { CaseEdit } from '../../formats/case-edit.ts'
import { editDataset } from '../../formats/edit-dataset.ts'
import { formats, readDataset, writeDataset } from '../../compose/datasets.ts'
import type { OpenedDataset } from '../../formats/open-dataset.ts'
import { fileEnding, writableFormats } from '../../formats/write-dataset.ts'
import { isPathInside } from '../../files/path-inside.ts'
import { inTurn } from '../in-turn.ts'
import { type ProjectDataset, type ProjectDatasets, columnsFor, isEditable, datasetState } from './project-datasets.ts'

/** A dataset as the page lists it. */
type StoredDataset = {
  readonly id: string
  readonly name: string
  readonly format: string
  readonly cases: number
  readonly editable: boolean
  readonly shipped: boolean
  readonly keepsReviews: boolean | undefined
  readonly isDefault: boolean | undefined
  /** Says why its cases cannot be changed. */
  readonly about?: Message
}

const largestMiB = 64
const keptDatasets = 3

/** The datasets of a project for the page: reads them, changes single cases, takes in files and copies datasets. */
export function datasetRepository(folder: string, datasets: ProjectDatasets) {
  const read = keptReader(folder)
  const oneByOne = inTurn()

  async function change(
    id: string,
    revision: string,
    edit: CaseEdit,
  ): Promise<{ readonly revision: string; readonly cases: number } | 'stale'> {
    return oneByOne(async () => {
      const dataset = await datasets.find(id)
      await refuseChange(dataset, folder)
      const { file, name } = dataset
      const bytes = await readFile(file)
      if (hash('sha256', bytes) !== revision) return 'stale'
      const edited = await editDataset(bytes, edit, { file: name, formats, columns: await columnsFor(file, folder) })
      await atomicWrite(file, edited, { replacesLinks: true })
      // Counted within the same turn, since the next change may add a case.
      return { revision: hash('sha256', edited), cases: (await datasets.find(id)).cases }
    })
  }

  async function create(name: string, bytes: Uint8Array): Promise<StoredDataset> {
    refuseName(name)
    const file = join(folder, name)
    await readDataset(bytes, name, { columns: await columnsFor(file, folder) })
    await atomicWrite(file, bytes, { exclusive: true, replacesLinks: true })
    const created = (await datasets.list()).datasets.find((dataset) => dataset.name === name)
    if (created === undefined) throw new Error(`${name} was written and is not there`)
    return storedDataset(created)
  }

  async function copyOf(id: string, format: string) {
    const dataset = await datasets.find(id)
    const { opened, cases } = await read(dataset)
    const { text, losses } = await writeDataset(format, opened.dataset, cases, { evaluators: opened.evaluators })
    return { name: copyName(dataset.name, format), text, losses: [...losses] }
  }

  return {
    formats: writableFormats(formats),

    async list() {
      const found = await datasets.list()
      return { datasets: found.datasets.map(storedDataset), unreadable: [...found.unreadable] }
    },

    async page(id: string, from: number, limit: number) {
      const dataset = await datasets.find(id)
      const { opened, cases } = await read(dataset)
      return { dataset: storedDataset(dataset), ...pageOf(cases, from, limit), revision: opened.sha256 }
    },

    async add(id: string, revision: string, evalCase: EvalCase) {
      const changed = await change(id, revision, { kind: 'add', evalCase })
      return changed === 'stale' ? changed : { revision: changed.revision, position: changed.cases - 1 }
    },

    replace: async (id: string, revision: string, position: number, evalCase: EvalCase) =>
      change(id, revision, { kind: 'replace', position, evalCase }),

    remove: async (id: string, revision: string, position: number) =>
      change(id, revision, { kind: 'remove', position }),

    /** Stores an uploaded file; never overwrites another. */
    take: async (name: string, bytes: Uint8Array) => oneByOne(async () => create(name, bytes)),

    copy: copyOf,

    async saveCopy(id: string, format: string, name: string) {
      const { text } = await copyOf(id, format)
      return oneByOne(async () => create(name, Buffer.from(text)))
    },
  }
}

function pageOf(cases: readonly EvalCase[], from: number, limit: number) {
  const shown = cases.slice(from, from + limit)
  const next = from + shown.length
  return {
    cases: shown.map((evalCase, at) => ({ position: from + at, evalCase: withoutFolder(evalCase) })),
    next: next < cases.length ? next : null,
  }
}

/** Reads whole datasets and caches the last ones until their files change. */
function keptReader(folder: string) {
  type Kept = { readonly state: string; readonly opened: OpenedDataset; readonly cases: readonly EvalCase[] }
  const kept = keepLast<Kept>(keptDatasets)
  return async ({ file, name }: ProjectDataset): Promise<Kept> => {
    const state = await datasetState(file)
    const before = kept.get(file)
    if (before?.state === state) return before
    const bytes = await readFile(file)
    if (bytes.length > largestMiB * 1024 * 1024) {
      throw new EvalError('format', message('{file} is larger than {limit} MiB', { file: name, limit: largestMiB }), {
        hint: message('The page shows smaller datasets; runs take this one too.'),
      })
    }
    const opened = await readDataset(bytes, name, { columns: await columnsFor(file, folder) })
    return kept.set(file, { state, opened, cases: await Array.fromAsync(opened.dataset.cases()) })
  }
}

function storedDataset(dataset: ProjectDataset): StoredDataset {
  const { file: _, recorded: __, ...shown } = dataset
  const { keepsReviews, isDefault } = formats.find(({ name }) => name === dataset.format) ?? {}
  const editable = isEditable(dataset) && !isElsewhere(dataset)
  return { ...shown, editable, keepsReviews, isDefault, ...(!editable && { about: whyReadOnly(dataset) }) }
}

function whyReadOnly(dataset: ProjectDataset): Message {
  const { format, shipped } = dataset
  if (shipped) return message('An example that ships with Shinsa. Save a copy to change it.')
  if (isElsewhere(dataset)) return message('It lies outside of the project. Save a copy to change it.')
  const { whyReadOnly: why, isOutdated } = formats.find(({ name }) => name === format) ?? {}
  if (why !== undefined) return why
  return isOutdated === true
    ? message('An old format, which is read and not written any more. Save a copy as an eval set to change it.')
    : message('Results are what an agent once did, and stay that. Save a copy as an eval set to change it.')
}

/** A config may name datasets anywhere; those outside of the project are read only. */
function isElsewhere({ name }: ProjectDataset): boolean {
  return name.startsWith('../') || isAbsolute(name)
}

/** @throws {EvalError} `usage` for read-only datasets and files outside of the project */
async function refuseChange(dataset: ProjectDataset, folder: string): Promise<void> {
  const { name, file } = dataset
  if (!isEditable(dataset) || isElsewhere(dataset)) {
    throw new EvalError('usage', message('{file} is read only', { file: name }), { hint: whyReadOnly(dataset) })
  }
  if (await isPathInside(dirname(file), folder)) return
  throw new EvalError('usage', message('{file} lies outside of the project and is not written', { file: name }), {
    hint: message('Save a copy in the project to change it.'),
  })
}

/** Hides where a review's documents lie on this machine. */
function withoutFolder(evalCase: EvalCase): EvalCase {
  const { review, conversation: _madeFromTheReview, ...others } = evalCase
  return review === undefined ? evalCase : { ...others, review: { ...review, folder: '' } }
}

/** @throws {EvalError} `usage` for a name that is no plain file name of a dataset */
function refuseName(name: string): void {
  if (isSetting(name)) {
    throw new EvalError('usage', message('{name} is the name of a settings file', { name: JSON.stringify(name) }), {
      hint: message('Choose another name: what stands there decides how the project runs.'),
    })
  }
  if (
    name.length <= 120 &&
    /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .()-]*\.(json|jsonl|ndjson|csv|tsv|xlsx|xlsm|ya?ml)$/iu.test(name)
  )
    return
  throw new EvalError('usage', message('{name} is no name for a dataset here', { name: JSON.stringify(name) }), {
    hint: message(
      'Letters, digits, spaces and . _ - ( ), at most 120 of them, with .json, .jsonl, .ndjson, .csv, .tsv, .xlsx or .yaml at the end.',
    ),
  })
}

/** Config files name code that would be loaded, such as metrics in ADK's test_config.json, so they are not accepted as datasets. */
function isSetting(name: string): boolean {
  const settings = /^(test_config|package|package-lock|npm-shrinkwrap|[jt]sconfig(\..*)?|(.*\.)?config)\.json$/i
  return (
    settings.test(name) ||
    /^(eval_config|pnpm-.*|(docker-)?compose.*|promptfooconfig.*|(.*\.)?config)\.ya?ml$/i.test(name)
  )
}

function copyName(name: string, format: string): string {
  const bare = basename(name).replace(/(\.test)?\.\w+$/, '')
  const ending = formats.flatMap((one) => one.ending?.replace(/\.\w+$/, '') ?? []).find((one) => bare.endsWith(one))
  return `${bare.slice(0, bare.length - (ending?.length ?? 0))}${fileEnding(format, formats)}`
}
