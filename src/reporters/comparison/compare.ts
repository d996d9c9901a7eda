import { type ComparedCase, type ComparedRun, type Message, type RunComparison, message } from '../../core/index.ts'
import type { Language } from '../../i18n/index.ts'
import {
  comparisonVerdict,
  lessEvaluatedSentence,
  metricSentences,
  quantitySentences,
  settingSentences,
  testSentences,
} from './comparison-verdict.ts'
import { correctedDifferenceSentences } from './corrected-difference.ts'
import { caseChange, caseChanges, changeSigns } from './case-change.ts'
import { padEnd, displayWidth, truncate, truncateMiddle, wrap } from '../display-width.ts'
import { codeSpan, proseText, tableRow } from '../markdown-text.ts'
import { count, decimal, decimalsApart, rate } from '../number-format.ts'
import { leftOutSentences } from '../result-counts.ts'
import { type Style, createStyle, linesText } from '../style.ts'
import { oneLine } from '../visible-text.ts'

type ComparisonOptions = { readonly language: Language; readonly limit?: number }

/** Writes a comparison for a terminal: the verdict in words, the numbers behind it, then the changed cases. */
export function toTerminalComparison(
  comparison: RunComparison,
  options: ComparisonOptions & { readonly color: boolean; readonly columns: number },
): string {
  const style = createStyle(options)
  const { changed, more } = changedCases(comparison, options.limit ?? 20)
  const wrapped = (text: string) => wrap(text, style.columns)
  const less = lessEvaluatedSentence(comparison)
  const lines = [
    style.paint.bold(style.say(comparisonVerdict(comparison))),
    ...(less === undefined
      ? []
      : wrapped(`? ${style.say(less)}`).map((line) => style.paint.bold(style.paint.yellow(line)))),
    ...settingSentences(comparison).flatMap((sentence) => wrapped(`! ${style.say(sentence)}`).map(style.paint.yellow)),
    ...[comparisonSentence(comparison, style), ...testSentences(comparison).map(style.say)].flatMap(wrapped),
    ...block(correctedDifferenceSentences(comparison), style),
    ...block(metricSentences(comparison), style),
    ...block(quantitySentences(comparison), style),
    ...(changed.length === 0 ? [] : ['', ...changedLines(changed, style)]),
    ...(more === 0 ? [] : [style.say(message('and {more} more that changed', { more: count(more) }))]),
  ]
  return linesText(lines)
}

function block(sentences: readonly Message[], style: Style): readonly string[] {
  const lines = sentences.flatMap((sentence) => wrap(style.say(sentence), style.columns))
  return lines.length === 0 ? [] : ['', ...lines]
}

export function toMarkdownComparison(comparison: RunComparison, options: ComparisonOptions): string {
  const style = createStyle({ ...options, color: false, columns: 100 })
  const { changed, more } = changedCases(comparison, options.limit ?? 20)
  const less = lessEvaluatedSentence(comparison)
  const heads = [message('change'), message('case'), message('values')].map(style.say)
  const rows = changed.map((one) => [
    changeText(one, style),
    codeSpan(one.compared.caseId, 80),
    proseText(valuesText(one.compared, style), 200),
  ])
  return [
    `### ${proseText(style.say(comparisonVerdict(comparison)))}`,
    '',
    ...(less === undefined ? [] : [`**⚠️ ${proseText(style.say(less))}**`, '']),
    ...[
      ...settingSentences(comparison).map((sentence) => `⚠️ ${style.say(sentence)}`),
      comparisonSentence(comparison, style),
      ...testSentences(comparison).map(style.say),
      ...correctedDifferenceSentences(comparison).map(style.say),
      ...metricSentences(comparison).map(style.say),
      ...quantitySentences(comparison).map(style.say),
    ].map((text) => `- ${proseText(text)}`),
    ...(rows.length === 0 ? [] : ['', tableRow(heads), tableRow(heads.map(() => '---')), ...rows.map(tableRow)]),
    ...(more === 0 ? [] : ['', style.say(message('and {more} more that changed', { more: count(more) }))]),
    '',
  ].join('\n')
}

