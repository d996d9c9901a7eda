import type { Transcript } from '../core/index.ts'
import { createRandom } from '../statistics/random.ts'
import { wilsonInterval } from '../statistics/proportion.ts'
import type { Estimate } from '../core/run/estimate.ts'
import {
  divergence,
  keyOf,
  ownEvidence,
  unusualEvidence,
  type EvidenceKindOfStep,
  type PassingHabits,
  type StepEvidence,
} from './step-evidence.ts'

/** How much each kind of evidence weighs: what comes from the same case more than what comes from others. */
const weights: Readonly<Record<EvidenceKindOfStep, number>> = {
  diverges: 4,
  unusual: 2.5,
  untraceable: 2,
  unsupported: 2,
  repeated: 1.5,
  error: 1.5,
}

/** A later step is as often a consequence: so much less it weighs, step by step. */
const perStep = 0.02
/** Below this difference nothing tells two steps apart. */
const tooClose = 0.3

type SuspectStep = { readonly step: number; readonly weight: number; readonly evidence: readonly StepEvidence[] }

export type Suspicion = {
  /** Most suspicious first; steps that nothing speaks against are not there. */
  readonly ranked: readonly SuspectStep[]
  /** The step that is blamed; undefined where nothing speaks against any, or as much against two. */
  readonly blamed: number | undefined
}

export type SuspicionContext = { readonly habits: PassingHabits; readonly repeats: readonly Transcript[] }

/**
 * Ranks the steps of a transcript by what its structure shows: where it leaves the path of passing repeats of the same case,
 * steps that passing results of the run never take in that place, errors, arguments and words that nothing before bears out,
 * calls made again for nothing. Nobody is asked anything.
 */
export function suspectSteps(transcript: Transcript, { habits, repeats }: SuspicionContext): Suspicion {
  const own = [...ownEvidence(transcript), ...unusualEvidence(transcript, habits)]
  const telling = own.filter((evidence) => !habits.ordinary.has(keyOf(evidence)))
  const all = [...divergence(transcript, repeats), ...telling]
  const ranked = [...Map.groupBy(all, ({ step }) => step)]
    .map(([step, evidence]) => ({ step, evidence, weight: weightOf(evidence) - perStep * step }))
    .toSorted((a, b) => b.weight - a.weight)
  const [first, second] = ranked
  const isClear = first !== undefined && (second === undefined || first.weight - second.weight >= tooClose)
  return { ranked, blamed: isClear ? first.step : undefined }
}

/** The same kind speaks once against a step. */
function weightOf(evidence: readonly StepEvidence[]): number {
  return [...new Set(evidence.map(({ kind }) => kind))].reduce((sum, kind) => sum + weights[kind], 0)
}

/** A fault in a known step; step 0 where there is none. */
export type PlantedFault = SuspicionContext & { readonly transcript: Transcript; readonly step: number }

export type MeasuredSuspicion = {
  /** Of the planted faults, those of which the step was named. */
  readonly hits: Estimate | null
  /** Of the planted faults for which a step was named, those of which it was the right one. */
  readonly hitsOfNamed: Estimate | null
  /** The best that always naming the same step can do, and which it is; below 0 it counts from the end. */
  readonly constant: { readonly step: number; readonly rate: number }
  readonly named: number
  readonly faults: number
  /** Of transcripts without a fault, those for which a step was named. */
  readonly falselyBlamed: Estimate | null
}

export function measureSuspicion(
  faults: readonly PlantedFault[],
  stepsOf: (fault: PlantedFault) => number,
): MeasuredSuspicion {
  const planted = faults.filter(({ step }) => step > 0)
  const clean = faults.filter(({ step }) => step === 0)
  const blamed = planted.map((fault) => ({ fault, step: suspectSteps(fault.transcript, fault).blamed }))
  const named = blamed.filter(({ step }) => step !== undefined)
  const right = named.filter(({ fault, step }) => step === fault.step).length
  const wrong = clean.filter((fault) => suspectSteps(fault.transcript, fault).blamed !== undefined).length
  return {
    hits: rateOf(right, planted.length),
    hitsOfNamed: rateOf(right, named.length),
    constant: bestConstant(planted.map((fault) => [fault.step, fault.step - stepsOf(fault) - 1])),
    named: named.length,
    faults: planted.length,
    falselyBlamed: rateOf(wrong, clean.length),
  }
}

/** A suspicion is told only where it was right more often than the best constant guess: by the lower end of its interval. */
export function isBetterThanGuess({ hitsOfNamed, constant }: MeasuredSuspicion): boolean {
  return hitsOfNamed !== null && hitsOfNamed.low > constant.rate
}

function bestConstant(places: readonly (readonly number[])[]): MeasuredSuspicion['constant'] {
  const counts = new Map<number, number>()
  for (const step of places.flat()) counts.set(step, (counts.get(step) ?? 0) + 1)
  const [step, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [1, 0]
  return { step, rate: places.length === 0 ? 0 : count / places.length }
}

function rateOf(count: number, of: number): Estimate | null {
  return of === 0 ? null : wilsonInterval(count, of)
}

/** A third of some names, by a seed: the same third for the same names. */
export function setAside(names: readonly string[], seed: number): ReadonlySet<string> {
  const random = createRandom(seed)
  return new Set(names.toSorted().filter(() => random() < 1 / 3))
}
