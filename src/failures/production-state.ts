import { z } from 'zod'
import { driftStreams, type DriftVerdict } from '../statistics/judge-drift-streams.ts'

const driftVerdict = z.enum(['quiet', 'system', 'judge', 'inseparable'])

/** Events while production is watched. The state of a watch is computed from them alone. */
export const ProductionEntry = z.discriminatedUnion('type', [
  /** The first verdicts, and the first answers about anchors, after this event set the baseline. */
  z.object({
    type: z.literal('begun'),
    at: z.string(),
    conversations: z.number().int().positive(),
    anchors: z.number().int().positive(),
    /** A hash of the file of anchors; other anchors make the answers incomparable. */
    anchorsHash: z.string(),
  }),
  /** A judged conversation of the sample. `passed` is undefined when nothing could be evaluated. */
  z.object({ type: z.literal('conversation'), at: z.string(), id: z.string(), passed: z.boolean().optional() }),
  /** An anchor that was judged again. `agreed` is undefined when the judge did not answer. */
  z.object({ type: z.literal('anchor'), at: z.string(), agreed: z.boolean().optional() }),
  /** Calls of models, recorded before they are made, and their dollars, recorded when known. */
  z.object({ type: z.literal('spent'), at: z.string(), calls: z.number(), dollars: z.number() }),
  z.object({ type: z.literal('alarm'), at: z.string(), verdict: driftVerdict }),
])
export type ProductionEntry = z.infer<typeof ProductionEntry>

/** Counts of passed conversations, or of anchors on which judge and people agree. */
export type ProductionRate = { readonly successes: number; readonly trials: number }

export type ProductionStream = {
  readonly missing: number
  readonly usual: ProductionRate
  readonly since: ProductionRate
}

export type ProductionState = {
  readonly verdict: DriftVerdict
  readonly system: ProductionStream
  readonly anchors: ProductionStream
  /** The last alarm that was reported since the watch began. */
  readonly told: DriftVerdict
  readonly anchorsHash: string
  readonly judged: ReadonlySet<string>
}

/** Computes the state of a watch; undefined before it began. */
export function productionState(entries: readonly ProductionEntry[]): ProductionState | undefined {
  const first = entries.findLastIndex(({ type }) => type === 'begun')
  const begun = entries[first]
  if (begun?.type !== 'begun') return undefined
  const since = entries.slice(first)
  const values = since.flatMap(valueOfEntry)
  const valuesOf = (stream: 'system' | 'anchors') =>
    values.filter((one) => one.stream === stream).map(({ value }) => value)
  const [system, anchors] = [
    streamOf(valuesOf('system'), begun.conversations),
    streamOf(valuesOf('anchors'), begun.anchors),
  ]
  return {
    verdict: verdictOf(values, { system, anchors }),
    system,
    anchors,
    told: since.findLast((entry) => entry.type === 'alarm')?.verdict ?? 'quiet',
    anchorsHash: begun.anchorsHash,
    judged: new Set(entries.flatMap((entry) => (entry.type === 'conversation' ? [entry.id] : []))),
  }
}

function streamOf(values: readonly boolean[], needed: number): ProductionStream {
  const [usual, since] = [values.slice(0, needed), values.slice(needed)]
  return { missing: needed - usual.length, usual: rateOf(usual), since: rateOf(since) }
}

function rateOf(values: readonly boolean[]): ProductionRate {
  return { successes: values.filter(Boolean).length, trials: values.length }
}

type ValueOfStream = { readonly stream: 'system' | 'anchors'; readonly value: boolean }

function valueOfEntry(entry: ProductionEntry): readonly ValueOfStream[] {
  if (entry.type === 'conversation' && entry.passed !== undefined) return [{ stream: 'system', value: entry.passed }]
  if (entry.type === 'anchor' && entry.agreed !== undefined) return [{ stream: 'anchors', value: entry.agreed }]
  return []
}

/** Feeds the values after the baseline to the drift tests, in order. */
function verdictOf(
  values: readonly ValueOfStream[],
  { system, anchors }: Pick<ProductionState, 'system' | 'anchors'>,
): DriftVerdict {
  if (system.missing > 0 || anchors.missing > 0) return 'quiet'
  const streams = driftStreams({ passRate: system.usual, agreement: anchors.usual })
  const left = { system: system.usual.trials, anchors: anchors.usual.trials }
  let verdict: DriftVerdict = 'quiet'
  for (const { stream, value } of values) {
    left[stream] -= 1
    if (left[stream] >= 0) continue
    verdict = stream === 'system' ? streams.system(Number(value)) : streams.anchor(Number(value))
  }
  return verdict
}

export function spentOnDay(entries: readonly ProductionEntry[], day: string): { calls: number; dollars: number } {
  const spent = { calls: 0, dollars: 0 }
  for (const entry of entries) {
    if (entry.type !== 'spent' || !entry.at.startsWith(day)) continue
    spent.calls += entry.calls
    spent.dollars += entry.dollars
  }
  return spent
}

/**
 * Returns the number of anchors to judge now: as many as the baseline still needs, then one for every `every` judged
 * conversations.
 */
export function anchorsDue({ system, anchors }: ProductionState, every: number): number {
  if (anchors.missing > 0) return anchors.missing
  const judged = system.usual.trials + system.since.trials
  return Math.max(0, Math.floor(judged / every) - anchors.since.trials)
}
