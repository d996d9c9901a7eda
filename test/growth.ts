import { countWork } from './count-work.ts'

/**
 * How many times more there is to do for each doubling of the input: about 2 where the work grows with the input, about 4
 * where it grows with its square. The work is counted, over one and four times the input, and nothing is timed. Import this
 * before the code that it measures.
 */
export async function growth(work: (scale: 1 | 4) => unknown): Promise<number> {
  // What is made once, at the first use, is no part of it.
  await work(1)
  const once = await countWork(() => work(1))
  return Math.sqrt((await countWork(() => work(4))) / once)
}
