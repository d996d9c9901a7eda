import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { EvalError, message, type Message } from '../core/index.ts'
import { messageOf } from '../core/basics/message-of.ts'

/** Explains an error of SQLite or the file system and what to do about it. Other errors are returned unchanged. */
export function storeError(file: string, error: unknown): unknown {
  const problem = problemOf(file, error)
  if (problem === undefined) return error
  return new EvalError('store', problem.sentence, {
    hint: problem.hint,
    cause: error,
    retryable: problem.passing ?? false,
  })
}

/** True when another process holds the lock. */
export function isLocked(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === sqlite.busy || code === sqlite.locked
}

/** True when the file or its folder is not writable. */
export function isReadOnly(error: unknown): boolean {
  const code = sqliteCode(error) ?? systemCode(error)
  return code === sqlite.readOnly || code === sqlite.cannotOpen || ['EACCES', 'EPERM', 'EROFS'].includes(String(code))
}

export function goneStore(file: string): EvalError {
  return new EvalError('store', message('the run store {file} was deleted or replaced while it was in use', { file }), {
    hint: message('What was written since then is lost. Put the file back or begin anew, and run again.'),
  })
}

type StoreErrorProblem = { readonly sentence: Message; readonly hint: Message; readonly passing?: boolean }

// Result codes of https://www.sqlite.org/rescode.html; extended codes use the higher bits.
const sqlite = { busy: 5, locked: 6, readOnly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 }

function problemOf(file: string, error: unknown): StoreErrorProblem | undefined {
  switch (reasonOf(file, error)) {
    case undefined:
      return undefined
    case sqlite.busy:
    case sqlite.locked:
      return {
        sentence: message('the run store {file} is locked by another process', { file }),
        hint: message('Wait until the other program is done with it, or stop that program, then try again.'),
        passing: true,
      }
    case 'EMFILE':
    case 'ENFILE':
      return {
        sentence: message('too many files are open to open the run store {file}', { file }),
        hint: message('Raise the limit (`ulimit -n`) or lower --concurrency, then try again.'),
        passing: true,
      }
    case 'ENOLCK':
      return {
        sentence: message('the run store {file} cannot be locked, and no process that is seen here holds it', { file }),
        hint: message(
          'Its disk may give no locks (ENOLCK, as NFS without its lock service), or another machine or container is at work on it. Try again later, or name a file on a disk of this machine, or a PostgreSQL database.',
        ),
        passing: true,
      }
    case sqlite.readOnly:
    case sqlite.cannotOpen:
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
      return {
        sentence: message('the run store {file} cannot be opened for writing', { file }),
        hint: message('The file and its folder must both be writable. Check their permissions, or name another file.'),
      }
    case 'EEXIST':
    case 'ENOTDIR':
      return {
        sentence: message('the folder of the run store {file} cannot be made: a file is in its place', { file }),
        hint: message('Move that file away, or name another place for the runs.'),
      }
    case sqlite.full:
    case 'ENOSPC':
      return {
        sentence: message('no space is left for the run store {file}', { file }),
        hint: message('Make room on the disk and resume the run: everything up to here is kept.'),
      }
    case sqlite.notADatabase:
      return {
        sentence: message('{file} is not a run store', { file }),
        hint: message('Name another file for the runs, or move this one away.'),
      }
    case sqlite.corrupt:
      return {
        sentence: message('the run store {file} is damaged: {problem}', { file, problem: messageOf(error) }),
        hint: message('Restore it from a backup, or move it away together with {file}-wal to begin a new one.', {
          file,
        }),
      }
    case sqlite.io:
      return {
        sentence: message('the disk failed under the run store {file}: {problem}', { file, problem: messageOf(error) }),
        hint: message('Check the disk and its free space, then resume the run: everything announced is kept.'),
      }
    default:
      return {
        sentence: message('the run store {file} failed: {problem}', { file, problem: messageOf(error) }),
        hint: message('Try another file for the runs. If it fails there too, please report it.'),
      }
  }
}

/** Corrects two SQLite codes: "locked" on a disk without locks, and "cannot open" with too many open files. */
function reasonOf(file: string, error: unknown): number | string | undefined {
  const code = sqliteCode(error)
  if (code === sqlite.cannotOpen) return tooManyOpen(file) ?? code
  if (code === sqlite.busy && isUnheld(file)) return 'ENOLCK'
  return code ?? systemCode(error)
}

function tooManyOpen(file: string): string | undefined {
  try {
    closeSync(openSync(dirname(resolve(file)), 'r'))
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EMFILE' || code === 'ENFILE') return code
  }
  return undefined
}

/** True when Linux lists no lock on the file or its companions. */
function isUnheld(file: string): boolean {
  try {
    const held = new Set(Array.from(readFileSync('/proc/locks', 'utf8').matchAll(/:(\d+) /g), ([, inode]) => inode))
    const own = [file, `${file}-shm`, `${file}-wal`].map((one) => statSync(one, { throwIfNoEntry: false })?.ino)
    return own.every((inode) => inode === undefined || !held.has(String(inode)))
  } catch {
    return false
  }
}

function sqliteCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code & 0xff : undefined
}

function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

export type StoreFailures = ReturnType<typeof storeFailures>

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
