import { message, type Message } from '../../core/index.ts'
import { networkError } from './http-errors.ts'
import { refusedUrl, shownUrl } from './http-redirects.ts'

/** Any status counts as an answer, since an agent may refuse this request. */
export type Probe =
  | { readonly answers: true; readonly status: number }
  | { readonly answers: false; readonly reason: Message }

/** Probes an address with HEAD and without headers, so that it starts nothing and reveals nothing. */
export async function httpTargetAnswers(url: string, options: { readonly timeoutMs?: number } = {}): Promise<Probe> {
  const { timeoutMs = 3000 } = options
  const refused = refusedUrl(URL.parse(url))
  if (refused !== undefined) return { answers: false, reason: refused }
  const address = shownUrl(new URL(url))
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
    return { answers: true, status }
  } catch (error) {
    if (!signal.aborted) return { answers: false, reason: networkError(error, address).sentence }
    const values = { address, seconds: timeoutMs / 1000 }
    return { answers: false, reason: message('{address} did not answer within {seconds} s', values) }
  }
}
