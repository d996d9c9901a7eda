import {
  EvalError,
  finishedTurns,
  type Conversation,
  type EvalCase,
  type Failure,
  type Transcript,
} from '../core/index.ts'

/**
 * Replays a conversation: one exchange for each message, then nothing more, or its recorded failure with what is known
 * of the exchange in which the agent failed.
 */
export function replay(evalCase: EvalCase, transcript: Pick<Transcript, 'invocations' | 'failure'>): Conversation {
  const { failure } = transcript
  const broke = failure === undefined ? undefined : recordedFailure(failure)
  const invocations = transcript.invocations.slice(0, broke === undefined ? finishedTurns(transcript) : undefined)
  let next = 0
  let closed = false
  return {
    async say(_userContent, signal) {
      if (closed) throw new Error(`The conversation of case ${evalCase.id} is closed`)
      signal.throwIfAborted()
      if (next >= invocations.length && broke !== undefined) throw broke
      return invocations[next++]
    },
    async close() {
      closed = true
    },
  }
}

/** A failure of the agent is repeated. Other failures (a simulated user, a judge) say nothing about the agent. */
function recordedFailure({ code, reason, hint }: Failure): EvalError | undefined {
  return code === 'agent' || code === 'timeout' ? new EvalError(code, reason, { hint }) : undefined
}
