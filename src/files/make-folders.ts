import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './write-error.ts'

/**
 * Makes a folder with those above it; one that is there is fine. Node's own `recursive` never returns where a system makes
 * no folders and says that the one above is missing, as below `/proc`.
 *
 * @throws what the system says
 */
export function makeFolders(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return
    // A root that is there may be answered with other codes than "it is there".
    if (codeOf(error) !== 'ENOENT' && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    makeFolders(dirname(folder))
    makeOne(folder)
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}
