import type { ReactNode } from 'react'
import type { Loaded } from '../source/use-answer.ts'
import { ErrorState } from './error-state.tsx'
import { Loading } from './loading.tsx'

type AnswerStateProps = {
  readonly of: Loaded<unknown>
  /** What is shown until it comes. */
  readonly meanwhile?: ReactNode
  /** Where the page has no other title. */
  readonly isPage?: true
}

/** In place of what was asked for: that it is on its way, or why it did not come. */
export function AnswerState({ of: answer, meanwhile = <Loading />, ...shown }: AnswerStateProps) {
  if (answer.status === 'loading') return meanwhile
  return answer.status === 'failed' ? <ErrorState error={answer.error} retry={answer.reload} {...shown} /> : null
}
