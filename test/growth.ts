/**
 * How many times longer a work takes for each doubling of its input: about 2 where time grows with the input, about 4 where
 * it grows with its square. Only the time of this thread counts, the least of several rounds over one and four times the
 * input, so that a busy machine changes little.
 */
export async function growth(work: (scale: 1 | 4) => unknown): Promise<number> {
  let [once, fourTimes] = [Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round += 1) {
    once = Math.min(once, await timeOf(() => work(1)))
    fourTimes = Math.min(fourTimes, await timeOf(() => work(4)))
  }
  // What is over at once grows by chance.
  return Math.sqrt(fourTimes / Math.max(once, SHORTEST))
}

const ROUNDS = 3
/** Milliseconds. */
const SHORTEST = 5

async function timeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
