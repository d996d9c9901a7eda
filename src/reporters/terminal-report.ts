import {
  type Message,
  type ReportSection,
  type Run,
  type RunComparison,
  type RunSummary,
  isGated,
  message,
} from '../core/index.ts'
import { wrap } from './display-width.ts'
import { count } from './number-format.ts'
import type { RunReport } from './run-report.ts'
import { sectionLines } from './sections/section-lines.ts'
import { type Style, createStyle, sentenceText, type StyleOptions, linesText } from './style.ts'
import { oneLine } from './visible-text.ts'
import { evidenceSentence, troubleSentences } from './result-counts.ts'
import {
  costSentences,
  judgeSentences,
  measuredSentence,
  modelCostSentences,
  metricLines,
  noteSentences,
  passRateSentence,
  polaritySentences,
  repeatSentences,
  unevaluatedSentence,
} from './summary-lines.ts'
import { troubledCases } from './troubled-cases.ts'

export type TerminalReportOptions = StyleOptions & {
  /** The maximum number of cases to show. */
  readonly limit?: number
  /** The comparison of this run, as the second one, with an earlier run. */
  readonly baseline?: RunComparison
  readonly exitCode?: number
  /** Shows only the verdict, the cases that did not pass and urgent notes, for a run after every change. */
  readonly brief?: boolean
  readonly sections?: readonly ReportSection[]
  /** True for one of several reports, which are told apart by run name. */
  readonly isNamed?: boolean
}

/**
 * Writes what a person reads after a run, in chunks: the verdict, the metrics, the cases that did not pass (at most
 * `limit`, 20), the cost, what to do next. `columns` is the width in characters.
 *
 * @example
 * for await (const text of toTerminalReport(report, { language: 'en', color: false, columns: 100 })) {
 *   process.stdout.write(text)
 * }
 */
export async function* toTerminalReport(report: RunReport, options: TerminalReportOptions): AsyncGenerator<string> {
  const style = createStyle(options)
  const { run, view } = report
  const { brief = false, limit = 20 } = options
  if (view !== undefined) {
    const { viewLines } = await import('./view-lines.ts')
    for await (const part of viewLines(report, view, { style, limit })) yield linesText(part)
    return
  }
  const { summary } = run
  if (options.isNamed === true) yield linesText([style.paint.bold(reportName(run))])
  const whole = (options.sections ?? []).filter(({ isWhole }) => isWhole === true)
  if (summary !== undefined && whole.length > 0) {
    const shown = brief ? [] : whole.flatMap((section) => sectionLines(section, style))
    const gate = gateLines(summary, style)
    yield linesText(gate.length === 0 ? shown.slice(1) : [...gate, ...shown])
    return yield linesText(closingLines(run, { more: 0, trouble: false, exitCode: options.exitCode, brief }, style))
  }
  yield linesText(verdictLines(run, style))
  if (options.baseline !== undefined) {
    const { comparisonSentence } = await import('./comparison/compare.ts')
    yield linesText(paragraph(comparisonSentence(options.baseline, style), style))
  }
  if (summary !== undefined && isCorrected(summary)) {
    const { correctedSentences, judgeErrorSentences } = await import('./corrected-sentences.ts')
    const byPeople = summary.corrected === undefined ? [] : correctedSentences(summary.corrected)
    const sentences = [...byPeople, ...judgeErrorSentences(summary)]
    yield linesText(sentences.flatMap((sentence) => paragraph(style.say(sentence), style)))
  }
  if (summary !== undefined && !brief)
    yield linesText(summaryLines(run, summary, { style, sections: options.sections ?? [] }))
  const { shown, more } = await troubledCases(report, limit)
  if (shown.length > 0) {
    const { caseLines } = await import('./case-lines.ts')
    for (const result of shown) yield linesText(['', ...caseLines(result, run.plan.repeat, style)])
  }
  yield linesText(closingLines(run, { more, trouble: shown.length > 0, exitCode: options.exitCode, brief }, style))
}

function isCorrected({ corrected, metrics }: NonNullable<Run['summary']>): boolean {
  return corrected !== undefined || metrics.some(({ byJudgeErrors }) => byJudgeErrors !== undefined)
}

function verdictLines(run: Run, style: Style): readonly string[] {
  const { summary } = run
  if (summary === undefined)
    return paragraph(style.say(message('The run is not finished: there is no verdict yet')), style)
  const unevaluated = unevaluatedSentence(summary)
  const trouble = style.list(troubleSentences(summary))
  return [
    `${style.paint.bold(gateWord(summary.gate, style))}  ${style.say(passRateSentence(run, summary))}`,
    ...(unevaluated === undefined
      ? []
      : paragraph(`? ${style.say(unevaluated)}`, style).map((line) => style.paint.bold(style.paint.yellow(line)))),
    ...(trouble === '' ? [] : paragraph(trouble, style)),
    ...gateReasons(summary.gate, style),
  ]
}

