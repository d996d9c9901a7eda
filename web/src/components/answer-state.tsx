import type { ReactNode } from 'react'
import type { Loaded } from '../source/use-answer.ts'
import { ErrorState } from './error-state.tsx'
import { Loading } from './loading.tsx'

type AnswerStateProps<Value> = {
  readonly of: Loaded<Value>
  /** Shown while the answer is awaited. */
  readonly meanwhile?: ReactNode
  /** Whether the page has no other title. */
  readonly isPage?: true
  /** Shows the answer. */
  readonly children?: (value: Value) => ReactNode
}

/** Shows an answer, or that it is loading or failed. */
export function AnswerState<Value>({
  of: answer,
  meanwhile = <Loading />,
  children,
  ...shown
}: AnswerStateProps<Value>) {
  if (answer.status === 'loading') return meanwhile
  if (answer.status === 'failed') return <ErrorState error={answer.error} retry={answer.reload} {...shown} />
  return children?.(answer.value)
}
