import { type JudgeRace, type Message, message } from '../../core/index.ts'
import { wrap, alignedRows } from '../display-width.ts'
import { count, decimal, interval, points, pointsBounds, quantity, pText, rateWithInterval } from '../number-format.ts'
import { type Style, createStyle, linesText, type StyleOptions } from '../style.ts'
import { oneLine } from '../visible-text.ts'
import { compact } from '../../core/basics/compact.ts'

/** Shows judges in the order of their agreement with people, their differences, and which are indistinguishable. */
export function toJudgeRace(race: JudgeRace, options: StyleOptions): string {
  const style = createStyle(options)
  const { results, cases, tied, judges, differences } = race
  const head = message('{judges} judges on {results} labelled {results|result|results} of {cases} {cases|case|cases}', {
    judges: judges.length,
    results: count(results),
    cases: count(cases),
  })
  const wrapped = (sentence: Message) => wrap(style.say(sentence), style.columns)
  return linesText([
    style.paint.bold(style.say(head)),
    ...alignedRows([headsOf(style), ...judges.map((judge) => cellsOf(judge, results, style))]).map((row) => `  ${row}`),
    '',
    ...differences.flatMap((one) => wrapped(differenceSentence(one))),
    ...verdictSentences(race).flatMap(wrapped).map(style.paint.bold),
    ...(tied === 0 ? [] : wrapped(message('{count} left out: people are tied', { count: tied }))),
  ])
}

function headsOf({ say }: Style): readonly string[] {
  return [
    message('judge'),
    message('agrees with people'),
    message("Cohen's kappa"),
    message('answered'),
    message('dollars each'),
    message('seconds each'),
  ].map(say)
}

function cellsOf({ name, agreement, kappa, answered, dollars, seconds }: Judge, results: number, { say }: Style) {
  return [
    oneLine(name, 60),
    rateWithInterval(agreement),
    kappa.status === 'measured' ? `${decimal(kappa.value, 2)} (${interval(kappa)})` : '–',
    say(message('{answered} of {results}', { answered: count(answered), results: count(results) })),
    dollars === undefined ? '–' : quantity(dollars),
    seconds === undefined ? '–' : quantity(seconds),
  ]
}

type Judge = JudgeRace['judges'][number]

function differenceSentence({ first, second, difference, adjustedP }: JudgeRace['differences'][number]): Message {
  return message('{second} − {first}: {difference} points ({low} to {high}), {p} by Holm', {
    first: oneLine(first, 60),
    second: oneLine(second, 60),
    difference: points(difference.value),
    ...pointsBounds(difference),
    p: pText(adjustedP),
  })
}

/** Names the best judge, as far as the test can tell, and the indistinguishable pairs. */
function verdictSentences({ best, judges, differences }: JudgeRace): readonly Message[] {
  const [first, ...others] = best.map((name) => oneLine(name, 60))
  const ties = differences.filter(({ apart }) => !apart)
  const needed = Math.max(0, ...ties.flatMap(({ casesNeeded }) => casesNeeded ?? []))
  const names = ties.map((one) => `${oneLine(one.first, 60)} = ${oneLine(one.second, 60)}`).join(', ')
  return compact([
    first !== undefined &&
      judges.length >= 2 &&
      (others.length === 0
        ? message('{first} agrees most, and can be told from all others', { first })
        : message('{first} agrees most, and cannot be told from {others}', { first, others: others.join(', ') })),
    ties.length !== 0 &&
      (needed === 0
        ? message('Cannot be told apart: {names}', { names })
        : message('Cannot be told apart: {names}; it would take about {needed} cases to see 5 points', {
            names,
            needed: count(needed),
          })),
  ])
}
