import { type CaseResult, type Run, type RunStore, type Transcript, EvalError, message } from '../../core/index.ts'
import { passingHabits } from '../../failures/step-evidence.ts'
import {
  measureSuspicion,
  suspectSteps,
  type MeasuredSuspicion,
  type PlantedFault,
  type Suspicion,
} from '../../failures/suspect-steps.ts'
import { stepKey, transcriptSteps, type TranscriptStep } from '../../failures/transcript-steps.ts'
import { answerOperators } from '../../mutation/answer-operators.ts'
import { callOperators } from '../../mutation/call-operators.ts'
import { createRandom, randomOrder } from '../../statistics/random.ts'

export type BlamedResult = {
  readonly result: CaseResult
  readonly steps: readonly TranscriptStep[]
  readonly suspicion: Suspicion
  /** How often the same ranking finds faults that are planted in passing results of this run. */
  readonly measured: MeasuredSuspicion
  /** Number of passing repeats of the same case. */
  readonly repeats: number
}

/** How many passing results are read, and in how many of them faults are planted. */
const mostPassing = 500
const mostPlanted = 60

/** Mutations whose step is known. */
const planted = [...callOperators, ...answerOperators].filter(({ id }) => !['verdict-flipped'].includes(id))

/**
 * Ranks the steps of a failed result by how unusual they are beside passing results. The ranking's accuracy is measured each
 * time on faults planted in passing results of the same run; the other half of the cases is what it learns from.
 *
 * @throws {EvalError} `usage` where the case has no such repeat
 */
export async function blameResult(
  run: Run,
  { store, caseId, repeat, seed }: { store: RunStore; caseId: string; repeat: number | undefined; seed: number },
): Promise<BlamedResult> {
  const passing: CaseResult[] = []
  const same: CaseResult[] = []
  for await (const { result } of store.recordsOf(run.plan.runId, caseId)) if (result !== undefined) same.push(result)
  for await (const { result } of store.records(run.plan.runId)) {
    if (passing.length < mostPassing && result?.verdict === 'passed') passing.push(result)
  }
  const result = repeat === undefined ? (same.find(isFailed) ?? same[0]) : same.find((own) => own.repeat === repeat)
  if (result === undefined) {
    throw new EvalError(
      'usage',
      message('run {run} has no such result of {case}', { run: run.plan.runId, case: caseId }),
      {
        hint: message('`shinsa show RUN` lists its results; repeats count from 1.'),
      },
    )
  }
  const others = same.filter((own) => own !== result && own.verdict === 'passed').map(({ transcript }) => transcript)
  const habits = passingHabits(passing.filter((own) => own !== result).map(({ transcript }) => transcript))
  const suspicion = isFailed(result)
    ? suspectSteps(result.transcript, { habits, repeats: others })
    : { ranked: [], blamed: undefined }
  const faults = plantedIn(passing, { hasRepeats: others.length > 0, seed })
  const measured = measureSuspicion(faults, ({ transcript }) => transcriptSteps(transcript).length)
  return { result, steps: transcriptSteps(result.transcript), suspicion, measured, repeats: others.length }
}

/** One that passed or could not be evaluated has no step to blame. */
export function isFailed({ verdict }: CaseResult): boolean {
  return verdict === 'failed' || verdict === 'error'
}

/** Plants one fault of each kind in each passing result; returns them with the original results. */
function plantedIn(
  passing: readonly CaseResult[],
  { hasRepeats, seed }: { readonly hasRepeats: boolean; readonly seed: number },
): readonly PlantedFault[] {
  const cases = [...new Set(passing.map(({ evalCase }) => evalCase.id))]
  const order = randomOrder(cases.length, createRandom(seed))
  const halfOf = new Map(Array.from(order, (at, index) => [cases[at], index % 2] as const))
  const habits = [0, 1].map((half) =>
    passingHabits(
      passing.filter(({ evalCase }) => halfOf.get(evalCase.id) !== half).map(({ transcript }) => transcript),
    ),
  )
  return passing.slice(0, mostPlanted).flatMap((result): PlantedFault[] => {
    const own = habits[halfOf.get(result.evalCase.id) ?? 0]
    const repeats = passing
      .filter((other) => other !== result && other.evalCase.id === result.evalCase.id)
      .map(({ transcript }) => transcript)
    // The ranking is measured as it is used: with repeats only where there are some.
    if (own === undefined || (hasRepeats && repeats.length === 0)) return []
    const context = { habits: own, repeats: hasRepeats ? repeats : [] }
    const random = createRandom(seed + result.position)
    const mutants = planted.flatMap(({ mutants: plant }) => {
      const all = [...plant(result.transcript, { evalCase: result.evalCase, random })]
      return all[Math.floor(random() * all.length)] ?? []
    })
    return [
      { ...context, transcript: result.transcript, step: 0 },
      ...mutants.map(({ transcript }) => ({
        ...context,
        transcript,
        step: changedStep(result.transcript, transcript),
      })),
    ].filter(({ transcript, step }) => step > 0 || transcript === result.transcript)
  })
}

/** The first step that differs; the last one where steps are missing at the end. */
function changedStep(before: Transcript, after: Transcript): number {
  const [steps, others] = [transcriptSteps(before), transcriptSteps(after)]
  const at = steps.findIndex((step, index) => {
    const other = others[index]
    return other === undefined || stepKey(step) !== stepKey(other) || step.text !== other.text
  })
  return at < 0 ? 0 : Math.min(at + 1, others.length)
}
