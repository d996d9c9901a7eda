import type { Worker } from 'node:worker_threads'

/**
 * Returns a thread's processor time in milliseconds, or 0 after its end. Node.js before 24.6 does not report it; there,
 * the time since `startedAt` (of `performance.now()`) is returned.
 */
export async function threadTime(thread: Worker, startedAt: number): Promise<number> {
  if (!('cpuUsage' in thread)) return performance.now() - startedAt
  const { user, system } = await whileRunning(thread.cpuUsage(), { user: 0, system: 0 })
  return (user + system) / 1000
}

/** Awaits a thread's statistics; returns `otherwise` when the thread has ended, which it reports itself. */
export async function whileRunning<Said>(said: Promise<Said>, otherwise: Said): Promise<Said> {
  try {
    return await said
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_NOT_RUNNING') return otherwise
    throw cause
  }
}
