import { statSync, type Stats } from 'node:fs'
import { EvalError, message } from '../core/index.ts'
import { codeOf, problemOf } from './write-error.ts'

/**
 * Refuses to read special files: opening a pipe waits for a writer, and a device may never end.
 *
 * @throws {EvalError} `usage` for a path that exists and is no regular file
 */
export function refuseOtherThanFile(path: string, stats?: Stats): void {
  const there = stats ?? statSync(path, { throwIfNoEntry: false })
  if (there === undefined || there.isFile()) return
  if (there.isDirectory()) {
    throw new EvalError('usage', message('{file} is a folder, not a file', { file: path }), {
      hint: message('Name one of the files in it.'),
    })
  }
  throw new EvalError(
    'usage',
    there.isFIFO()
      ? message('{file} is a pipe, not a file', { file: path })
      : message('{file} is a socket or a device, not a file', { file: path }),
    { hint: message('It is read more than once: write what comes out of it into a file, and name that.') },
  )
}

/** Reads from a path. @throws {EvalError} when the file does not exist or cannot be read */
export async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new EvalError('usage', message('{file}: there is no such file', { file: path }), {
        hint: message('Relative paths start from the working directory.'),
        cause,
      })
    }
    if (code === 'EACCES' || code === 'EPERM') {
      throw new EvalError('environment', message('{file} may not be read by this user', { file: path }), { cause })
    }
    const problem = problemOf(cause)
    if (problem === undefined) throw cause
    throw new EvalError('environment', message('{file} cannot be read: {problem}', { file: path, problem }), { cause })
  }
}
