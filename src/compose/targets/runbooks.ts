import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import type {
  BuildProgress,
  BuiltRunbookIndex,
  RunbookIndex,
  RunbookIndexOptions,
  RunbookStatus,
} from '../../packs/runbook/assistant/index.ts'
import { patiently } from '../judging/choose-judge.ts'
import type { Opening } from '../judging/choose-judge.ts'
import { projectFolder } from '../config/load-config.ts'

export type { BuiltRunbookIndex }

type RunbookSettings = Opening & {
  readonly cwd: string
  /** The model of the embeddings; without one only words are searched. */
  readonly embedding?: string | undefined
}

type BuildSettings = RunbookSettings & {
  readonly now: () => Date
  readonly signal: AbortSignal
  readonly onProgress?: (progress: BuildProgress) => void
}

/** Builds the index of a folder of runbooks in the project's `.shinsa/`, or brings it up to date. */
export async function buildRunbooks(folder: string, settings: BuildSettings): Promise<BuiltRunbookIndex> {
  const { buildRunbookIndex } = await import('../../packs/runbook/assistant/index.ts')
  const { now, signal, onProgress } = settings
  const options = await indexOptions(folder, settings)
  return buildRunbookIndex(resolve(settings.cwd, folder), {
    ...options,
    now,
    signal,
    ...(onProgress && { onProgress }),
  })
}

/** The index as it was built, whatever became of the folder since. */
export async function openRunbooks(folder: string, settings: RunbookSettings): Promise<RunbookIndex> {
  const { openRunbookIndex } = await import('../../packs/runbook/assistant/index.ts')
  return openRunbookIndex(resolve(settings.cwd, folder), await indexOptions(folder, settings))
}

export async function runbooksStatus(folder: string, { cwd }: { cwd: string }): Promise<RunbookStatus | undefined> {
  const { runbookStatus } = await import('../../packs/runbook/assistant/index.ts')
  return runbookStatus(resolve(cwd, folder), { at: placeOf(folder, cwd) })
}

async function indexOptions(folder: string, settings: RunbookSettings): Promise<RunbookIndexOptions> {
  const { cwd, embedding } = settings
  return {
    at: placeOf(folder, cwd),
    ...(embedding !== undefined && { embedding: await openEmbedding(embedding, settings) }),
  }
}

async function openEmbedding(name: string, settings: RunbookSettings) {
  const { openEmbeddingModel } = await import('../../models/index.ts')
  const model = await openEmbeddingModel(name, { environment: settings.environment })
  const patient = await patiently('agent', settings)
  return { ...patient(model), most: model.most }
}

/** Beside the runs, a folder for each folder of runbooks. */
function placeOf(folder: string, cwd: string): string {
  const path = resolve(cwd, folder)
  const mark = createHash('sha256').update(path).digest('hex').slice(0, 8)
  return join(projectFolder(cwd), '.shinsa', 'runbooks', `${basename(path)}-${mark}`)
}
