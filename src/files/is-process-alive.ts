import { codeOf } from './write-error.ts'

/** Whether a process of this machine is still there. */
export function isProcessAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return codeOf(error) === 'EPERM'
  }
}
