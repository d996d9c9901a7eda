import type { Invocation, Steps } from '../../../core/index.ts'

/** Keeps the words and tool calls of an exchange and drops tokens and times, which have no place in an eval set. */
export function asReference({ id, userContent, finalResponse, steps, createdAt }: Invocation): Invocation {
  return {
    ...(id !== undefined && { id }),
    userContent,
    ...(finalResponse !== undefined && { finalResponse }),
    ...(steps !== undefined && { steps: plainSteps(steps) }),
    ...(createdAt !== undefined && { createdAt }),
  }
}

/** Keeps who said and called what, and drops all else that events tell. */
export function plainSteps(steps: Steps): Steps {
  if (steps.form === 'lists') return steps
  const events = steps.events.map(({ author, content }) => ({ author, ...(content !== undefined && { content }) }))
  return { form: 'events', events }
}
