import type { QuotaLeft } from '../../core/index.ts'

type Headers = Readonly<Record<string, string>>
type QuotaHeadersNames = {
  readonly remaining: string
  readonly reset?: string
  readonly limit: string
  readonly windowMs?: number
}

const MINUTE = 60_000

/** Those that count requests alone come first; where nobody says when it is renewed, the name says for how long it is. */
const families: readonly QuotaHeadersNames[] = [
  // Anthropic
  named('anthropic-ratelimit-requests-*'),
  // OpenAI, Azure, Groq, xAI
  named('x-ratelimit-*-requests'),
  named('x-ratelimit-*-requests-minute'),
  // Mistral
  { ...named('x-ratelimit-*-req-minute'), windowMs: MINUTE },
  // Cerebras
  named('x-ratelimit-*-requests-day'),
  // IETF up to its sixth draft, and what GitHub and many others have
  named('ratelimit-*'),
  named('x-ratelimit-*'),
  named('x-rate-limit-*'),
]

function named(pattern: string): Required<Omit<QuotaHeadersNames, 'windowMs'>> {
  const name = (part: string) => pattern.replace('*', part)
  return { remaining: name('remaining'), reset: name('reset'), limit: name('limit') }
}

/** What a server says of its quota of requests, in the words of whichever provider; undefined where it says nothing of use. */
export function quotaLeft(headers: Headers, now: number): QuotaLeft | undefined {
  const told = structured(headers)
  if (told !== undefined) return told
  for (const { remaining: name, reset, limit, windowMs } of families) {
    const remaining = count(headers[name])
    const resetMs = (reset === undefined ? undefined : untilReset(headers[reset], serverTime(headers, now))) ?? windowMs
    if (remaining !== undefined && resetMs !== undefined) return { remaining, resetMs, limit: count(headers[limit]) }
  }
  return undefined
}

/** `RateLimit: "default";r=50;t=30` of the IETF's drafts since the eighth, `limit=100, remaining=50, reset=30` of the seventh. */
function structured(headers: Headers): QuotaLeft | undefined {
  const told = headers['ratelimit']?.toLowerCase() ?? ''
  const policies = (headers['ratelimit-policy']?.toLowerCase() ?? '').split(',').map(parameters)
  const seventh = /remaining=/.test(told)
  const lefts = (seventh ? [told.replaceAll(',', ';')] : told.split(',')).map(parameters).flatMap((left) => {
    const policy = policies.find(({ name }) => name === left.name) ?? (policies.length === 1 ? policies[0] : undefined)
    // Its units may be bytes or calls at once.
    if (policy?.['qu'] !== undefined && policy['qu'] !== 'requests') return []
    const remaining = count(left['r'] ?? left['remaining'])
    const seconds = count(left['t'] ?? left['reset'] ?? policy?.['w'])
    if (remaining === undefined || seconds === undefined) return []
    return [{ remaining, resetMs: seconds * 1000, limit: count(left['limit'] ?? policy?.['q']) }]
  })
  return lefts.toSorted((one, other) => perSecond(one) - perSecond(other))[0]
}

function parameters(text: string): Readonly<Record<string, string | undefined>> {
  const [name = '', ...others] = text.split(';').map((part) => part.trim())
  const pairs = [name, ...others].flatMap((part) => {
    const match = /^([a-z]+)=\s*"?([^"]*)"?$/.exec(part)
    return match === null ? [] : [[match[1], match[2]]]
  })
  return { ...Object.fromEntries(pairs), name }
}

function perSecond({ remaining, resetMs }: QuotaLeft): number {
  return remaining / Math.max(1, resetMs)
}

/** `100`, and the first one of `100, 100;w=60, 10000;w=86400`. */
function count(text: string | undefined): number | undefined {
  const match = /^\s*(\d{1,15})(\.\d+)?\s*(?:[,;]|$)/.exec(text ?? '')
  return match === null ? undefined : Number(match[1])
}

/** Times are told by the server's clock. */
function serverTime(headers: Headers, now: number): number {
  const date = Date.parse(headers['date'] ?? '')
  return Number.isNaN(date) ? now : date
}

/** Milliseconds from `6m0s`, from seconds, from a time in seconds or milliseconds since 1970, or from a date. */
function untilReset(text: string | undefined, now: number): number | undefined {
  const told = text?.trim() ?? ''
  if (/^\d{1,15}(\.\d+)?$/.test(told)) {
    const value = Number(told)
    if (value < 1e9) return value * 1000
    return Math.max(0, (value < 1e11 ? value * 1000 : value) - now)
  }
  const parts = [...told.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|[dhms])/g)]
  if (parts.length > 0 && parts.map(([part]) => part).join('') === told)
    return parts.reduce((sum, [, value, unit = '']) => sum + Number(value) * (units[unit] ?? 0), 0)
  // Whatever begins with a year or a day of the week; `-1` would be one too for `Date.parse`.
  const date = /^(\d{4}-|[A-Z][a-z]{2}\b)/.test(told) ? Date.parse(told) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: MINUTE, s: 1000, ms: 1 }
