import type { Worker } from 'node:worker_threads'

/**
 * What a thread that was started at a time of `performance.now()` has had of the processor, in milliseconds; 0 once it has ended.
 * Before version 24.6 Node.js does not tell, and the clock counts.
 */
export async function threadTime(thread: Worker, startedAt: number): Promise<number> {
  if (!('cpuUsage' in thread)) return performance.now() - startedAt
  const { user, system } = await whileRunning(thread.cpuUsage(), { user: 0, system: 0 })
  return (user + system) / 1000
}

/** What a thread says; `otherwise` where it ended since it was asked, and says by itself how. */
export async function whileRunning<Said>(said: Promise<Said>, otherwise: Said): Promise<Said> {
  try {
    return await said
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_NOT_RUNNING') return otherwise
    throw cause
  }
}
