import type { BaselineVerdict, RunPlan, RunSummary, StoppedEarly } from '../../core/index.ts'
import { message } from '../../core/index.ts'
import { isOfBaseline } from './early-rules.ts'

/** What the summary of a run says that stopped early: what was decided, what that costs in certainty, how the rest is played. */
export function decidedEarly(
  stoppedEarly: StoppedEarly,
  { runId }: RunPlan,
): Pick<RunSummary, 'stoppedEarly' | 'baseline' | 'notes'> {
  const { after, of, risk, rules } = stoppedEarly
  const ofBaseline = rules.find(({ rule }) => isOfBaseline(rule))
  return {
    stoppedEarly,
    ...(ofBaseline !== undefined && { baseline: baselineVerdict(ofBaseline) }),
    notes: [
      risk === 0
        ? message(
            'stopped early: the gate was decided after {after} of {of} results, whatever the others would have been',
            { after, of },
          )
        : message(
            'stopped early: the gate was decided after {after} of {of} results; the whole run says otherwise at most {risk} times in 100',
            { after, of, risk: Number((100 * risk).toFixed(1)) },
          ),
      ...rules.flatMap(({ gate, reason }) => (gate === 'open' ? reason : [])),
      message('the rest is played by shinsa resume {run} --all, and then the whole run decides', { run: runId }),
    ],
  }
}

function baselineVerdict({ rule, gate, reason }: StoppedEarly['rules'][number]): BaselineVerdict {
  if (gate === 'closed') return { outcome: 'worse', reason, notes: [] }
  return { outcome: rule === 'unsure-of-baseline' ? 'better' : 'same', reason, notes: [] }
}
