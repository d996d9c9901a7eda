import type { Invocation } from '../core/index.ts'

/** What was asked, without what was answered: a recorded answer is no reference. */
export function askedOnly({ id, userContent }: Invocation): Invocation {
  return { ...(id === undefined ? {} : { id }), userContent }
}
