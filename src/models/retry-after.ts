import { parsedJson } from '../core/index.ts'
import { z } from 'zod'

/** Returns the milliseconds to wait from `now`, from `retry-after-ms`, `Retry-After` or Google's field in the body. */
export function retryAfter(headers: Readonly<Record<string, string>>, body: string, now: number): number | undefined {
  return milliseconds(headers['retry-after-ms'], 1) ?? dateOrSeconds(headers['retry-after'], now) ?? delayInBody(body)
}

function dateOrSeconds(header: string | undefined, now: number): number | undefined {
  const delay = milliseconds(header, 1000)
  if (delay !== undefined || header === undefined) return delay
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function milliseconds(header: string | undefined, factor: number): number | undefined {
  const text = header?.trim() ?? ''
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) * factor : undefined
}

// google.rpc.RetryInfo: Gemini and Vertex send it in the error instead of a header.
const WithRetryInfo = z.object({ error: z.object({ details: z.array(z.unknown()) }) })
const RetryInfo = z.object({ retryDelay: z.string().regex(/^\d+(\.\d+)?s$/) })

function delayInBody(body: string): number | undefined {
  if (!body.includes('retryDelay')) return undefined
  const parsed = WithRetryInfo.safeParse(parsedJson(body))
  if (!parsed.success) return undefined
  const info = parsed.data.error.details.map((detail) => RetryInfo.safeParse(detail)).find(({ success }) => success)
  return info?.data === undefined ? undefined : Number.parseFloat(info.data.retryDelay) * 1000
}
