import { type CaseRecord, type EvalCase, type Invocation, responseTextOf, toolCallsOf } from '../core/index.ts'

/**
 * A case that expects what an agent really did: the same questions, its answers and tool calls, from the same initial state.
 * What only describes how it went (times, tokens, thoughts, intermediate words) is left out.
 */
export function caseOfResult({ evalCase, invocations, repeat }: CaseRecord): EvalCase {
  const { id, session, review, metadata, rubrics } = evalCase
  const finalState = invocations.at(-1)?.sessionState
  return {
    id: `${id}-${repeat + 1}`,
    // What a review expects is a person's word and not the reviewer's; where its documents lie is nobody's business.
    ...(review === undefined ? { conversation: invocations.map(toReference) } : { review: { ...review, folder: '' } }),
    ...(session !== undefined && { session }),
    ...(rubrics !== undefined && { rubrics }),
    ...(finalState !== undefined && { finalSessionState: finalState }),
    ...(metadata !== undefined && { metadata }),
  }
}

function toReference(invocation: Invocation): Invocation {
  const answer = responseTextOf(invocation)
  const toolCalls = toolCallsOf(invocation)?.map(({ name, args }) => ({ name, ...(args !== undefined && { args }) }))
  return {
    userContent: { role: 'user', ...invocation.userContent },
    ...(answer !== undefined && { finalResponse: { role: 'model', parts: [{ text: answer }] } }),
    ...(toolCalls !== undefined && { steps: { form: 'lists', toolCalls, toolResponses: [], responses: [] } }),
  }
}
