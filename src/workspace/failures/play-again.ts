import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { messageOf } from '../../core/basics/message-of.ts'
import { type CaseResult, type Run, type Transcript, EvalError, message, verdictOf } from '../../core/index.ts'
import { importModule } from '../../compose/config/import-module.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import type { TranscriptStep } from '../../failures/transcript-steps.ts'
import { branchFromSteps, type Branching } from '../../statistics/branching.ts'
import { Reply, toInvocation } from '../../targets/index.ts'
import { codeMetricsOf } from '../runs/mutate-run.ts'

type PlayAgain = (request: {
  readonly evalCase: CaseResult['evalCase']
  /** The first steps of the failed result, to be replayed as they were. */
  readonly kept: readonly TranscriptStep[]
  /** A different seed for each replay. */
  readonly seed: number
  readonly signal: AbortSignal
}) => unknown

type PlayAgainOptions = {
  readonly dependencies: RunDependencies
  readonly cwd: string
  readonly file: string
  readonly mostReplays: number | undefined
  readonly seed: number
  readonly signal: AbortSignal
}

const whatPlayIs = message(
  'It takes { evalCase, kept, seed } and returns what the agent answers, a reply for each exchange.',
)

/**
 * Continues a failed case from each of its steps by calling `play`, which a module of the project exports, and scores each
 * continuation with the run's metrics that ask no model.
 *
 * @throws {EvalError} `config` for a module that exports no `play`
 */
export async function playAgain(
  run: Run,
  { result, steps }: { readonly result: CaseResult; readonly steps: readonly TranscriptStep[] },
  { dependencies, cwd, file, mostReplays, seed, signal }: PlayAgainOptions,
): Promise<Branching> {
  const { play } = await importModule(pathToFileURL(resolve(cwd, file)).href, file)
  if (typeof play !== 'function') {
    throw new EvalError('config', message('{file} exports no `play`', { file }), { hint: whatPlayIs })
  }
  const { code } = await codeMetricsOf(run, dependencies)
  const { evalCase, transcript } = result
  let replays = 0
  const playFrom = async (kept: number) => {
    signal.throwIfAborted()
    replays += 1
    const ownSeed = seed + replays
    const again =
      kept === steps.length
        ? transcript
        : await transcriptOf(play as PlayAgain, kept, ownSeed).catch((cause: unknown) => {
            signal.throwIfAborted()
            const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause)
            const values = { file, kept, problem }
            throw new EvalError('config', message('{file}: `play` of {kept} kept steps threw {problem}', values), {
              hint: whatPlayIs,
              cause,
            })
          })
    const scores = await Promise.all(code.map((metric) => metric.score(evalCase, again, { signal })))
    return verdictOf(scores, again.failure) === 'passed'
  }
  const transcriptOf = async (again: PlayAgain, kept: number, ownSeed: number): Promise<Transcript> => {
    const answer = await again({ evalCase, kept: steps.slice(0, kept), seed: ownSeed, signal })
    const invocations = [answer].flat().map((reply, turn) => {
      const userContent = transcript.invocations[turn]?.userContent ?? { parts: [] }
      const timing = { createdAt: 0, durationSeconds: 0 }
      // The time of a continuation says nothing about the agent's own.
      const { createdAt: _, durationSeconds: __, ...invocation } = toInvocation(userContent, Reply.parse(reply), timing)
      return invocation
    })
    return { invocations }
  }
  return branchFromSteps({ steps: steps.length, play: playFrom, ...(mostReplays !== undefined && { mostReplays }) })
}
