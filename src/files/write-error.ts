import { basename } from 'node:path'
import { EvalError, message } from '../core/index.ts'

/** Runs one step of writing a file and names the file in the system's errors. */
export type Writing = <Value>(step: () => Promise<Value>) => Promise<Value>

/** Wraps the steps of writing one file; errors of the content's source pass through unchanged. */
export function writingTo(path: string): Writing {
  return async (step) => {
    try {
      return await step()
    } catch (cause) {
      throw writeError(path, cause)
    }
  }
}

/** Names the file in an error of the system that writing it met; other errors stay as they are. */
export function writeError(path: string, cause: unknown): unknown {
  const problem = problemOf(cause)
  if (problem === undefined) return cause
  return new EvalError('environment', message('{file} cannot be written: {problem}', { file: path, problem }), {
    hint: message('What was there before is unchanged.'),
    cause,
  })
}

/** Returns what the system says, without the name of the file, which may be a temporary one; undefined for other errors. */
export function problemOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'syscall' in cause ? cause.message.replace(/, \w+( '.*)?$/s, '') : undefined
}

export function isThere(path: string): EvalError {
  return new EvalError('usage', message('there is a file {name} already', { name: basename(path) }), {
    hint: message('Nothing was overwritten. Choose another name.'),
  })
}

/** Returns the system's error code, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
