import type { ReactNode } from 'react'
import type { Loaded } from '../source/use-answer.ts'
import { ErrorState } from './error-state.tsx'
import { Loading } from './loading.tsx'

type AnswerStateProps = {
  readonly of: Loaded<unknown>
  /** Shown while the answer is awaited. */
  readonly meanwhile?: ReactNode
  /** Whether the page has no other title. */
  readonly isPage?: true
}

/** Shown in place of an answer that is loading or failed. */
export function AnswerState({ of: answer, meanwhile = <Loading />, ...shown }: AnswerStateProps) {
  if (answer.status === 'loading') return meanwhile
  return answer.status === 'failed' ? <ErrorState error={answer.error} retry={answer.reload} {...shown} /> : null
}
