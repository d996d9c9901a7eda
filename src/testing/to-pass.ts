import type { CaseResult, Run } from '../core/index.ts'
import { EvalError } from '../core/index.ts'
import { evaluate } from '../compose/evaluate.ts'
import type { Evaluation, EvaluationOptions } from '../compose/evaluate.ts'
import { projectStore } from '../compose/library-dependencies.ts'
import { toFailureText } from '../reporters/failure/failure-text.ts'
import type { Place } from './agent-failure.ts'
import { agentFailure, refusalIn } from './agent-failure.ts'
import { runnerTerminal } from './runner-terminal.ts'

/** Whatever `evaluate` takes beside dataset and target; `gate` is `failOn`, as a text or a list. */
export type PassOptions = Partial<Omit<EvaluationOptions, 'dataset' | 'target'>> & {
  readonly gate?: string | readonly string[]
}

/** Evaluates the agent, and fails as an assertion does when the gate stays shut. */
export async function toPass(
  { gate, ...options }: PassOptions & Pick<EvaluationOptions, 'dataset' | 'target'>,
  place: Place,
): Promise<Evaluation> {
  const evaluation = await evaluate({ ...options, ...(gate !== undefined && { failOn: rulesOf(gate) }) }).catch(
    (error: unknown) => {
      throw error instanceof EvalError ? refusalIn(error, place) : error
    },
  )
  if (evaluation.passed) return evaluation
  const isStored = options.store === undefined || options.store === projectStore(options.cwd ?? process.cwd())
  const text = await toFailureText(reportsOf(evaluation), { ...runnerTerminal(process), isStored })
  throw agentFailure(text, place)
}

function rulesOf(gate: string | readonly string[]): string[] {
  return typeof gate === 'string' ? gate.split(',').map((rule) => rule.trim()) : [...gate]
}

/** The runs that did not pass, each with its results. */
function reportsOf({
  runs,
  results,
}: Evaluation): readonly { readonly run: Run; readonly records: readonly Result[] }[] {
  let start = 0
  return runs.flatMap((run) => {
    const end = start + (run.summary?.results.total ?? 0)
    const records = results.slice(start, end).map((result) => ({ result }))
    start = end
    return run.summary?.gate.passed === true ? [] : [{ run, records }]
  })
}

type Result = { readonly result: CaseResult }
