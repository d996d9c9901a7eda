import { EvalError, type Conversation, type EvalCase, type Failure, type Invocation } from '../core/index.ts'

type Replayed = { readonly invocations: readonly Invocation[]; readonly failure?: Failure | undefined }

/** Replays a conversation: one exchange for each message, then nothing more, or its recorded failure. */
export function replay(evalCase: EvalCase, { invocations, failure }: Replayed): Conversation {
  const broke = failure === undefined ? undefined : recordedFailure(failure)
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
