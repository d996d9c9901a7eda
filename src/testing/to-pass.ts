import { type CaseResult, type Run, EvalError } from '../core/index.ts'
import { evaluate, type Evaluation, type EvaluationOptions } from '../compose/evaluate.ts'
import { projectStore } from '../compose/library-dependencies.ts'
import { toFailureText } from '../reporters/failure/failure-text.ts'
import { type CallerPlace, agentFailure, refusalIn } from './agent-failure.ts'
import { collection, leaveRun } from './collected-run.ts'
import { runnerTerminal } from './runner-terminal.ts'

export type PassOptions = Omit<EvaluationOptions, 'dataset' | 'cases' | 'target' | 'agent'>

/** Evaluates the agent, and throws an assertion error when the gate is closed. */
export async function toPass(
  options: PassOptions & Pick<EvaluationOptions, 'cases' | 'target'>,
  place: CallerPlace,
): Promise<Evaluation> {
  const evaluation = await evaluate(options).catch((error: unknown) => {
    throw error instanceof EvalError ? refusalIn(error, place) : error
  })
  const isStored = options.store === undefined || options.store === (await projectStore(options.cwd ?? process.cwd()))
  const collecting = isStored ? collection(process.env) : undefined
  if (collecting !== undefined) leaveRun(collecting.folder)
  if (evaluation.passed) return evaluation
  throw await failureOf(evaluation, { isStored, place })
}

type ToPassView = { readonly isStored: boolean; readonly place: CallerPlace }

/** Reports the runs that failed, or all runs where a negated test passed unexpectedly. */
export async function failureOf(
  { passed, runs, results }: Evaluation,
  { isStored, place }: ToPassView,
): Promise<Error> {
  const reports = reportsOf(runs, results).filter(({ run }) => passed || run.summary?.gate.passed !== true)
  return agentFailure(await toFailureText(reports, { ...runnerTerminal(process), isStored }), place)
}

/** The results of all runs stand one after another. */
function reportsOf(runs: readonly Run[], results: readonly CaseResult[]) {
  let start = 0
  return runs.map((run) => {
    const end = start + (run.summary?.results.total ?? 0)
    const records = results.slice(start, end).map((result) => ({ result }))
    start = end
    return { run, records }
  })
}
