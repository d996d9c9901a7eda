import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Message } from '../../core/index.ts'
import { projectFolder } from '../../compose/config/load-config.ts'
import { runbookPlaces } from '../../packs/runbook/agent/runbook-places.ts'
import { runbooksStatus } from '../../packs/runbook/agent/runbooks.ts'

type FileState = 'indexed' | 'changed' | 'new' | 'gone'
type IndexedFile = {
  readonly name: string
  readonly state: FileState
  readonly sections: number
  readonly updatedAt?: string | undefined
}
type IndexNow = {
  readonly ready: boolean
  readonly builtAt?: string | undefined
  readonly embeddedBy?: string | undefined
  readonly files: readonly IndexedFile[]
  readonly problems: readonly { readonly file: string; readonly problem: Message }[]
}

/** Joins all indexes of a folder, which may have one for each language. */
export async function runbookIndexOf(folder: string, cwd: string) {
  const places = existsSync(folder) ? runbookPlaces(folder) : []
  const each = await Promise.all(places.map((place) => indexAt(place, folder, cwd)))
  const files = [...new Map(each.flatMap((one) => one.files).map((file) => [file.name, file])).values()]
  return {
    ready: each.length > 0 && each.every(({ ready }) => ready),
    builtAt: each.flatMap(({ builtAt }) => builtAt ?? []).toSorted()[0],
    embeddedBy: each.flatMap(({ embeddedBy }) => embeddedBy ?? [])[0],
    files: files.toSorted((one, other) => one.name.localeCompare(other.name)),
    sections: sectionsOf(files),
    outdated: outdatedOf(files),
    problems: each.flatMap(({ problems }) => problems),
    places: each.map(({ builtAt, files: own }, at) => ({
      name: relative(folder, places[at] ?? folder),
      builtAt,
      files: own.length,
      sections: sectionsOf(own),
      outdated: outdatedOf(own),
    })),
  }
}

function sectionsOf(files: readonly IndexedFile[]): number {
  return files.reduce((sum, { sections }) => sum + sections, 0)
}

function outdatedOf(files: readonly IndexedFile[]): number {
  return files.filter(({ state }) => state !== 'indexed').length
}

async function indexAt(place: string, folder: string, cwd: string): Promise<IndexNow> {
  const inFolder = (file: string) => relative(folder, join(place, file)).split(sep).join('/')
  const status = await runbooksStatus(place, { cwd, projectFolder: projectFolder(cwd) })
  if (status === undefined) return unbuiltAt(place, inFolder)
  const stateOf = (file: string): FileState =>
    status.gone.includes(file) ? 'gone' : status.changed.includes(file) ? 'changed' : 'indexed'
  return {
    ready: status.sections > 0,
    builtAt: status.builtAt,
    embeddedBy: status.embeddedBy,
    files: [
      ...status.indexed.map(({ file, ...rest }) => ({ ...rest, name: inFolder(file), state: stateOf(file) })),
      ...status.added.map((file) => ({ name: inFolder(file), state: 'new' as const, sections: 0 })),
    ],
    problems: status.problems.map(({ file, problem }) => ({ file: inFolder(file), problem })),
  }
}

async function unbuiltAt(place: string, inFolder: (file: string) => string): Promise<IndexNow> {
  const { runbooksIn } = await import('../../packs/runbook/assistant/index.ts')
  const { files, problems } = await runbooksIn(place)
  return {
    ready: false,
    files: files.map(({ file, updatedAt }) => ({ name: inFolder(file), state: 'new', sections: 0, updatedAt })),
    problems: problems.map(({ file, problem }) => ({ file: inFolder(file), problem })),
  }
}
