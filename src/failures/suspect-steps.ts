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

/** Weights of evidence by kind. A comparison with the same case weighs more than one with other cases. */
const weights: Readonly<Record<EvidenceKindOfStep, number>> = {
  diverges: 4,
  unusual: 2.5,
  untraceable: 2,
  unsupported: 2,
  repeated: 1.5,
  error: 1.5,
}

/** Later steps are often consequences, so each step weighs this much less than the one before. */
const perStep = 0.02
/** Two steps whose weights differ by less cannot be told apart. */
const tooClose = 0.3

type SuspectStep = { readonly step: number; readonly weight: number; readonly evidence: readonly StepEvidence[] }

export type Suspicion = {
  /** The most suspicious step first; steps without evidence are left out. */
  readonly ranked: readonly SuspectStep[]
  /** The blamed step; undefined when there is no evidence, or as much against another step. */
  readonly blamed: number | undefined
}

export type SuspicionContext = { readonly habits: PassingHabits; readonly repeats: readonly Transcript[] }

/**
 * Ranks the steps of a transcript by structural evidence, without a model: where it leaves the path of passing repeats,
 * steps that passing results never take, errors, arguments and words without a source, and useless repeated calls.
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

/** Each kind of evidence counts once for a step. */
function weightOf(evidence: readonly StepEvidence[]): number {
  return [...new Set(evidence.map(({ kind }) => kind))].reduce((sum, kind) => sum + weights[kind], 0)
}

/** A transcript with a fault planted at a step; step 0 means that there is no fault. */
export type PlantedFault = SuspicionContext & { readonly transcript: Transcript; readonly step: number }

export type MeasuredSuspicion = {
  readonly hits: Estimate | null
  /** The share of right ones among the blamed steps. */
  readonly hitsOfNamed: Estimate | null
  /** The hit rate of always blaming the best fixed step; a negative step counts from the end. */
  readonly constant: { readonly step: number; readonly rate: number }
  readonly named: number
  readonly faults: number
  /** The share of transcripts without a fault in which a step was blamed. */
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

/** Suspicions are shown only when the lower end of their hit rate's interval beats the best fixed step. */
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

/** Draws a third of the names by a seed; the same names give the same third. */
export function setAside(names: readonly string[], seed: number): ReadonlySet<string> {
  const random = createRandom(seed)
  return new Set(names.toSorted().filter(() => random() < 1 / 3))
}
