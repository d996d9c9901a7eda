import { type JudgeDrift, type Message, message } from '../../core/index.ts'
import { compact } from '../../core/basics/compact.ts'
import { count, decimal, points, pointsBounds, pText } from '../number-format.ts'
import { oneLine } from '../visible-text.ts'

/** Says whether a judge has changed, and by what that is known. */
export function judgeDriftSentences(metric: string, drift: JudgeDrift): readonly Message[] {
  const { judges, results, answered, flipped, passes, agreement, detectable } = drift
  const values = { metric: oneLine(metric, 60), first: oneLine(judges.first, 60), second: oneLine(judges.second, 60) }
  return compact([
    outcomeSentence(drift, values),
    message('{flipped} of {answered} verdicts are others now, on {results} {results|result|results} that both have', {
      flipped: count(flipped),
      answered: count(answered),
      results: count(results),
    }),
    passes !== undefined && message('passes: {difference} points ({low} to {high}), {p}', testValues(passes)),
    agreement !== undefined &&
      message('agreement with people: {difference} points ({low} to {high}), {p}', testValues(agreement)),
    detectable === undefined
      ? message('so few cases could not show any change')
      : message('so many cases show a change of {points} points four times out of five', {
          points: decimal(100 * detectable, 1),
        }),
  ])
}

function outcomeSentence({ outcome, relevant }: JudgeDrift, values: Message['values']): Message {
  const limited = { ...values, limit: decimal(100 * relevant, 0) }
  if (outcome === 'changed') return message('{metric}: the judge has changed ({first} → {second})', values)
  return outcome === 'not-changed'
    ? message('{metric}: the judge has not changed by {limit} points or more ({first} → {second})', limited)
    : message('{metric}: nobody can tell whether the judge has changed ({first} → {second})', values)
}

function testValues({ p, difference }: NonNullable<JudgeDrift['passes']>) {
  return {
    difference: points(difference.value),
    ...pointsBounds(difference),
    p: pText(p),
  }
}
