import { type CaseRecord, type EvalCase, type Invocation, responseTextOf, toolCallsOf } from '../core/index.ts'

/**
 * Makes a case that expects what an agent did: the same questions, its answers and tool calls, from the same initial state. Times,
 * tokens, thoughts and intermediate texts are left out. A person's corrected answer becomes the expected last answer.
 */
export function caseOfResult({ evalCase, invocations, repeat }: CaseRecord, corrected?: string): EvalCase {
  const { id, session, review, metadata, rubrics } = evalCase
  const finalState = invocations.at(-1)?.sessionState
  return {
    id: `${id}-${repeat + 1}`,
    // A review expects a person's decision, not the reviewer's; the folder of its documents must not be copied along.
    ...(review === undefined
      ? { conversation: withAnswer(invocations.map(toReference), corrected) }
      : { review: { ...review, folder: '' } }),
    ...(session !== undefined && { session }),
    ...(rubrics !== undefined && { rubrics }),
    ...(finalState !== undefined && { finalSessionState: finalState }),
    ...(metadata !== undefined && { metadata }),
  }
}

function withAnswer(turns: readonly Invocation[], corrected: string | undefined): Invocation[] {
  if (corrected === undefined) return [...turns]
  return turns.map((turn, index) =>
    index === turns.length - 1 ? { ...turn, finalResponse: answerOf(corrected) } : turn,
  )
}

function answerOf(text: string): Invocation['finalResponse'] {
  return { role: 'model', parts: [{ text }] }
}

function toReference(invocation: Invocation): Invocation {
  const answer = responseTextOf(invocation)
  const toolCalls = toolCallsOf(invocation)?.map(({ name, args }) => ({ name, ...(args !== undefined && { args }) }))
  return {
    userContent: { role: 'user', ...invocation.userContent },
    ...(answer !== undefined && { finalResponse: answerOf(answer) }),
    ...(toolCalls !== undefined && { steps: { form: 'lists', toolCalls, toolResponses: [], responses: [] } }),
  }
}
