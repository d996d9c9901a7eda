import { type Message, message } from '../../core/index.ts'
import { percent, rateWithInterval } from '../number-format.ts'
import { createStyle, linesText, type StyleOptions } from '../style.ts'
import { compact } from '../../core/basics/compact.ts'
import type { JudgeAdmission } from '../../statistics/judge-admission.ts'
import type { TestedBias } from '../../statistics/bias-battery.ts'

type ShownAdmission = JudgeAdmission & {
  readonly metric: string
  readonly judge: string
  readonly labels: number
  readonly spent: number
  readonly battery?: readonly TestedBias[]
}

/** Shows the admission of judges: the decision, its evidence, and what else it would take. */
export function toJudgeAdmission(admissions: readonly ShownAdmission[], options: StyleOptions): string {
  const style = createStyle(options)
  return linesText(admissions.flatMap(sentencesOf).map(style.say))
}

const outcomes = {
  admitted: (of: Of) => message('{metric}: {judge} is admitted, on {labels} {labels|label|labels}', of),
  refused: (of: Of) => message('{metric}: {judge} is refused, on {labels} {labels|label|labels}', of),
  undecided: (of: Of) => message('{metric}: {judge} cannot be decided on {labels} {labels|label|labels}', of),
}

type Of = { readonly metric: string; readonly judge: string; readonly labels: number }

function sentencesOf({
  outcome,
  sensitivity,
  specificity,
  needed,
  spent,
  battery = [],
  ...of
}: ShownAdmission): readonly Message[] {
  const { failures, passes } = needed
  const isEnough = outcome !== 'undecided' || (failures === undefined && passes === undefined)
  return compact([
    outcomes[outcome]({ metric: of.metric, judge: of.judge, labels: of.labels }),
    message('  finds {share} of what people failed', { share: rateWithInterval(sensitivity) }),
    message('  passes {share} of what people passed', { share: rateWithInterval(specificity) }),
    ...battery.map(({ bias, trials, excess, found, detectable }) => {
      const values = {
        bias,
        trials,
        excess: rateWithInterval(excess),
        size: detectable === undefined ? '–' : percent(detectable),
      }
      return found
        ? message('  biased by {bias}: {excess} more verdicts flip than for blanks, of {trials}', values)
        : message(
            '  not seen to be biased by {bias}: {excess} more verdicts flip than for blanks, of {trials}; {size} would be seen',
            values,
          )
    }),
    !isEnough &&
      message('  at these rates it takes {failures} labels that people failed and {passes} that they passed', {
        failures: failures ?? '–',
        passes: passes ?? '–',
      }),
    spent !== 0 &&
      message('  {spent} {spent|label|labels} left out: looked at before with another judge or question', {
        spent,
      }),
  ])
}
