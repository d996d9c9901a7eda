import type { CallOutcome } from '../../core/index.ts'
import { hashedQuota } from '../../models/pace/quota-of.ts'
import { currentAsking, type PacedServer } from '../with-retries.ts'
import { outsideAgentTime } from '../with-timeout.ts'
import { isKey } from './http-endpoint.ts'
import { parseRetryAfter } from './http-errors.ts'
import { fetchWithinOrigin } from './http-redirects.ts'

type Request = Omit<RequestInit, 'headers' | 'signal'> & { readonly headers: Headers; readonly signal: AbortSignal }

/** Longer refusals or waits may mean an outage, and fail like any other error. */
const PATIENCE_MS = 120_000
const LONGEST_RETRY_AFTER_MS = 300_000

/**
 * Calls `fetchWithinOrigin` at the server's pace, and retries refused requests. A rate limit must neither fail a case
 * nor repeat the earlier requests of the same exchange.
 */
export async function fetchAtPace(url: string, request: Request): Promise<Response> {
  const asking = currentAsking()
  if (asking === undefined) return fetchWithinOrigin(url, request)
  const server = asking.serverOf(quotaKey(url, request.headers))
  for (;;) {
    const release = await turnAt(server, request.signal)
    let outcome: CallOutcome = { status: 'failed' }
    try {
      const response = await fetchWithinOrigin(url, request)
      outcome = outcomeOf(response)
      note(outcome, server, asking)
      if (outcome.status !== 'refused' || isOver(server) || isOver(asking)) return response
      await response.body?.cancel()
    } finally {
      release?.(outcome)
    }
  }
}

async function turnAt({ limiter, givenUp: { signal: givenUp } }: PacedServer, signal: AbortSignal) {
  signal.throwIfAborted()
  if (givenUp.aborted) return undefined
  // `AbortSignal.any` would keep memory as long as its long-lived signals.
  const waiting = new AbortController()
  const leave = () => waiting.abort()
  for (const its of [signal, givenUp]) its.addEventListener('abort', leave, { once: true })
  try {
    const { acquire } = await limiter
    return await outsideAgentTime(() => acquire(waiting.signal))
  } catch (error) {
    signal.throwIfAborted()
    if (givenUp.aborted) return undefined
    throw error
  } finally {
    for (const its of [signal, givenUp]) its.removeEventListener('abort', leave)
  }
}

function note(outcome: CallOutcome, server: PacedServer, asking: FetchAtPaceWaiter): void {
  const isRefused = outcome.status === 'refused'
  const now = performance.now()
  const since = isRefused && (outcome.retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS ? -Infinity : now
  for (const it of [server, asking]) it.refusedSince = isRefused ? Math.min(since, it.refusedSince ?? now) : undefined
  if (isOver(server)) server.givenUp.abort()
  else if (server.givenUp.signal.aborted) server.givenUp = new AbortController()
}

type FetchAtPaceWaiter = Pick<PacedServer, 'refusedSince'>

function isOver({ refusedSince = Infinity }: FetchAtPaceWaiter): boolean {
  return performance.now() - refusedSince >= PATIENCE_MS
}

function outcomeOf({ status, ok, headers }: Response): CallOutcome {
  // Proxies also answer 503 for a server that is down.
  const isRefused = status === 429 || (status === 503 && headers.has('retry-after'))
  if (!ok && !isRefused) return { status: 'failed' }
  if (ok) return { status: 'answered' }
  return { status: 'refused', retryAfterMs: parseRetryAfter(headers.get('retry-after'), Date.now()) }
}

/** Identifies the quota by which a server counts requests: its origin and the credential. */
function quotaKey(url: string, headers: Headers): string {
  const { origin, searchParams } = new URL(url)
  return hashedQuota('http', origin, [...headers, ...searchParams].filter(([name]) => isKey(name)).flat())
}
