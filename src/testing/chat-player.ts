import { projectStore } from '../compose/library-dependencies.ts'
import { openStore } from '../compose/run-store.ts'
import { collection, leaveChat } from './collected-run.ts'
import { type PlayedChat, playChat } from './play-chat.ts'
import { randomUUID } from 'node:crypto'
import { type Invocation, EvalError } from '../core/index.ts'
import type { EvaluationOptions } from '../compose/evaluate.ts'
import { toFailureText } from '../reporters/failure/failure-text.ts'
import type { Play, ChatTurn } from './agent-chat.ts'
import { type CallerPlace, agentFailure, fileOf, refusalIn } from './agent-failure.ts'
import type { Expectation } from './chat-metrics.ts'
import { currentTestName } from './current-test.ts'
import { liveConversation } from './live-conversation.ts'
import { runnerTerminal } from './runner-terminal.ts'
import type { PassOptions } from './to-pass.ts'

/** Plays a conversation as it grows, and fails as an assertion does where something does not hold. */
export function chatPlayer(options: PassOptions & Pick<EvaluationOptions, 'target'>): Play {
  const key = randomUUID()
  const live = liveConversation()
  const test = currentTestName()
  return async (turns, expectations) => {
    const { place } = turns.at(-1) ?? { place: {} }
    const caseId = test ?? caseIdOf(turns[0]?.text ?? '')
    const asked = turns.map(({ text }) => text)
    const chat = { caseId, file: fileOf(place) ?? 'test', asked, expectations, live }
    const played = await playChat(chat, options).catch((error: unknown) => {
      throw error instanceof EvalError ? refusalIn(error, place) : error
    })
    const passed = hasPassed(played, expectations)
    const kept = await keepChat(played, { key, passed, store: options.store, cwd: options.cwd })
    if (!passed) throw await failureOf(played, kept, placeOfFailure(played, turns, expectations))
    return played.result.transcript.invocations
  }
}

/** Where nothing is expected, it is enough that the agent answers. */
function hasPassed({ run, result }: PlayedChat, expectations: readonly Expectation[]): boolean {
  if (expectations.length === 0) return result.transcript.failure === undefined
  return run.summary?.gate.passed === true
}

async function failureOf({ run, result }: PlayedChat, kept: string | undefined, place: CallerPlace): Promise<Error> {
  const named = kept === undefined ? run : { ...run, plan: { ...run.plan, runId: kept } }
  const shown = { ...runnerTerminal(process), isStored: kept !== undefined }
  return agentFailure(await toFailureText([{ run: named, records: [{ result }] }], shown), place)
}

/** The turn at which the agent broke; else what was not met first; else what the judge did not find. */
function placeOfFailure(
  { firstUnmet, result }: PlayedChat,
  turns: readonly ChatTurn[],
  expectations: readonly Expectation[],
): CallerPlace {
  const { failure, invocations }: { failure?: unknown; invocations: readonly Invocation[] } = result.transcript
  if (failure !== undefined) return turns[invocations.length]?.place ?? {}
  const judged = expectations.find(({ check }) => typeof check === 'string')
  return (firstUnmet ?? judged ?? turns.at(-1))?.place ?? {}
}

/** Made of what is asked, so that it can be typed. */
function caseIdOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, 60).toWellFormed() || 'conversation'
}

type Keeping = {
  /** The same for all that is played of a conversation. */
  readonly key: string
  readonly passed: boolean
  readonly store?: string | undefined
  readonly cwd?: string | undefined
}

/**
 * Keeps a conversation: for the reporter of the runner, which makes one run of all; without one, what failed is a run of its own.
 *
 * @returns the run that has it; undefined where the project's store has none
 */
async function keepChat(
  { run, events }: PlayedChat,
  { key, passed, store: file, cwd = process.cwd() }: Keeping,
): Promise<string | undefined> {
  const collecting = file === undefined ? collection(process.env) : undefined
  if (collecting !== undefined) {
    // Where nothing was expected there is nothing to count.
    if (run.summary?.results.evaluated !== 0 || !passed) leaveChat(collecting.folder, key, { plan: run.plan, events })
    return collecting.runId
  }
  if (passed || file === ':memory:') return undefined
  const store = openStore(file ?? (await projectStore(cwd)))
  try {
    for (const event of events) await store.append(run.plan.runId, event)
  } finally {
    await store.close()
  }
  return file === undefined ? run.plan.runId : undefined
}
