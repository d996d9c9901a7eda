import { projectStore } from '../compose/library-dependencies.ts'
import { openStore } from '../compose/run-store.ts'
import { collection, leaveChat } from './collected-run.ts'
import { type PlayedChat, playChat } from './play-chat.ts'
import { randomUUID } from 'node:crypto'
import { EvalError, finishedTurns } from '../core/index.ts'
import type { EvaluationOptions } from '../compose/evaluate.ts'
import { toFailureText } from '../reporters/failure/failure-text.ts'
import type { Play, ChatTurn } from './agent-chat.ts'
import { type CallerPlace, agentFailure, fileOf, refusalIn } from './agent-failure.ts'
import type { Expectation } from './chat-metrics.ts'
import { currentTestName } from './current-test.ts'
import { liveConversation } from './live-conversation.ts'
import { runnerTerminal } from './runner-terminal.ts'
import type { PassOptions } from './to-pass.ts'

/** Plays a conversation turn by turn, and throws an assertion error when an expectation fails. */
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

/** Without expectations, an answer of the agent is enough. */
function hasPassed({ run, result }: PlayedChat, expectations: readonly Expectation[]): boolean {
  if (expectations.length === 0) return result.transcript.failure === undefined
  return run.summary?.gate.passed === true
}

async function failureOf({ run, result }: PlayedChat, kept: string | undefined, place: CallerPlace): Promise<Error> {
  const named = kept === undefined ? run : { ...run, plan: { ...run.plan, runId: kept } }
  const shown = { ...runnerTerminal(process), isStored: kept !== undefined }
  return agentFailure(await toFailureText([{ run: named, records: [{ result }] }], shown), place)
}

/** Returns the turn at which the agent failed, else the first failed expectation, else what the judge did not find. */
function placeOfFailure(
  { firstUnmet, result }: PlayedChat,
  turns: readonly ChatTurn[],
  expectations: readonly Expectation[],
): CallerPlace {
  const { transcript } = result
  if (transcript.failure !== undefined) return turns[finishedTurns(transcript)]?.place ?? {}
  const judged = expectations.find(({ check }) => typeof check === 'string')
  return (firstUnmet ?? judged ?? turns.at(-1))?.place ?? {}
}

/** Makes an id from the words of the question, so that it can be typed. */
function caseIdOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, 60).toWellFormed() || 'conversation'
}

type Keeping = {
  /** Identifies the conversation across its runs. */
  readonly key: string
  readonly passed: boolean
  readonly store?: string | undefined
  readonly cwd?: string | undefined
}

/**
 * Stores a conversation: for the reporter, which makes one run of all conversations, or, without one, as a run when it failed.
 *
 * @returns the id of the run; undefined where none was stored
 */
async function keepChat(
  { run, events }: PlayedChat,
  { key, passed, store: file, cwd = process.cwd() }: Keeping,
): Promise<string | undefined> {
  const collecting = file === undefined ? collection(process.env) : undefined
  if (collecting !== undefined) {
    // A passed conversation without expectations has nothing to count.
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
