import { message } from '../../core/index.ts'
import { truncate, alignedRows } from '../display-width.ts'
import { rateWithInterval } from '../number-format.ts'
import { type Style, createStyle, linesText, type StyleOptions } from '../style.ts'
import { oneLine } from '../visible-text.ts'
import { compact } from '../../core/basics/compact.ts'
import type { MutationScore } from '../../mutation/mutation-score.ts'
import type { MutantOutcome } from '../../mutation/mutate-results.ts'

type MutationReport = MutationScore & {
  readonly leftOut: readonly string[]
  /** The first undetected mutant of each operator. */
  readonly examples: readonly Pick<MutantOutcome, 'caseId' | 'operator' | 'place' | 'change'>[]
}

/** Shows the kinds of faults that an eval set misses, with examples and what would detect them. */
export function toMutationReport(report: MutationReport, options: StyleOptions): string {
  const style = createStyle(options)
  const { mutants, cases, score, blind, suggestions, leftOut, examples } = report
  const head =
    score === null
      ? message('no fault could be planted: no result passed, or none has an answer or calls')
      : message('mutation score {score}: {mutants} faults in {cases} {cases|case|cases} that passed', {
          score: rateWithInterval(score),
          mutants,
          cases,
        })
  const lines = [
    style.say(head),
    ...tableOf(report, style),
    ...sameLines(report.same, style),
    ...leftOut.map((metric) => style.say(message('{metric} asks a model and was left out', { metric }))),
    ...(blind.length === 0 ? [] : ['', style.say(message('blind to:'))]),
    ...blindLines(blind, style),
    ...(examples.length === 0 ? [] : ['', style.say(message('not noticed, for example:'))]),
    ...examples.map(
      ({ caseId, operator, place, change }) => `  ${operator}  ${caseId}, ${place}: ${oneLine(change, 60)}`,
    ),
    ...(suggestions.length === 0 ? [] : ['', style.say(message('what would notice them:'))]),
    ...suggestions.map(({ metric, kills }) => `  ${style.say(message('{metric}: {kills} more', { metric, kills }))}`),
  ]
  return linesText(lines.map((line) => truncate(line, style.columns)))
}

function sameLines(same: MutationReport['same'], style: Style): readonly string[] {
  const { blanks = 0, 'free order': order = 0, judge = 0 } = same
  return compact([
    blanks !== 0 && message('{count} equivalent: they differ in blanks alone', { count: blanks }),
    order !== 0 && message('{count} equivalent: calls that do not need each other, in another order', { count: order }),
    judge !== 0 && message('{count} equivalent: a judge says so, and failed the decoy beside it', { count: judge }),
  ]).map(style.say)
}

function blindLines(blind: MutationReport['blind'], style: Style): readonly string[] {
  return [...Map.groupBy(blind, ({ operator }) => operator)].map(([operator, spots]) => {
    const tools = spots.flatMap(({ tool }) => tool ?? []).join(', ')
    const mutants = spots.reduce((sum, spot) => sum + spot.mutants, 0)
    const sentence =
      tools === ''
        ? message('{operator}: none of {mutants} noticed', { operator, mutants })
        : message('{operator} in calls of {tools}: none of {mutants} noticed', { operator, tools, mutants })
    return `  ${style.say(sentence)}`
  })
}

function tableOf({ operators }: MutationReport, style: Style): readonly string[] {
  const head = [
    message('fault'),
    message('noticed'),
    message('not noticed'),
    message('cannot tell'),
    message('equivalent'),
    message('score'),
  ].map(style.say)
  const rows = Object.entries(operators)
    .toSorted(([, a], [, b]) => (a.score?.value ?? 2) - (b.score?.value ?? 2))
    .map(([id, { killed, alive, uncertain, equivalent, score }]) => [
      id,
      ...[killed, alive, uncertain, equivalent].map(String),
      rateWithInterval(score),
    ])
  if (rows.length === 0) return []
  return ['', ...alignedRows([head, ...rows])]
}
