import { toolCallsOf, toolResponsesOf, type Invocation } from '../../core/invocation.ts'
import type { Review, ReviewSource } from '../../core/review.ts'

/** Adds the tool uses that the target recorded to a review that lists none itself. */
export function withRecordedSources<Made extends Pick<Review, 'sources'>>(review: Made, invocation: Invocation): Made {
  return review.sources.length > 0 ? review : { ...review, sources: sourcesIn(invocation) }
}

function sourcesIn(invocation: Invocation): ReviewSource[] {
  const responses = toolResponsesOf(invocation)
  return (toolCallsOf(invocation) ?? []).map(({ id, name, args, malformed }) => {
    const response = responses.find((one) => id !== undefined && one.id === id)?.response
    const status = response?.['status']
    return {
      ...(id !== undefined && { toolUseId: id }),
      toolName: name,
      input: args ?? malformed,
      output: response?.['output'] ?? response,
      ...(typeof status === 'string' && { status }),
    }
  })
}
