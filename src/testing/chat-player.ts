import { randomUUID } from 'node:crypto'
import { type Invocation, EvalError } from '../core/index.ts'
import type { EvaluationOptions } from '../compose/evaluate.ts'
import { toFailureText } from '../reporters/failure/failure-text.ts'
import type { Play, ChatTurn } from './agent-chat.ts'
import { type CallerPlace, agentFailure, fileOf, refusalIn } from './agent-failure.ts'
import type { Expectation } from './chat-metrics.ts'
import { currentTestName } from './current-test.ts'
import { keepChat } from './keep-chat.ts'
import { liveConversation } from './live-conversation.ts'
import { type PlayedChat, playChat } from './play-chat.ts'
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
