import type { Invocation } from '../../../core/index.ts'

/** What was said and done, without what only describes how it went: an eval set has no place for tokens and times. */
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
