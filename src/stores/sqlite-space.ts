import type { DatabaseSync } from 'node:sqlite'
import { isLocked } from './store-error.ts'

/** The bytes of a file that hold something; pages that were given up are used again by what comes next. */
export function usedBytes(database: DatabaseSync): number {
  return (pragma(database, 'page_count') - pragma(database, 'freelist_count')) * pragma(database, 'page_size')
}

/** Gives pages that were given up back to the disk, and with them what stood there; not while others are at work on the file. */
export function shrink(database: DatabaseSync): void {
  try {
    database.exec('VACUUM')
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isLocked(error)) throw error
  }
}

function pragma(database: DatabaseSync, name: 'page_count' | 'freelist_count' | 'page_size'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
}
