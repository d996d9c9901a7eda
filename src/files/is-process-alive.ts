import { readFileSync } from 'node:fs'
import { codeOf } from './write-error.ts'

/** Whether a process of this machine is still there. */
export function isProcessAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return !hasEnded(processId)
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Whether it ended and its parent did not ask how. In a container whose first process is no init such processes stay as
 * long as it runs. Linux alone tells in a file.
 */
function hasEnded(processId: number): boolean {
  try {
    return /\) [XZ] \d/.test(readFileSync(`/proc/${processId}/stat`, 'utf8'))
  } catch {
    return false
  }
}
