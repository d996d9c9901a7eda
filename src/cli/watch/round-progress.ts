import type { Reporter, Verdict } from '../../core/index.ts'
import { liveProgress } from '../../workspace/runs/reports.ts'
import { oneLine } from '../../workspace/visible-text.ts'
import type { Terminal } from '../command.ts'

const marks: Readonly<Record<Verdict, string>> = { passed: '✓', failed: '✗', error: '!', 'not-evaluated': '?' }
const mostTold = 5

/** How a round goes on. Of the first cases that the agent is asked it is told at once how they came out: they are why it is played. */
export async function roundProgress(terminal: Terminal): Promise<Reporter> {
  const { stderr, isInteractive } = terminal
  const live = await liveProgress(terminal)
  let told = 0
  return async (event) => {
    if (event.type === 'case-end' && event.result.transcript.askedIn === undefined && told < mostTold) {
      told += 1
      const { verdict, evalCase } = event.result
      stderr(`${isInteractive ? '\r\u001b[K' : ''}${marks[verdict]} ${oneLine(evalCase.id)}\n`)
    }
    await live(event)
  }
}
