import { createInterface } from 'node:readline/promises'

/** Asks on the terminal, beside what a program may read. @returns undefined for who pressed Ctrl-C or Ctrl-D instead */
export async function askLine(question: string, signal: AbortSignal): Promise<string | undefined> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new AbortController()
  // A question that is never answered would leave nothing to wait for.
  asking.once('close', () => closed.abort())
  try {
    return await asking.question(question, { signal: AbortSignal.any([signal, closed.signal]) })
  } catch (error) {
    if (!closed.signal.aborted) throw error
    process.stderr.write('\n')
    return undefined
  } finally {
    asking.close()
  }
}
