import { type Estimate, type Message, message } from '../../core/index.ts'
import type { Language } from '../../i18n/index.ts'
import { percent, rate, rateInterval } from '../number-format.ts'
import { createStyle } from '../style.ts'
import { compact } from '../../core/basics/compact.ts'

export type ShownAdmission = {
  readonly metric: string
  readonly judge: string
  readonly outcome: 'admitted' | 'refused' | 'undecided'
  readonly labels: number
  readonly spent: number
  readonly sensitivity: Estimate | null
  readonly specificity: Estimate | null
  readonly battery?: readonly {
    readonly bias: string
    readonly trials: number
    readonly excess: Estimate
    readonly found: boolean
    readonly detectable: number | undefined
  }[]
  readonly needed: { readonly failures: number | undefined; readonly passes: number | undefined }
}

/** Shows the admission of judges: the decision, its evidence, and what else it would take. */
export function toJudgeAdmission(
  admissions: readonly ShownAdmission[],
  options: { readonly language: Language; readonly color: boolean; readonly columns: number },
): string {
  const style = createStyle(options)
  return admissions
    .flatMap(sentencesOf)
    .map((sentence) => `${style.say(sentence)}\n`)
    .join('')
}

const outcomes = {
  admitted: (of: Of) => message('{metric}: {judge} is admitted, on {labels} labels', of),
  refused: (of: Of) => message('{metric}: {judge} is refused, on {labels} labels', of),
  undecided: (of: Of) => message('{metric}: {judge} cannot be decided on {labels} labels', of),
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
    message('  finds {share} of what people failed', { share: shown(sensitivity) }),
    message('  passes {share} of what people passed', { share: shown(specificity) }),
    ...battery.map(({ bias, trials, excess, found, detectable }) => {
      const values = {
        bias,
        trials,
        excess: `${rate(excess)} (${rateInterval(excess)})`,
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

function shown(share: Estimate | null): string {
  return share === null ? '–' : `${rate(share)} (${rateInterval(share)})`
}
