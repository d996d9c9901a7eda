import {
  type Agreement,
  type JudgeAgreement,
  type Measurement,
  type Message,
  type Rating,
  message,
} from '../../core/index.ts'
import { agreementMeaning } from './agreement-meaning.ts'
import { count, decimal, interval, percent, pointsWithInterval, rateWithInterval } from '../number-format.ts'
import { type Style, createStyle, type StyleOptions } from '../style.ts'
import { oneLine } from '../visible-text.ts'
import { compact } from '../../core/basics/compact.ts'

type JudgedTrust = JudgeAgreement & { readonly judge: string }

const namesShown = 20

/** Shows a judge's agreement by aspect, what it did not judge, and where people disagree with it. */
export function toJudgeAgreement(trusts: readonly JudgedTrust[], options: StyleOptions): string {
  const style = createStyle(options)
  return `${trusts.map((trust) => linesOf(trust, style).join('\n')).join('\n\n')}\n`
}

function linesOf(trust: JudgedTrust, style: Style): readonly string[] {
  const { metric, judge, results, notEvaluated, rows, disagreements } = trust
  const head = message(
    '{metric}, judged by {judge}: {results} labelled {results|result|results}, {count} not evaluated',
    {
      metric: oneLine(metric, 60),
      judge: oneLine(judge, 60),
      results,
      count: notEvaluated.length,
    },
  )
  return [
    style.paint.bold(style.say(head)),
    ...listed(notEvaluated.map(({ name, reason }) => `${oneLine(name, 60)}: ${oneLine(style.say(reason), 160)}`)),
    ...rows.flatMap((row) => ['', ...rowLines(row, style)]),
    ...(disagreements.length === 0
      ? []
      : [
          '',
          style.say(message('They disagree on {count} {count|verdict|verdicts}:', { count: disagreements.length })),
          ...listed(disagreements.map((one) => disagreementLine(one, style))),
        ]),
  ]
}

function rowLines(row: JudgeAgreementRow, style: Style): readonly string[] {
  const { aspect, judge, people, alpha, tied, unsaid } = row
  const [[bothFailed, onlyJudgePassed], [onlyPeoplePassed, bothPassed]] = judge.matrix
  const name = aspect === undefined ? style.say(message('the whole result')) : oneLine(aspect, 60)
  return compact([
    style.paint.bold(name),
    ...agreementLines(judge, style),
    judge.cases !== undefined &&
      style.say(message('of {cases} {cases|case|cases}; intervals count these', { cases: judge.cases })),
    judge.verdicts !== 0 &&
      style.say(
        message(
          'both passed {bothPassed}, both failed {bothFailed}, only the judge passed {onlyJudge}, only people passed {onlyPeople}',
          { bothPassed, bothFailed, onlyJudge: onlyJudgePassed, onlyPeople: onlyPeoplePassed },
        ),
      ),
    ...(people === undefined
      ? []
      : [style.say(message('people among themselves:')), ...agreementLines(people, style).map(indented)]),
    ...(alpha === undefined ? [] : alphaLines(alpha, style)),
    tied !== 0 && style.say(message('{count} left out: people are tied', { count: tied })),
    unsaid !== 0 && style.say(message('{count} without a word of the judge on this', { count: unsaid })),
    ...(judge.verdicts + judge.scores === 0 ? [] : agreementMeaning(row).map(style.say)),
  ]).map((line, index) => (index === 0 ? line : indented(line)))
}

function agreementLines({ verdicts, scores, raw, kappa, ac1, weightedKappa, meanShift }: Agreement, style: Style) {
  const ofVerdicts =
    verdicts === 0
      ? []
      : [
          numberLine(message('same verdict'), raw, style, rateWithInterval),
          numberLine(message("Cohen's kappa"), kappa, style),
          numberLine(message("Gwet's AC1"), ac1, style),
        ]
  const ofScores =
    scores === 0
      ? []
      : [
          numberLine(message('weighted kappa of scores'), weightedKappa, style),
          numberLine(message('mean shift, 0–100'), meanShift, style, pointsWithInterval),
        ]
  return [...ofVerdicts, ...ofScores]
}

function alphaLines(
  { people, verdicts, scores }: NonNullable<JudgeAgreementRow['alpha']>,
  style: Style,
): readonly string[] {
  return compact([
    verdicts !== undefined &&
      numberLine(message("Krippendorff's alpha of {people} people", { people }), verdicts, style),
    scores !== undefined &&
      numberLine(message("Krippendorff's alpha of {people} people, scores", { people }), scores, style),
  ])
}

type JudgeAgreementRow = JudgeAgreement['rows'][number]

type JudgeAgreementMeasure = Extract<Measurement, { status: 'measured' }>

function numberLine(
  label: Message,
  measurement: Measurement,
  { say }: Style,
  show: (one: JudgeAgreementMeasure) => string = (one) => `${decimal(one.value, 2)} (${interval(one)})`,
): string {
  const shown =
    measurement.status === 'measured'
      ? `${show(measurement)}, n = ${count(measurement.n)}`
      : `– (${say(measurement.reason)})`
  return `${say(label)}: ${shown}`
}

function disagreementLine(
  { name, aspect, people, judge, comments }: JudgeAgreement['disagreements'][number],
  style: Style,
) {
  const place = aspect === undefined ? oneLine(name, 60) : `${oneLine(name, 60)}, ${oneLine(aspect, 60)}`
  const said = comments.map((comment) => ` “${oneLine(comment, 120)}”`).join('')
  return `${place}: ${style.say(message('people {people}, judge {judge}', { people: ratingText(people, style), judge: ratingText(judge, style) }))}${said}`
}

function ratingText({ value, passed }: Rating, { say }: Style): string {
  const verdict = passed === undefined ? [] : [say(passed ? message('passed') : message('failed'))]
  const score = value === undefined ? [] : [percent(value)]
  return [...verdict, ...score].join(' ')
}

function listed(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, namesShown).map((line) => `  - ${line}`)
  return lines.length > namesShown ? [...shown, `  - … ${lines.length - namesShown}`] : shown
}

function indented(line: string): string {
  return `  ${line}`
}
