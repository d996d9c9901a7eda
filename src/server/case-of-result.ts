import { type CaseRecord, type EvalCase, type Invocation, responseTextOf, toolCallsOf } from '../core/index.ts'

/**
 * A case that expects what an agent really did: the same questions, its answers and tool calls, from the same initial state.
 * What only describes how it went (times, tokens, thoughts, intermediate words) is left out. Where a person wrote what should
 * have been answered, that is expected of the last turn.
 */
export function caseOfResult({ evalCase, invocations, repeat }: CaseRecord, corrected?: string): EvalCase {
  const { id, session, review, metadata, rubrics } = evalCase
  const finalState = invocations.at(-1)?.sessionState
  return {
    id: `${id}-${repeat + 1}`,
    // What a review expects is a person's word and not the reviewer's; where its documents lie is nobody's business.
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