/** Writes several comparisons with one baseline, each under its run's name. */
export function toTerminalComparisons(
  comparisons: readonly RunComparison[],
  options: ComparisonOptions & { readonly color: boolean; readonly columns: number },
): string {
  const texts = comparisons.map((comparison) => toTerminalComparison(comparison, options))
  if (texts.length < 2) return texts.join('')
  const style = createStyle(options)
  return comparisons
    .map((comparison, index) => `${style.paint.bold(style.say(headOf(comparison)))}\n${texts[index]}`)
    .join('\n')
}

export function toMarkdownComparisons(comparisons: readonly RunComparison[], options: ComparisonOptions): string {
  const texts = comparisons.map((comparison) => toMarkdownComparison(comparison, options))
  if (texts.length < 2) return texts.join('')
  const style = createStyle({ ...options, color: false, columns: 100 })
  return comparisons
    .map((comparison, index) => `## ${proseText(style.say(headOf(comparison)))}\n\n${texts[index]}`)
    .join('\n')
}

function headOf({ first, second }: RunComparison): Message {
  const [baseline, run] = [first, second].map(({ name, runId }) => oneLine(name ?? runId, 100)) as [string, string]
  return message('{run} against {baseline}', { run, baseline })
}

/** One sentence for the head of a report: "Against RUN: 3 better, 1 worse, 96 same; 85 % → 88 % …". */
export function comparisonSentence(comparison: RunComparison, style: Style): string {
  const { first, second, better, worse, same } = comparison
  const counts = message('Against {runId}: {better} better, {worse} worse, {same} the same', {
    runId: oneLine(first.runId, 100),
    better: count(better),
    worse: count(worse),
    same: count(same),
  })
  const rates = message('pass rate {first} → {second}', {
    first: rateText(first, style),
    second: rateText(second, style),
  })
  return [counts, rates].map(style.say).join('; ')
}

/** @example '75 % (13 not evaluated)' */
function rateText({ passRate, results }: ComparedRun, style: Style): string {
  const shown = passRate === null ? '–' : rate(passRate)
  const leftOut = results === undefined ? [] : leftOutSentences(results)
  return leftOut.length === 0 ? shown : `${shown} (${style.list(leftOut)})`
}

/** Lists changed cases: worse, better, with moved scores, then broken or missing ones. */
function changedCases({ cases }: RunComparison, limit: number) {
  const changed = cases.flatMap((compared) => {
    const change = caseChange(compared)
    return change === 'same' ? [] : [{ compared, change, order: caseChanges.indexOf(change) }]
  })
  const ordered = changed.toSorted((a, b) => a.order - b.order)
  return { changed: ordered.slice(0, limit), more: Math.max(0, changed.length - limit) }
}

type CompareChange = ReturnType<typeof changedCases>['changed'][number]

function changedLines(changed: readonly CompareChange[], style: Style): readonly string[] {
  const changes = changed.map((one) => changeText(one, style))
  const names = changed.map(({ compared }) => truncateMiddle(oneLine(compared.caseId, 400), 40))
  const [changeWidth, nameWidth] = [changes, names].map((column) => Math.max(...column.map(displayWidth)))
  return changed.map(({ compared, change: became }, index) => {
    const change = padEnd(changes[index] ?? '', changeWidth ?? 0)
    const color = became === 'worse' ? style.paint.red : became === 'better' ? style.paint.green : style.paint.yellow
    const rest = `${padEnd(names[index] ?? '', nameWidth ?? 0)}  ${valuesText(compared, style)}`
    return color(change) + `  ${truncate(rest, style.columns - displayWidth(change) - 2)}`.trimEnd()
  })
}

const verdictWords = {
  passed: message('passed'),
  failed: message('failed'),
  error: message('error'),
  'not-evaluated': message('not evaluated'),
} as const

function changeText({ compared, change }: CompareChange, style: Style): string {
  const words = [compared.first, compared.second].map((verdict) =>
    verdict === undefined ? '–' : style.say(verdictWords[verdict]),
  )
  return `${changeSigns[change]} ${words.join(' → ')}`
}

function valuesText(compared: ComparedCase, style: Style): string {
  const moved = compared.values.filter((value) => value.first !== value.second)
  return moved
    .map(({ metric, first, second }) => {
      const [before, after] =
        first !== null && second !== null
          ? decimalsApart(first, second)
          : [first, second].map((value) => (value === null ? style.say(message('none')) : decimal(value)))
      return `${oneLine(metric, 60)} ${before} → ${after}`
    })
    .join(', ')
}