function gateLines({ gate }: RunSummary, style: Style): readonly string[] {
  return isGated(gate) ? [style.paint.bold(gateWord(gate, style)), ...gateReasons(gate, style)] : []
}

function gateReasons({ reasons }: RunSummary['gate'], style: Style): readonly string[] {
  return reasons.flatMap((reason) =>
    paragraph(style.say(message('Gate: {reason}', { reason: sentenceText([reason], style) })), style),
  )
}

export function gateWord(gate: RunSummary['gate'], { paint, say }: Style): string {
  if (!isGated(gate)) return paint.yellow(`○ ${say(message('NOT GATED'))}`)
  return gate.passed ? paint.green(`✓ ${say(message('PASSED'))}`) : paint.red(`✗ ${say(message('FAILED'))}`)
}

function summaryLines(
  run: Run,
  summary: RunSummary,
  { style, sections }: { readonly style: Style; readonly sections: readonly ReportSection[] },
): readonly string[] {
  const polarities = polaritySentences(run.plan).flatMap((sentence) => paragraph(style.say(sentence), style))
  const measured = paragraph(measuredSentence(run, style) ?? '', style)
  const metrics = [...metricLines(run, style), ...measured, ...polarities]
  const repeats = summary.repeats === undefined ? [] : repeatSentences(summary.repeats)
  return [
    ...(metrics.length === 0 ? [] : ['', ...metrics]),
    ...sections.flatMap((section) => sectionLines(section, style)),
    ...(repeats.length === 0 ? [] : ['', ...repeats.flatMap((sentence) => paragraph(style.say(sentence), style))]),
  ]
}

type Closing = {
  readonly more: number
  readonly trouble: boolean
  readonly exitCode: number | undefined
  readonly brief: boolean
}

function closingLines(run: Run, { more, trouble, exitCode, brief }: Closing, style: Style): readonly string[] {
  const { runId } = run.plan
  const further =
    more === 0 ? [] : ['', style.say(message('and {more} more: shinsa show {runId}', { more: count(more), runId }))]
  const cost = run.summary === undefined ? [] : costSentences(run.summary.cost, run.durationMs, style)
  const judges = judgeSentences(run)
  const notes = run.summary === undefined ? [] : noteSentences(run.summary, style)
  if (brief) return [...further, '', ...notes.flatMap((note) => paragraph(note, style))]
  const next = [
    ...embeddedNote(run),
    ...(trouble ? [message('All of a case: shinsa show {runId} CASE', { runId })] : []),
  ]
  return [
    ...further,
    '',
    ...paragraph(style.list(cost), style),
    ...paragraph(run.summary === undefined ? '' : evidenceSentence(run.summary, style), style),
    ...paragraph(style.list(judges), style),
    ...modelCostSentences(run).flatMap((sentences) => paragraph(style.list(sentences), style)),
    ...notes.flatMap((note) => paragraph(note, style)),
    ...next.flatMap((sentence) => paragraph(style.say(sentence), style)),
    ...(exitCode === undefined ? [] : [lastLine(run.summary === undefined ? [] : [run.summary], exitCode, style)]),
  ]
}

/** Repeats the verdict, because a long report scrolls out of sight. */
function lastLine(summaries: readonly RunSummary[], exitCode: number, style: Style): string {
  const words = summaries.map(({ gate }) => gateWord(gate, style))
  return style.paint.bold([...words, style.say(message('Exit code {exitCode}', { exitCode }))].join('  '))
}

/** Ends the reports of several runs with each verdict and the exit code. */
export function toRunsOverview(
  runs: readonly Run[],
  { exitCode, ...options }: Pick<TerminalReportOptions, 'language' | 'color' | 'columns' | 'exitCode'>,
): string {
  const style = createStyle(options)
  const each = runs.map((run) => {
    const verdict = run.summary === undefined ? '–' : gateWord(run.summary.gate, style)
    const rate = run.summary === undefined ? '' : `: ${style.say(passRateSentence(run, run.summary))}`
    return `${verdict}  ${reportName(run)}${rate}`
  })
  const end = exitCode === undefined ? [] : [lastLine([], exitCode, style)]
  return linesText(['', ...each, ...end])
}

function reportName({ plan }: Run): string {
  return oneLine(plan.name ?? plan.dataset.name ?? plan.dataset.id, 120)
}

function embeddedNote({ summary }: Run): readonly Message[] {
  if (summary?.metrics.some(({ judges = [] }) => judges.includes('embedded')) !== true) return []
  return [
    message(
      'The embedded judge is no language model: offline, it compares words, numbers, names and negation, and abstains where that does not tell (docs/judges.md; --judge MODEL asks a model).',
    ),
  ]
}

function paragraph(text: string, style: Style): readonly string[] {
  return text === '' ? [] : wrap(text, style.columns)
}
