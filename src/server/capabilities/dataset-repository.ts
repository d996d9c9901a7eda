import type { EvalCase, EvalError } from '../../core/index.ts'
import type { DatasetChoice } from '../api/new-run.ts'
import type { DatasetPage, DatasetCopy } from '../api/datasets.ts'

type DatasetRepositoryChange = { readonly revision: string }

/**
 * The project's datasets, by ids that the repository gave out. Each change names the revision that the caller has read; `stale`
 * means that the file has changed since, and was left as it is.
 */
export interface DatasetRepository {
  readonly formats: readonly string[]
  /** Lists the datasets, and the files that were meant to be datasets and cannot be read. */
  list(): Promise<{
    readonly datasets: readonly DatasetChoice[]
    readonly unreadable: readonly { readonly name: string; readonly problem: EvalError }[]
  }>
  page(id: string, from: number, limit: number): Promise<DatasetPage>
  add(
    id: string,
    revision: string,
    evalCase: EvalCase,
  ): Promise<(DatasetRepositoryChange & { readonly position: number }) | 'stale'>
  replace(
    id: string,
    revision: string,
    position: number,
    evalCase: EvalCase,
  ): Promise<DatasetRepositoryChange | 'stale'>
  remove(id: string, revision: string, position: number): Promise<DatasetRepositoryChange | 'stale'>
  /** Adds a file to the project. @throws {EvalError} when it is no dataset, or its name is taken */
  take(name: string, bytes: Uint8Array): Promise<DatasetChoice>
  /** Converts the dataset to another format. @throws {EvalError} `usage` for an unknown format */
  copy(id: string, format: string): Promise<DatasetCopy & { readonly text: string }>
  /** Converts the dataset and saves the copy in the project. */
  saveCopy(id: string, format: string, name: string): Promise<DatasetChoice>
}
