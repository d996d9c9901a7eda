import type { JudgeAgreement, Measurement, Message } from '../../core/index.ts'
import { message } from '../../core/basics/message.ts'
import { decimal, rate } from '../number-format.ts'

const fewVerdicts = 30

type AgreementMeaningMeasure = Extract<Measurement, { status: 'measured' }>

export function agreementMeaning({ judge, people }: JudgeAgreement['rows'][number]): readonly Message[] {
  const { kappa, verdicts, raw } = judge
  const warning =
    verdicts > 0 && verdicts < fewVerdicts
      ? [
          message('Only {count} {count|verdict|verdicts}: below {few} this is a hint and no measurement.', {
            count: verdicts,
            few: fewVerdicts,
          }),
        ]
      : []
  if (raw.status === 'undefined') return [message('There is no verdict of both to compare.')]
  if (kappa.status === 'undefined') {
    return [message('Kappa cannot be told: label results of both kinds, and enough of each.'), ...warning]
  }
  const values = { share: rate(raw), kappa: decimal(kappa.value, 2), n: verdicts }
  if (people !== undefined && people.kappa.status === 'measured') {
    const among = { ...values, people: decimal(people.kappa.value, 2) }
    return [besidePeople(kappa, people.kappa.value, among), ...warning]
  }
  return [
    kappa.low <= 0
      ? message(
          'These verdicts cannot tell the agreement of the judge with people from chance (kappa {kappa}, n = {n}).',
          values,
        )
      : message(
          'The judge agrees with people in {share} of the verdicts, more than chance would (kappa {kappa}, n = {n}).',
          values,
        ),
    ...warning,
  ]
}

function besidePeople({ low, high }: AgreementMeaningMeasure, people: number, values: Message['values']): Message {
  if (high < people) {
    return message(
      'The judge agrees with people less than people agree with each other (kappa {kappa} against {people}, n = {n}).',
      values,
    )
  }
  if (low > people) {
    return message(
      'The judge agrees with people more than people agree with each other (kappa {kappa} against {people}, n = {n}).',
      values,
    )
  }
  return message(
    'The judge agrees with people about as much as people agree with each other (kappa {kappa} against {people}, n = {n}).',
    values,
  )
}
