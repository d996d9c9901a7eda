import { readFileSync } from 'node:fs'
import { codeOf } from './write-error.ts'

export function isProcessAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return !hasEnded(processId)
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Tells whether the process is a zombie, which ended without being waited for. In a container whose first process is no init,
 * zombies stay. Only Linux reports them in a file.
 */
function hasEnded(processId: number): boolean {
  try {
    return /\) [XZ] \d/.test(readFileSync(`/proc/${processId}/stat`, 'utf8'))
  } catch {
    return false
  }
}
