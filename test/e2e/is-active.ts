import { existsSync, readFileSync } from 'node:fs'

/** Whether a process is alive. One that ended stays behind as a zombie where a container's first process is no init. */
export function isActive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = `/proc/${pid}/status`
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'))
}
