import { stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { EvalError, message } from '../../core/index.ts'
import { formats, openDataset } from '../../compose/datasets.ts'
import { packageFolder } from '../../files/index.ts'
import { isEditableFormat } from '../../formats/edit-dataset.ts'
import { markedId } from './choice-id.ts'
import { filesBelow } from './files-below.ts'
import { foreignConfig, foreignConfigWarning, loadConfig } from '../../compose/config/load-config.ts'

/** A dataset file of the project. Its id stays the same while the file stays where it is. */
export type ProjectDataset = {
  readonly id: string
  readonly file: string
  /** The path relative to the project. */
  readonly name: string
  readonly format: string
  readonly cases: number
  /** Whether it is one of the shipped examples. */
  readonly shipped: boolean
  /** Whether it holds recorded answers, so that no agent is asked. */
  readonly recorded: boolean
}

/** A file that looks like a dataset and cannot be read as one. */
type UnreadableDataset = { readonly name: string; readonly problem: EvalError }

type FoundDatasets = {
  readonly datasets: readonly ProjectDataset[]
  readonly unreadable: readonly UnreadableDataset[]
}

export type ProjectDatasets = {
  list(): Promise<FoundDatasets>
  /** @throws {EvalError} `usage` when no dataset has that id, `format` when its file can no longer be read */
  find(id: string): Promise<ProjectDataset>
}

type ProjectDatasetsMatch = {
  readonly file: string
  readonly name: string
  readonly shipped: boolean
  readonly named: boolean
}

const examplesFolder = join(packageFolder, 'examples')
// Projects have many YAML files that are no datasets, so only those with a dataset's name are read.
const datasetNames =
  /(\.(json|jsonl|ndjson|csv|tsv|xlsx|xlsm)|(eval|dataset|golden|question|case|sample|データセット|質問)[^/]*\.ya?ml)$/i

/** Files of these names can only be meant as datasets. */
const ownNames = /\.(evalset|test)\.json$|_suite\.json$|(^|\/)eval_dataset\b.*\.json$/i

/**
 * The datasets of a project: those that its config names, every file below its folder that can be read as one, then the
 * shipped examples. A file is read again when it has changed.
 */
export function projectDatasets(folder: string): ProjectDatasets {
  const read = rememberingReader(folder)

  async function list(): Promise<FoundDatasets> {
    const datasets: ProjectDataset[] = []
    const unreadable: UnreadableDataset[] = []
    for (const found of await candidates(folder)) {
      const { file, name, shipped } = found
      const outcome = await read(found)
      if (outcome instanceof EvalError) {
        if (found.named || ownNames.test(name)) unreadable.push({ name, problem: outcome })
        continue
      }
      datasets.push({ id: idOf(name), file, name, shipped, ...outcome })
    }
    const files = datasets.flatMap(({ file, shipped }) => (shipped ? [] : [file]))
    return { datasets, unreadable: [...unreadable, ...(await configsPassedOver(folder, files))] }
  }

  return {
    list,
    async find(id) {
      const found = (await candidates(folder)).find(({ name }) => idOf(name) === id)
      if (found === undefined) {
        throw new EvalError('usage', message('there is no dataset {dataset}', { dataset: JSON.stringify(id) }), {
          hint: message('It may have been moved or renamed: choose it anew.'),
        })
      }
      const outcome = await read(found)
      if (outcome instanceof EvalError) throw outcome
      const { file, name, shipped } = found
      return { id, file, name, shipped, ...outcome }
    },
  }
}

/** Whether its cases can be written back to the file. */
export function isEditable({ format, shipped }: Pick<ProjectDataset, 'format' | 'shipped'>): boolean {
  return !shipped && isEditableFormat(format, formats)
}

async function candidates(folder: string): Promise<readonly ProjectDatasetsMatch[]> {
  const { config, folder: base } = await loadConfig({ cwd: folder })
  const named = (config.datasets ?? []).map((dataset) => resolve(base, dataset))
  const own = [...new Set([...named, ...(await filesBelow(folder, datasetNames))])].map((file) => ({
    file,
    name: shown(relative(folder, file)),
    shipped: false,
    named: named.includes(file),
  }))
  const seen = new Set(own.map(({ file }) => file))
  const shipped = (await filesBelow(examplesFolder, datasetNames))
    .filter((file) => !seen.has(file))
    .map((file) => ({ file, name: shown(relative(packageFolder, file)), shipped: true, named: false }))
  return [...own, ...shipped]
}

function shown(path: string): string {
  return path.split(sep).join('/')
}

function idOf(name: string): string {
  return markedId(name, name.slice(name.lastIndexOf('/') + 1).replace(/\.\w+$/, ''))
}

type ProjectDatasetsOutcome = Pick<ProjectDataset, 'format' | 'cases' | 'recorded'> | EvalError

function rememberingReader(folder: string) {
  const remembered = new Map<string, { readonly state: string; readonly outcome: ProjectDatasetsOutcome }>()
  return async ({ file, name }: Pick<ProjectDatasetsMatch, 'file' | 'name'>): Promise<ProjectDatasetsOutcome> => {
    const state = await datasetState(file)
    const known = remembered.get(file)
    if (known !== undefined && known.state === state) return known.outcome
    const outcome = await tryToRead(file, name, folder)
    remembered.set(file, { state, outcome })
    return outcome
  }
}

/** A value that changes whenever the file does. */
export async function datasetState(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  return found === undefined ? 'gone' : `${found.size} ${found.mtimeMs} ${found.ino}`
}

async function tryToRead(file: string, name: string, folder: string): Promise<ProjectDatasetsOutcome> {
  try {
    const opened = await openDataset(file, { columns: await columnsFor(file, folder), called: name })
    return { format: opened.format, cases: opened.count, recorded: opened.transcripts !== undefined }
  } catch (error) {
    if (error instanceof EvalError) return error
    throw error
  }
}

/** Returns the `columns` of the project's config that apply to a table. */
export async function columnsFor(file: string, project: string) {
  if (!/\.(csv|tsv|jsonl|ndjson)$/i.test(file)) return undefined
  return (await loadConfig({ cwd: project })).config.columns
}

/** Configs beside datasets that are not the project's own; they are not loaded, since they are code. */
async function configsPassedOver(folder: string, files: readonly string[]): Promise<readonly UnreadableDataset[]> {
  const loaded = await loadConfig({ cwd: folder })
  return [...new Set(files.map((file) => dirname(file)))].flatMap((place) => {
    const file = foreignConfig(place, loaded)
    if (file === undefined) return []
    const name = shown(relative(folder, file))
    const { sentence, hint } = foreignConfigWarning(name)
    return [{ name, problem: new EvalError('config', sentence, { hint }) }]
  })
}
