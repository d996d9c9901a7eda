import type { CaseResult, RunPlan, Target } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'

/** Whether a target answers at all. */
export type SilenceWatch = {
  readonly note: (result: CaseResult) => void
  /** Aborted when it does not: what is asked already would not be answered either. */
  readonly signal: AbortSignal
}

/**
 * Notices a target that never answers. Of the cases that are played first, as many as are played at once and at least
 * three, every one has to run into the time limit; one answer, or an error of another kind, and nothing is noticed any more.
 */
export function watchForSilence(
  { runId, target, concurrency }: RunPlan,
  { recorded = false }: Pick<Target, 'recorded'>,
): SilenceWatch {
  const controller = new AbortController()
  const enough = Math.max(fewest, concurrency)
  let silent = 0
  // Time limits in a recording were those of another run.
  let isAlive = recorded
  return {
    signal: controller.signal,
    note({ transcript: { failure, invocations } }) {
      isAlive ||= failure?.code !== 'timeout' || invocations.length > 0
      silent += 1
      if (!isAlive && silent === enough)
        controller.abort(neverAnswered({ target: target.name, count: enough, run: runId }))
    },
  }
}

const fewest = 3

function neverAnswered(values: { readonly target: string; readonly count: number; readonly run: string }): EvalError {
  return new EvalError(
    'target',
    message('{target} answered none of the first {count} cases within the time limit, so the run was stopped', values),
    {
      hint: message(
        'See why it hangs, or raise the time limit (--timeout SECONDS, in code `timeoutMs`); `shinsa resume {run}` asks the rest.',
        values,
      ),
    },
  )
}
