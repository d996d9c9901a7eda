import { type EvalCase, type Invocation, type Score, type Transcript, EvalError, message } from '../../core/index.ts'

export type InvocationPair =
  | { readonly expected: Invocation; readonly actual: Invocation | undefined }
  | { readonly expected: undefined; readonly actual: Invocation }

/**
 * Pairs invocations by position up to the longer list: a turn that the agent never reached has no `actual`, a turn
 * beyond the reference no `expected`. Undefined when the case has no written conversation.
 *
 * @throws {EvalError} with `adkCompat`, where ADK could not compute a score: no conversation, or another number of turns
 */
export function pairInvocations(
  evalCase: EvalCase,
  transcript: Transcript,
  options: { adkCompat?: boolean } = {},
): readonly InvocationPair[] | undefined {
  const expected = evalCase.conversation
  const actual = transcript.invocations
  if (options.adkCompat === true) assertSameTurns(evalCase, expected, actual)
  if (expected === undefined) return undefined
  return [
    ...expected.map((invocation, index) => ({ expected: invocation, actual: actual[index] })),
    ...actual.slice(expected.length).map((invocation) => ({ expected: undefined, actual: invocation })),
  ]
}

export function withoutReference(metric: string): Score {
  return { status: 'not-evaluated', metric, reason: message('The case has no reference conversation') }
}

function assertSameTurns(
  evalCase: EvalCase,
  expected: readonly Invocation[] | undefined,
  actual: readonly Invocation[],
): void {
  if (expected === undefined) {
    throw new EvalError('format', message('Case {case} has no reference conversation', { case: evalCase.id }), {
      hint: message('Write a conversation for the case, or choose a metric that needs no reference.'),
    })
  }
  if (expected.length !== actual.length) {
    throw new EvalError(
      'agent',
      message('Case {case} has {expected} {expected|turn|turns}, the agent produced {actual}', {
        case: evalCase.id,
        expected: expected.length,
        actual: actual.length,
      }),
      { hint: message('ADK compares conversations of equal length only. Without ADK mode missing turns score 0.') },
    )
  }
}
