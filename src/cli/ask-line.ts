import { createInterface } from 'node:readline/promises'

/** Asks on standard error, so that standard output stays clean. @returns undefined after Ctrl-C or Ctrl-D, and when the command is stopped */
export async function askLine(question: string, signal: AbortSignal): Promise<string | undefined> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new AbortController()
  // Without this, a closed input would leave the question pending for ever.
  asking.once('close', () => closed.abort())
  try {
    return await asking.question(question, { signal: AbortSignal.any([signal, closed.signal]) })
  } catch (error) {
    if (!closed.signal.aborted && !signal.aborted) throw error
    process.stderr.write('\n')
    return undefined
  } finally {
    asking.close()
  }
}
