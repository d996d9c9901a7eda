import type { Run } from '../../core/index.ts'
import { isBetterThanGuess } from '../../failures/suspect-steps.ts'
import { stepName } from '../../failures/transcript-steps.ts'
import { blameResult, isFailed } from './blame-result.ts'
import { playAgain } from './play-again.ts'

/** Returns the report of a blamed step. The step is named only where the ranking is better than guessing. */
export async function blameReport(
  run: Run,
  options: Parameters<typeof blameResult>[1] & { readonly replay: Parameters<typeof playAgain>[2] | undefined },
) {
  const { result, steps, suspicion, measured, repeats } = await blameResult(run, options)
  const branching =
    options.replay === undefined || !isFailed(result)
      ? undefined
      : await playAgain(run, { result, steps }, options.replay)
  const trusted = isBetterThanGuess(measured)
  return {
    run: run.plan.runId,
    caseId: result.evalCase.id,
    repeat: result.repeat + 1,
    verdict: result.verdict,
    numbering: 'from 1 over all exchanges: each tool call, and the answer after the calls of its exchange',
    steps: steps.map((step) => ({
      number: step.number,
      turn: step.turn,
      name: stepName(step),
      ...(step.call?.args !== undefined && { args: step.call.args }),
    })),
    repeats,
    ranked: suspicion.ranked,
    blamed: trusted ? suspicion.blamed : undefined,
    trusted,
    measured,
    ...(branching !== undefined && { branching }),
  }
}
