import {
  type BaselineVerdict,
  type Estimate,
  type Message,
  type RunPlan,
  type RunSummary,
  type StoppedEarly,
  message,
} from '../../core/index.ts'
import { anytimeInterval } from '../../statistics/anytime-interval.ts'
import { isOfBaseline } from './early-rules.ts'

/** Adds to the summary of a run that stopped early what was decided and at what risk. */
export function decidedEarly(summary: Omit<RunSummary, 'gate'>, stoppedEarly: StoppedEarly, plan: RunPlan) {
  const { rules } = stoppedEarly
  const { passRate, passRateAtWorst, metrics } = summary
  const ofBaseline = rules.find(({ rule }) => isOfBaseline(rule))
  return {
    ...summary,
    passRate: passRate && whereverStopped(passRate),
    ...(passRateAtWorst && { passRateAtWorst: whereverStopped(passRateAtWorst) }),
    metrics: metrics.map((metric) => ({ ...metric, passRate: metric.passRate && whereverStopped(metric.passRate) })),
    stoppedEarly,
    ...(ofBaseline !== undefined && { baseline: baselineVerdict(ofBaseline) }),
    notes: [
      ...(summary.notes ?? []),
      whatStopped(stoppedEarly, plan),
      ...rules.flatMap(({ gate, reason }) => (gate === 'open' ? reason : [])),
      message('the rest is played by shinsa resume {run} --all, and then the whole run decides', { run: plan.runId }),
    ],
  }
}

function whatStopped({ after, of, risk }: StoppedEarly, { comparedWith }: RunPlan): Message {
  const values = { after, of, risk: Number((100 * risk).toFixed(1)) }
  if (comparedWith !== undefined) {
    return message(
      'stopped early: the comparison with {arm} was decided after {after} of {of} results; the whole run says otherwise at most {risk} times in 100',
      { ...values, arm: comparedWith.arm },
    )
  }
  return risk === 0
    ? message(
        'stopped early: the gate was decided after {after} of {of} results, whatever the others would have been',
        {
          after,
          of,
        },
      )
    : message(
        'stopped early: the gate was decided after {after} of {of} results; the whole run says otherwise at most {risk} times in 100',
        values,
      )
}

/** Replaces the interval by one that is valid at any stopping time. Rates over repeats keep theirs. */
function whereverStopped(rate: Estimate): Estimate {
  return rate.method === 'wilson' ? anytimeInterval(Math.round(rate.value * rate.n), rate.n) : rate
}

function baselineVerdict({ rule, gate, reason }: StoppedEarly['rules'][number]): BaselineVerdict {
  if (gate === 'closed') return { outcome: 'worse', reason, notes: [] }
  return { outcome: rule === 'unsure-of-baseline' ? 'better' : 'same', reason, notes: [] }
}
