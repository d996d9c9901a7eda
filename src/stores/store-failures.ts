import type { DatabaseSync } from 'node:sqlite'
import { EvalError, message } from '../core/index.ts'
import { storeError } from './store-error.ts'

export type StoreFailures = ReturnType<typeof storeFailures>

/** Says what went wrong with a store: with its file, or that it was closed. */
export function storeFailures(database: DatabaseSync, file: string) {
  const explain = (error: unknown): unknown => (database.isOpen ? storeError(file, error) : closed(file))
  return {
    explain,

    explained<Result>(work: () => Result): Result {
      try {
        return work()
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

function closed(file: string): EvalError {
  return new EvalError('store', message('the run store {file} is closed already', { file }))
}
