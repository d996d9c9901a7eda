/**
 * Milliseconds that this thread has computed. Unlike a clock it does not count what a busy machine gave to others, so that a
 * bound says something about the code.
 */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
