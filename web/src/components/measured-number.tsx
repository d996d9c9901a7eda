import type { Measurement } from '../../../src/core/run/estimate.ts'
import { useWords } from '../words/language.tsx'
import { Interval } from './interval.tsx'

/** A number with its interval, or the reason why there is none. */
export function MeasuredNumber({ of, as }: { readonly of: Measurement; readonly as: 'share' | 'mean' }) {
  const { say } = useWords()
  if (of.status === 'undefined') return <span className="soft">{say(of.reason)}</span>
  return <Interval estimate={of} as={as} />
}
