import { z } from 'zod'
import { isCut } from '../finish-reason.ts'
import { evidenceKinds, knownBy } from '../invocation.ts'
import type { Invocation } from '../invocation.ts'

const Counts = z.record(z.string(), z.number())

/** How what is known of some exchanges became known, and how many of their answers were cut. */
export const EvidenceCounts = z.object({
  exchanges: z.number(),
  /** In how many of them each kind of evidence was reported by the agent; in the others it was observed, or is unknown. */
  reported: Counts,
  observed: Counts,
  /** What was listened to. */
  listeners: z.array(z.string()),
  /** Answers that ended by their length, by a filter or by an error, by their finish reason. */
  cut: Counts,
})
export type EvidenceCounts = z.infer<typeof EvidenceCounts>

/** Counts the evidence of exchanges. A kind without a count is unknown in all of them. */
export function evidenceCountsOf(invocations: readonly Invocation[]): EvidenceCounts {
  const reported: Record<string, number> = {}
  const observed: Record<string, number> = {}
  const cut: Record<string, number> = {}
  const listeners = new Set<string>()
  for (const invocation of invocations) {
    const { finishReason, provenance } = invocation
    for (const kind of evidenceKinds) {
      const by = knownBy(invocation, kind)
      if (by !== 'unknown') increase(by === 'reported' ? reported : observed, kind)
    }
    if (isCut(finishReason)) increase(cut, finishReason)
    if (provenance?.listener !== undefined) listeners.add(provenance.listener)
  }
  return { exchanges: invocations.length, reported, observed, listeners: [...listeners], cut }
}

export function addEvidence(first: EvidenceCounts | undefined, second: EvidenceCounts): EvidenceCounts {
  if (first === undefined) return second
  return {
    exchanges: first.exchanges + second.exchanges,
    reported: added(first.reported, second.reported),
    observed: added(first.observed, second.observed),
    listeners: [...new Set([...first.listeners, ...second.listeners])],
    cut: added(first.cut, second.cut),
  }
}

/** How many answers were cut, for whatever reason. */
export function cutAnswers(evidence: EvidenceCounts | undefined): number {
  return Object.values(evidence?.cut ?? {}).reduce((sum, count) => sum + count, 0)
}

function increase(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function added(first: Readonly<Record<string, number>>, second: Readonly<Record<string, number>>) {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries([...names].map((name) => [name, (first[name] ?? 0) + (second[name] ?? 0)]))
}
