import type { Measurement } from '../../../src/core/run/estimate.ts'
import { Interval } from './interval.tsx'
import { sayFirst as say } from '../words/say.ts'

/** A number with its interval, or the reason why there is none. */
export function MeasuredNumber({ of, as }: { readonly of: Measurement; readonly as: 'share' | 'mean' }) {
  if (of.status === 'undefined') return <span className="soft">{say(of.reason)}</span>
  return <Interval estimate={of} as={as} />
}
