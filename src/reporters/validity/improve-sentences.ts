import { compact } from '../../core/basics/compact.ts'
import { type Message, message } from '../../core/basics/message.ts'
import type { NewTrailEntry } from '../../improve/improve-trail.ts'
import { pointsWithInterval, rateWithInterval } from '../number-format.ts'
import { oneLine } from '../visible-text.ts'

type ImproveStep = NewTrailEntry

/** Tells a step of an improvement loop, on the terminal and on the page. Names of what has changed are plain texts. */
export function improveSentences(step: ImproveStep): readonly (Message | string)[] {
  if (step.type === 'begun') return begunSentences(step)
  if (step.type === 'registered') {
    const { change, what, why } = step
    return [
      message('change {change} is registered: {what} ({why})', {
        change,
        what: oneLine(what, 80),
        why: oneLine(why, 80),
      }),
    ]
  }
  if (step.type === 'tried') return triedSentences(step)
  if (step.type === 'looked') return lookedSentences(step)
  const differences = step.differences.map((difference) => `  ${oneLine(difference, 160)}`)
  if (step.type === 'accepted') {
    const { by, why } = step
    return [
      message('{by} signed what has changed ({why}); the agent of now is the baseline', {
        by: oneLine(by, 60),
        why: oneLine(why, 80),
      }),
      ...differences,
      ...withoutBaseSentences(step),
    ]
  }
  return [
    message('not comparable: beside the agent, this has changed'),
    ...differences,
    message('Put it back, or have a person sign it: shinsa improve accept-change --by NAME --why "…"'),
  ]
}

function begunSentences({ goal, openMean, withoutBase }: Extract<ImproveStep, { type: 'begun' }>) {
  const { open, sealed, dataset } = goal
  return compact([
    message('{open} open {open|case|cases}, {sealed} sealed; goal: {goal}', { open, sealed, goal: goal.goal }),
    openMean !== null &&
      message('the baseline has {mean} of the open cases', {
        mean: rateWithInterval(openMean),
      }),
    ...withoutBaseSentences({ withoutBase }),
    message(
      'Read .shinsa/improve/open-cases.jsonl. {dataset} holds the sealed cases too: put it where the loop cannot read it; it is not needed any more.',
      { dataset },
    ),
  ])
}

function withoutBaseSentences({ withoutBase }: Pick<Extract<ImproveStep, { type: 'begun' }>, 'withoutBase'>) {
  if (withoutBase === undefined) return []
  const { open, sealed, repeats = 0 } = withoutBase
  return compact([
    open + sealed > 0 &&
      message(
        '{open} open and {sealed} sealed cases could not be evaluated: they are in no comparison with this baseline',
        { open, sealed },
      ),
    repeats > 0 &&
      message(
        '{count} {count|repeat|repeats} of sealed cases could not be evaluated: of a change, only further ones count as lost',
        {
          count: repeats,
        },
      ),
  ])
}

function triedSentences({ change, runId, difference, twins }: Extract<ImproveStep, { type: 'tried' }>) {
  const shown = difference === null ? '–' : pointsWithInterval(difference)
  return [
    message('change {change} on the open cases: {difference} (shinsa show {run})', {
      change,
      difference: shown,
      run: runId,
    }),
    twinSentence(twins),
    message('Open cases were looked at: this is no proof. shinsa improve confirm asks the sealed ones.'),
  ]
}

/** Below this p-value the agent is said to know cases by heart. */
const alphaOfTwins = 0.05

function twinSentence({ asked, lost, won, p }: Extract<ImproveStep, { type: 'tried' }>['twins']): Message {
  if (p >= alphaOfTwins || lost.length <= won) {
    return message('{asked} cases again under another id, with other white space: no difference beyond chance', {
      asked,
    })
  }
  return message(
    'the agent may know cases by heart: {lost} of {asked} came out worse under another id, with other white space: {ids}',
    { lost: lost.length, asked, ids: oneLine(lost.join(', '), 120) },
  )
}

function lookedSentences({
  change,
  look,
  alpha,
  outcome,
  notEvaluated,
  unevaluatedRepeats = 0,
  needed,
  difference,
}: Extract<ImproveStep, { type: 'looked' }>) {
  const unseen = compact([
    notEvaluated > 0 &&
      message('{count} sealed {count|case|cases} could not be evaluated, which is no success', { count: notEvaluated }),
    unevaluatedRepeats > 0 &&
      message('{count} {count|repeat|repeats} of sealed cases could not be evaluated, which is no success', {
        count: unevaluatedRepeats,
      }),
  ])
  if (outcome === 'not better') {
    return [message('change {change}: not better on the open cases; no look was spent', { change })]
  }
  const spent = message('look {look}, which may be wrong in {alpha} % of loops', {
    look,
    alpha: Number((100 * alpha).toPrecision(2)),
  })
  if (outcome === 'better') {
    const shown = difference === null ? '' : pointsWithInterval(difference)
    return [
      message('change {change}: better {difference}; it is the new baseline', { change, difference: shown }),
      spent,
      ...unseen,
    ]
  }
  const more =
    needed === undefined
      ? []
      : [message('about {needed} sealed cases would show the smallest difference that matters', { needed })]
  return [message('change {change}: cannot tell yet', { change }), ...more, spent, ...unseen]
}
