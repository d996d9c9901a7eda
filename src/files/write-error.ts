import { basename } from 'node:path'
import { EvalError, message } from '../core/index.ts'

/** Does one step of writing a file. What the system refuses is said with the file's name. */
export type Writing = <Value>(step: () => Promise<Value>) => Promise<Value>

/** Steps of writing one file; what the source of its content throws is none of them and goes its own way. */
export function writingTo(path: string): Writing {
  return async (step) => {
    try {
      return await step()
    } catch (cause) {
      if (!(cause instanceof Error && 'syscall' in cause)) throw cause
      // Without the name of the file beside, which tells nobody anything.
      const problem = cause.message.replace(/, \w+( '.*)?$/s, '')
      throw new EvalError('environment', message('{file} cannot be written: {problem}', { file: path, problem }), {
        hint: message('What was there before is unchanged.'),
        cause,
      })
    }
  }
}

export function isThere(path: string): EvalError {
  return new EvalError('usage', message('there is a file {name} already', { name: basename(path) }), {
    hint: message('Nothing was overwritten. Choose another name.'),
  })
}

/** What the system calls the problem, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
