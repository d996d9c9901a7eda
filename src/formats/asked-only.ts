import type { Invocation } from '../core/index.ts'

/** Returns the user's message without the answer: a recorded answer is no reference. */
export function askedOnly({ id, userContent }: Invocation): Invocation {
  return { ...(id === undefined ? {} : { id }), userContent }
}
