import type { EvalCase, EvalError } from '../../core/index.ts'
import type { DatasetChoice } from '../api/new-run.ts'
import type { DatasetPage, DatasetCopy } from '../api/datasets.ts'

type DatasetRepositoryChange = { readonly revision: string }

/**
 * The datasets of the project, by ids that the repository gave out. Who changes one says which revision was seen; `stale` means
 * that the file is another one by now, and stays as it is.
 */
export interface DatasetRepository {
  /** The names of the formats that copies can be written in. */
  readonly formats: readonly string[]
  /** What can be read, and what is wrong with the files that were meant to be. */
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
  /** Takes a file in. @throws {EvalError} when it is no dataset, or there is one of that name */
  take(name: string, bytes: Uint8Array): Promise<DatasetChoice>
  /** The dataset in another format. @throws {EvalError} `usage` for a format that there is not */
  copy(id: string, format: string): Promise<DatasetCopy & { readonly text: string }>
  /** The same as a file of the project. */
  saveCopy(id: string, format: string, name: string): Promise<DatasetChoice>
}
