import type { Content, Conversation, EvalCase, Failure, Invocation, Target, Transcript } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'

type Play = {
  readonly target: Target
  readonly signal: AbortSignal
  /** Exchanges that an interrupted run already had. */
  readonly history: readonly Invocation[]
  /** Called with each new exchange; the next one is asked when it resolves. */
  readonly onInvocation: (invocation: Invocation, index: number) => Promise<void>
}

/**
 * Plays a case against the target, exchange by exchange. A failing agent is a result, not an exception; only
 * cancellation is thrown.
 */
export async function playCase(evalCase: EvalCase, play: Play): Promise<Transcript> {
  const invocations = [...play.history]
  if (isPlayedOut(evalCase, play, invocations)) return { invocations }
  let conversation: Conversation | undefined
  try {
    conversation = await play.target.open(evalCase, { signal: play.signal, history: play.history })
    for (const userContent of userContents(evalCase, play.target, invocations.length)) {
      play.signal.throwIfAborted()
      const invocation = await conversation.say(userContent, play.signal)
      if (invocation === undefined) break
      await play.onInvocation(invocation, invocations.length)
      invocations.push(invocation)
    }
    return { invocations }
  } catch (error) {
    if (play.signal.aborted || concernsTheRun(error)) throw error
    return { invocations, failure: failureFrom(error) }
  } finally {
    await conversation?.close()
  }
}

function isPlayedOut(evalCase: EvalCase, { target, history }: Play, invocations: readonly Invocation[]): boolean {
  if (target.recorded === true || history.length === 0) return false
  return evalCase.conversation !== undefined && invocations.length >= evalCase.conversation.length
}

function* userContents(evalCase: EvalCase, target: Target, from: number): Generator<Content> {
  if (target.recorded === true) {
    // What was said stands in the recording; it also ends the conversation.
    while (true) yield { role: 'user', parts: [] }
  }
  if (evalCase.conversation === undefined) {
    throw new EvalError('agent', message('the case is a scenario, and no simulated user is there to play it'), {
      hint: message('Evaluate scenarios on recorded transcripts: --target recorded:FILE.'),
    })
  }
  for (const reference of evalCase.conversation.slice(from)) yield reference.userContent
}

// A target that cannot be started, a recording that cannot be read, a journal that cannot write: it would be the same in
// every other case, and it must never look like a failing agent.
function concernsTheRun(error: unknown): boolean {
  return error instanceof EvalError && ['target', 'format', 'config', 'store'].includes(error.code)
}

function failureFrom(error: unknown): Failure {
  if (error instanceof EvalError) return { code: error.code, reason: error.sentence, hint: error.hint }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { code: 'agent', reason: message('the agent threw {error}', { error: text }) }
}
