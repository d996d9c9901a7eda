import { EvalError, type Conversation, type EvalCase, type Failure, type Invocation } from '../core/index.ts'

type Replayed = { readonly invocations: readonly Invocation[]; readonly failure?: Failure | undefined }

/** A conversation as it went: an exchange for each thing that is said, then nothing more, or the failure that it broke off with. */
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

/** The agent failed then, so it fails now. What failed around it (a simulated user, a judge) says nothing of the agent. */
function recordedFailure({ code, reason, hint }: Failure): EvalError | undefined {
  return code === 'agent' || code === 'timeout' ? new EvalError(code, reason, { hint }) : undefined
}
