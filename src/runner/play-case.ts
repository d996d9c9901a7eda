import {
  type Account,
  type Conversation,
  type EvalCase,
  type Failure,
  type Invocation,
  type Target,
  type Transcript,
  type User,
  type UserTurn,
  type UserTurns,
  EvalError,
  message,
  withThoughtsApart,
} from '../core/index.ts'
import { stackOf, textOfThrown } from './thrown-errors.ts'

type Play = {
  readonly target: Target
  readonly user?: User
  readonly account?: Account
  /** The repeat of the case, from 0. */
  readonly repeat?: number
  readonly signal: AbortSignal
  readonly history: readonly Invocation[]
  /** Called before each question with the number of earlier exchanges; the agent is asked once it resolves. */
  readonly onQuestion?: (nth: number) => Promise<void>
  /** Called with each new exchange; the next question waits until it resolves. */
  readonly onInvocation: (invocation: Invocation, index: number) => Promise<void>
  /** Called before the first exchange whose evidence may still grow. */
  readonly onAwaiting?: () => void
  /** Called with the complete exchanges afterwards; `isChanged` is true when evidence was added. */
  readonly onCompleted?: (invocations: readonly Invocation[], isChanged: boolean) => void
}

/**
 * Plays a case against the target, exchange by exchange. A failing agent or user is a result, not an exception; only
 * cancellation and failures that concern the whole run are thrown.
 */
export async function playCase(evalCase: EvalCase, play: Play): Promise<Transcript> {
  const { transcript, conversation, isUnfinished = false } = await playTurns(evalCase, play)
  if (conversation?.completion === undefined) return transcript
  const { invocations, failure } = transcript
  try {
    const found = await conversation.completion.complete(invocations, failure === undefined, play.signal)
    const completed = isUnfinished ? endingUnfinished(found) : found
    play.onCompleted?.(completed, completed !== invocations)
    return { ...transcript, invocations: [...completed] }
  } catch (error) {
    if (play.signal.aborted || concernsTheRun(error, play.target)) throw error
    return { ...transcript, failure: failure ?? brokenOffCase(error) }
  }
}

/** Marks the last exchange as broken off, and leaves it out when nothing is known of it. */
function endingUnfinished(invocations: readonly Invocation[]): readonly Invocation[] {
  return invocations.flatMap((one, index) => {
    if (index < invocations.length - 1) return [one]
    return one.steps === undefined ? [] : [withoutAnswer(one)]
  })
}

/** Without an answer there is no reason why the answer ended. */
function withoutAnswer(invocation: Invocation): Invocation {
  const { finalResponse: _, finishReason: __, provenance, ...seen } = invocation
  return { ...seen, provenance: { ...provenance, brokenOff: true } }
}

type PlayCasePlay = {
  readonly transcript: Transcript
  readonly conversation?: Conversation | undefined
  /** True when the last exchange is that in which the agent failed. */
  readonly isUnfinished?: boolean
}

async function playTurns(evalCase: EvalCase, play: Play): Promise<PlayCasePlay> {
  const invocations = [...play.history]
  if (isPlayedOut(evalCase, play, invocations)) return { transcript: { invocations } }
  let conversation: Conversation | undefined
  let turns: UserTurns | undefined
  try {
    turns = userOf(evalCase, play).converse(evalCase)
    const { signal, history, account, repeat } = play
    conversation = await play.target.open(evalCase, { signal, history, account, repeat })
    const outcome = await converse(conversation, turns, invocations, play)
    await conversation.close()
    return { transcript: { invocations, ...outcome, ...costOf(turns) }, conversation }
  } catch (error) {
    const isOver = play.signal.aborted || concernsTheRun(error, play.target)
    const unfinished = isOver ? undefined : await conversation?.unfinished?.().catch(() => undefined)
    // Errors while closing are not the reason of the failure.
    await conversation?.close().catch(() => undefined)
    if (isOver || play.signal.aborted) throw error
    const isUnfinished =
      unfinished !== undefined && (unfinished.steps !== undefined || conversation?.completion !== undefined)
    if (isUnfinished) await hear(withoutAnswer(unfinished), invocations, { conversation, play })
    const transcript = { invocations, failure: failureFrom(error), ...costOf(turns) }
    return { transcript, conversation, isUnfinished }
  }
}

/** Appends to `invocations`, so that a failure does not lose the exchanges before it. */
async function converse(
  conversation: Conversation,
  turns: UserTurns,
  invocations: Invocation[],
  play: Play,
): Promise<Pick<Transcript, 'ending' | 'failure'>> {
  while (true) {
    play.signal.throwIfAborted()
    const turn = await nextTurn(turns, invocations, play.signal)
    if (turn.status === 'failed') return { failure: turn.failure }
    if (turn.content !== undefined) {
      await play.onQuestion?.(invocations.length)
      const said = await conversation.say(turn.content, play.signal)
      if (said === undefined) return {}
      await hear(said, invocations, { conversation, play })
    }
    if (turn.status === 'stop') return turn.reason === 'script-done' ? {} : { ending: turn.reason }
  }
}

