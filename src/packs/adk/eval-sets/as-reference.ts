import type { Invocation } from '../../../core/index.ts'

/** Keeps the words and tool calls of an exchange and drops tokens and times, which have no place in an eval set. */
export function asReference({ id, userContent, finalResponse, steps, createdAt }: Invocation): Invocation {
  return {
    ...(id !== undefined && { id }),
    userContent,
    ...(finalResponse !== undefined && { finalResponse }),
    ...(steps !== undefined && {
      steps:
        steps.form === 'lists'
          ? steps
          : {
              form: 'events',
              events: steps.events.map(({ author, content }) => ({
                author,
                ...(content !== undefined && { content }),
              })),
            },
    }),
    ...(createdAt !== undefined && { createdAt }),
  }
}
