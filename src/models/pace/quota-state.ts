import { z } from 'zod'
import type { QuotaLeft } from '../../core/index.ts'

/** What is known of a quota from what its server says with its answers. Times are milliseconds of any one clock. */
export const QuotaState = z.object({
  /** When the call began that was told so: most servers count when they let it in. */
  at: z.number(),
  remaining: z.number(),
  resetAt: z.number(),
  /** The soonest reset that was told and is not over yet: many round up. */
  soonestAt: z.number(),
  /** Whether the reset was put off since that was told, and whether it ever was: a bucket is full the later the more is taken. */
  isPutOff: z.boolean(),
  isBucket: z.boolean(),
  /** There is one more in so many milliseconds, where that is known. */
  nextInMs: z.number().optional(),
  /** Calls a second that make use of all there is, where enough time is left to tell. */
  rate: z.number().optional(),
  /** Numbers that were never seen to become less count nothing, and are not believed. */
  counts: z.boolean(),
})
export type QuotaState = z.infer<typeof QuotaState>

/** What remains is spread over the time until the reset, and over this where that is longer: nobody waits longer either. */
const SPREAD_MS = 60_000
/** What a bucket has saved up is made use of in so long. */
const DRAWN_MS = 30_000
/** What is over sooner is over before workers have heard of it, and may be told in whole seconds. */
const SHORT_MS = 2000
const FAR_MS = 86_400_000

type QuotaStateCall = { readonly startedAt: number; readonly now: number }

export function observedQuota(before: QuotaState | undefined, told: QuotaLeft, call: QuotaStateCall): QuotaState {
  const { startedAt: at, now } = call
  if (before !== undefined && at < before.at) return before
  const { remaining, limit = 0 } = told
  const resetMs = Math.min(told.resetMs, FAR_MS)
  const resetAt = at + resetMs
  const isNew = before === undefined || at >= before.soonestAt - SHORT_MS
  const isPutOff = !isNew && (before.isPutOff || resetAt - before.soonestAt > SHORT_MS + now - at)
  const isBucket = before !== undefined && (isNew ? before.isPutOff : before.isBucket || isPutOff)
  const soonestAt = isNew ? resetAt : Math.min(before.soonestAt, resetAt)
  const filledMs = isBucket && limit > remaining ? resetMs / (limit - remaining) : undefined
  return {
    at,
    remaining,
    resetAt,
    soonestAt,
    isPutOff,
    isBucket,
    nextInMs: filledMs ?? (remaining === 0 && resetMs < SHORT_MS ? resetMs : undefined),
    rate: resetMs >= SHORT_MS ? rateOf(remaining, soonestAt - at, filledMs) : isNew ? undefined : before.rate,
    counts: before !== undefined && isCounting(before, remaining, at),
  }
}

function rateOf(remaining: number, leftMs: number, filledMs: number | undefined): number | undefined {
  if (remaining === 0) return undefined
  if (filledMs !== undefined) return 1000 / filledMs + (1000 * remaining) / DRAWN_MS
  return (1000 * remaining) / Math.min(Math.max(leftMs, SHORT_MS), SPREAD_MS)
}

/** It becomes less; where nothing was left there is something after it was waited for. */
function isCounting(before: QuotaState, remaining: number, at: number): boolean {
  if (remaining < before.remaining) return true
  const waitedUntil = emptyUntil(before)
  const isStuck = remaining === 0 && at >= waitedUntil && waitedUntil - before.at >= SHORT_MS
  return before.counts && !isStuck
}

/** Calls a second that make use of what there is; undefined where that is not known. */
export function toldRate(quota: QuotaState | undefined, now: number): number | undefined {
  return quota?.counts === true && now < quota.resetAt ? quota.rate : undefined
}

/** Until when nothing is left, when so many calls have begun since that was told; the past where there is something. */
export function emptyUntil(quota: QuotaState | undefined, begun = 0): number {
  if (quota?.counts !== true || quota.remaining > begun) return Number.NEGATIVE_INFINITY
  const { at, remaining, resetAt, nextInMs } = quota
  const nextAt = nextInMs === undefined ? resetAt : at + (1 + begun - remaining) * nextInMs
  return Math.min(nextAt, at + SPREAD_MS)
}
