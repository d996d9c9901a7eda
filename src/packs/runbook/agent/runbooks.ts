import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import type {
  BuildProgress,
  BuiltRunbookIndex,
  RunbookIndex,
  RunbookIndexOptions,
  RunbookStatus,
} from '../assistant/index.ts'
import { hasLocalEmbedding, localEmbedding, openLocalEmbedding } from '../../../models/local-embedding-model.ts'
import { resilience, type ResilientOptions } from '../../../models/resilient-model.ts'

export type { BuiltRunbookIndex }

/** `cwd` resolves relative folders; `projectFolder` contains `.shinsa/`. */
type RunbooksPlace = { readonly cwd: string; readonly projectFolder: string }

type IndexSettings = ResilientOptions &
  RunbooksPlace & {
    /** The embedding model, or `none` to search words alone. Default: the model of the existing index. */
    readonly embedding?: string | undefined
  }

type BuildSettings = IndexSettings & {
  readonly now: () => Date
  readonly signal: AbortSignal
  readonly onProgress?: (progress: BuildProgress) => void
}

/** Builds the index of a folder of runbooks in the project's `.shinsa/`, or brings it up to date. */
export async function buildRunbooks(folder: string, settings: BuildSettings): Promise<BuiltRunbookIndex> {
  const { buildRunbookIndex } = await import('../assistant/index.ts')
  const { now, signal, onProgress } = settings
  const options = await indexOptions(folder, { ...settings, isNew: true })
  return buildRunbookIndex(resolve(settings.cwd, folder), {
    ...options,
    now,
    signal,
    ...(onProgress && { onProgress }),
  })
}

/** Opens the index without updating it, even if the folder has changed since. */
export async function openRunbooks(folder: string, settings: IndexSettings): Promise<RunbookIndex> {
  const { openRunbookIndex } = await import('../assistant/index.ts')
  return openRunbookIndex(resolve(settings.cwd, folder), await indexOptions(folder, settings))
}

export async function runbooksStatus(folder: string, place: RunbooksPlace): Promise<RunbookStatus | undefined> {
  const { runbookStatus } = await import('../assistant/index.ts')
  return runbookStatus(resolve(place.cwd, folder), { at: placeOf(folder, place) })
}

/** A new index uses the local embedding model if that is installed and no other one is named. */
async function indexOptions(
  folder: string,
  settings: IndexSettings & { readonly isNew?: boolean },
): Promise<RunbookIndexOptions> {
  const { embeddingOf } = await import('../assistant/index.ts')
  const at = placeOf(folder, settings)
  const usual = settings.isNew === true && hasLocalEmbedding(settings.projectFolder) ? localEmbedding : undefined
  const embedding = settings.embedding ?? (await embeddingOf({ at })) ?? usual
  if (embedding === undefined) return { at }
  if (embedding === 'none') return { at, embeddingName: embedding }
  return { at, embedding: await openEmbedding(embedding, settings), embeddingName: embedding }
}

async function openEmbedding(name: string, settings: IndexSettings) {
  if (name === localEmbedding) return openLocalEmbedding(settings.projectFolder)
  const { openEmbeddingModel } = await import('../../../models/open-model.ts')
  const model = await openEmbeddingModel(name, { environment: settings.environment })
  const resilient = resilience('agent', settings)
  return { ...resilient(model), most: model.most }
}

/** Each folder of runbooks has its own index folder under `.shinsa/runbooks`. */
function placeOf(folder: string, { cwd, projectFolder }: RunbooksPlace): string {
  const path = resolve(cwd, folder)
  const mark = createHash('sha256').update(path).digest('hex').slice(0, 8)
  return join(projectFolder, '.shinsa', 'runbooks', `${basename(path)}-${mark}`)
}
