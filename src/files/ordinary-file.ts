import { statSync, type Stats } from 'node:fs'
import { EvalError, message } from '../core/index.ts'

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