async function hear(
  said: Invocation,
  invocations: Invocation[],
  { conversation, play }: { readonly conversation: Conversation | undefined; readonly play: Play },
): Promise<void> {
  const invocation = withoutThoughtsInAnswers(said)
  if (conversation?.completion?.pending() === true) play.onAwaiting?.()
  await play.onInvocation(invocation, invocations.length)
  invocations.push(invocation)
}

/** Moves reasoning that a model wrote into its answer to parts of its own. */
function withoutThoughtsInAnswers(invocation: Invocation): Invocation {
  const { finalResponse, steps } = invocation
  const answer = withThoughtsApart(finalResponse)
  const isSame = answer === finalResponse
  const answered = isSame ? invocation : { ...invocation, finalResponse: answer }
  if (steps?.form !== 'events') return answered
  const events = steps.events.map((event) =>
    event.content?.role === 'user' ? event : { ...event, content: withThoughtsApart(event.content) },
  )
  const isChanged = events.some(({ content }, index) => content !== steps.events[index]?.content)
  return isChanged ? { ...answered, steps: { form: 'events', events } } : answered
}

function isPlayedOut(evalCase: EvalCase, { target, history }: Play, invocations: readonly Invocation[]): boolean {
  if (target.recorded === true || history.length === 0) return false
  return evalCase.conversation !== undefined && invocations.length >= evalCase.conversation.length
}

// A written conversation is the reference, so only its own messages are sent.
function userOf(evalCase: EvalCase, { target, user = scriptedUser }: Play): User {
  if (target.recorded === true) return listener
  return evalCase.conversation === undefined ? user : scriptedUser
}

/** Sends the messages of the written conversation, whatever the agent answers. */
const scriptedUser: User = {
  name: 'scripted',
  converse({ conversation }) {
    if (conversation === undefined) {
      throw new EvalError('agent', message('the case is a scenario, and no simulated user is there to play it'), {
        hint: message('Evaluate scenarios on recorded transcripts: --target recorded:FILE.'),
      })
    }
    return {
      async next(history) {
        const reference = conversation[history.length]
        if (reference === undefined) return { status: 'stop', reason: 'script-done' }
        return { status: 'message', content: reference.userContent }
      },
    }
  },
}

/** A recording contains the user's messages and also ends the conversation. */
const listener: User = {
  name: 'recorded',
  converse: () => ({ next: async () => ({ status: 'message', content: { role: 'user', parts: [] } }) }),
}

async function nextTurn(
  turns: UserTurns,
  history: readonly Invocation[],
  signal: AbortSignal,
): Promise<UserTurn | { readonly status: 'failed'; readonly failure: Failure }> {
  try {
    return await turns.next(history, signal)
  } catch (error) {
    // A scenario that cannot be played says nothing about the others; a missing key concerns them all.
    const isInEveryCase = error instanceof EvalError && ['config', 'store'].includes(error.code)
    if (signal.aborted || isInEveryCase) throw error
    return { status: 'failed', failure: userFailureFrom(error) }
  }
}

function costOf(turns: UserTurns | undefined): Pick<Transcript, 'userCost'> {
  const userCost = turns?.spent?.()
  return userCost === undefined ? {} : { userCost }
}

/**
 * True for errors that every other case would meet too and that must not look like a failing agent: a target that does
 * not start, a wrong setting, an unreadable recording, a store that cannot write. All other errors belong to their
 * case.
 */
export function concernsTheRun(error: unknown, { recorded }: Pick<Target, 'recorded'>): boolean {
  if (!(error instanceof EvalError)) return false
  return ['target', 'config', 'store'].includes(error.code) || (error.code === 'format' && recorded === true)
}

/** Describes why a case could not be played, scored or stored when the agent is not at fault. */
export function brokenOffCase(error: unknown): Failure {
  if (error instanceof EvalError) return { ...failureFrom(error), code: 'environment' }
  const stack = stackOf(error)
  const reason = message('the case could not be played to its end: {error}', { error: textOfThrown(error) })
  return { code: 'environment', reason, ...(stack !== undefined && { stack }) }
}

function failureFrom(error: unknown): Failure {
  if (error instanceof EvalError) {
    const { code, sentence: reason, hint, thrownAt: stack } = error
    return { code, reason, hint, ...(stack !== undefined && { stack }) }
  }
  const stack = stackOf(error)
  const reason = message('the agent threw {error}', { error: textOfThrown(error) })
  return { code: 'agent', reason, ...(stack !== undefined && { stack }) }
}

function userFailureFrom(error: unknown): Failure {
  if (error instanceof EvalError) return { code: 'user', reason: error.sentence, hint: error.hint }
  return { code: 'user', reason: message('the simulated user threw {error}', { error: textOfThrown(error) }) }
}
