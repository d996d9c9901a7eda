import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from './call-api.ts'
import { serverStatus } from './server-status.ts'

export type Loaded<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: unknown }

/** One request may fail while the server is there. */
const askAgainMs = 1000

/**
 * Asks once for each `key` and forgets about what is no longer wanted.
 *
 * @example const runs = useAnswer('runs', (signal) => source.runs(signal))
 */
export function useAnswer<Value>(
  key: string,
  ask: (signal: AbortSignal) => Promise<Value>,
): Loaded<Value> & { readonly reload: () => void } {
  const [asked, setAsked] = useState(0)
  const [answer, setAnswer] = useState<Answered<Value>>()
  // It is written anew with every rendering; `key` says what it asks.
  const askNow = useEffectEvent(ask)
  const question = `${asked} ${key}`
  useEffect(() => {
    const leaving = new AbortController()
    const to = question.slice(question.indexOf(' ') + 1)
    const keep = (loaded: Loaded<Value>) =>
      leaving.signal.aborted || setAnswer((before) => answered({ to, loaded }, before))
    askNow(leaving.signal).then(
      (value) => keep({ status: 'ready', value }),
      (error: unknown) => keep({ status: 'failed', error }),
    )
    return () => leaving.abort()
  }, [question])
  const isUnreachable = answer?.isUnreachable === true
  useEffect(() => {
    // Whoever asked in vain is answered as soon as the server is found again.
    if (!isUnreachable) return undefined
    const askAgain = () => serverStatus.isGone() || setAsked((before) => before + 1)
    const asking = setInterval(askAgain, askAgainMs)
    const unsubscribe = serverStatus.subscribe(askAgain)
    return () => {
      clearInterval(asking)
      unsubscribe()
    }
  }, [isUnreachable])
  const reload = useCallback(() => setAsked((before) => before + 1), [])
  // While the same thing is asked again, what was there stays there.
  const loaded: Loaded<Value> = answer?.to === key ? answer.loaded : { status: 'loading' }
  return { ...loaded, reload }
}

type Answered<Value> = { readonly to: string; readonly loaded: Loaded<Value>; readonly isUnreachable: boolean }

/** What was there stays there while the server cannot be reached: that it is gone is said at the top of the page. */
function answered<Value>(
  { to, loaded }: Pick<Answered<Value>, 'to' | 'loaded'>,
  before: Answered<Value> | undefined,
): Answered<Value> {
  const isUnreachable = loaded.status === 'failed' && isServerGone(loaded.error)
  const isThere = before?.to === to && before.loaded.status === 'ready'
  return { to, loaded: isUnreachable && isThere ? before.loaded : loaded, isUnreachable }
}

function isServerGone(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'unreachable'
}
