import {
  type CaseResult,
  type ReportSection,
  type Run,
  type RunComparison,
  type RunSummary,
  isGated,
  message,
} from '../core/index.ts'
import type { Language } from '../i18n/index.ts'
import { caseName, firstMessageOf, observationLines } from './case-lines.ts'
import { comparisonSentence } from './comparison/compare.ts'
import { comparisonVerdict } from './comparison/comparison-verdict.ts'
import { truncate } from './display-width.ts'
import { type CaseFinding, findingsOf } from './findings.ts'
import { codeBlock, codeSpan, proseText, tableRow } from './markdown-text.ts'
import { count } from './number-format.ts'
import type { RunReport } from './run-report.ts'
import { sectionMarkdown } from './sections/section-markdown.ts'
import { type Style, createStyle, linesText } from './style.ts'
import { correctedSentences, judgeErrorSentences } from './corrected-sentences.ts'
import { evidenceSentence, troubleSentences } from './result-counts.ts'
import {
  costSentences,
  measuredSentence,
  metricRows,
  noteSentences,
  passRateSentence,
  polaritySentences,
  repeatSentences,
  unevaluatedSentence,
} from './summary-lines.ts'
import { troubledCases } from './troubled-cases.ts'

export type MarkdownOptions = {
  readonly language: Language
  /** The maximum number of cases to show. */
  readonly limit?: number
  readonly baseline?: RunComparison
  readonly sections?: readonly ReportSection[]
}

// GitHub rejects comments beyond 65,536 characters.
const maximumLength = 60_000

/**
 * Writes a run for a pull request, in chunks: verdict, metrics, and the cases that did not pass, folded, at most `limit`
 * (20).
 *
 * @example
 * import { writeFile } from 'node:fs/promises'
 * await writeFile('run.md', toMarkdown(report, { language: 'en', limit: 5 }))
 */
export async function* toMarkdown(report: RunReport, options: MarkdownOptions): AsyncGenerator<string> {
  const style = createStyle({ ...options, color: false, columns: 100 })
  const { run } = report
  const sections = run.summary === undefined ? [] : (options.sections ?? [])
  const head = [
    ...headLines(run, style),
    ...correctedLines(report.run, style),
    ...baselineLines(options.baseline, style),
    ...ownBaselineLines(run, style),
    ...metricTable(run, style),
    ...sections.flatMap((section) => sectionMarkdown(section, style)),
  ]
  yield linesText(head)
  const { shown, more } = await troubledCases(report, options.limit ?? 20)
  let length = linesText(head).length
  let written = 0
  for (const result of shown) {
    const text = linesText(['', ...caseDetails(result, run, style)])
    if (length + text.length > maximumLength) break
    length += text.length
    written += 1
    yield text
  }
  yield linesText(closingLines(run, more + shown.length - written, style))
}

function headLines(run: Run, style: Style): readonly string[] {
  const { summary } = run
  const title = proseText(run.plan.name ?? run.plan.dataset.name ?? run.plan.dataset.id, 120)
  if (summary === undefined) {
    return [`## ${title}`, '', style.say(message('The run is not finished: there is no verdict yet'))]
  }
  const trouble = troubleSentences(summary)
  const unevaluated = unevaluatedSentence(summary)
  return [
    `## ${gateWord(summary.gate, style)} ${title}`,
    '',
    `**${style.say(passRateSentence(run, summary))}**`,
    '',
    ...(unevaluated === undefined ? [] : [`**⚠️ ${style.say(unevaluated)}**`, '']),
    ...(trouble.length === 0 ? [] : [`- ${style.list(trouble)}`]),
    ...summary.gate.reasons.map(
      (reason) => `- ${style.say(message('Gate: {reason}', { reason: proseText(style.say(reason)) }))}`,
    ),
  ]
}

function gateWord(gate: RunSummary['gate'], { say }: Style): string {
  if (!isGated(gate)) return `⚪ ${say(message('NOT GATED'))}`
  return gate.passed ? `✅ ${say(message('PASSED'))}` : `❌ ${say(message('FAILED'))}`
}

function baselineLines(baseline: RunComparison | undefined, style: Style): readonly string[] {
  if (baseline === undefined) return []
  return [style.say(comparisonVerdict(baseline)), comparisonSentence(baseline, style)].map(
    (text) => `- ${proseText(text)}`,
  )
}

function correctedLines({ summary }: Run, style: Style): readonly string[] {
  if (summary === undefined) return []
  const byPeople = summary.corrected === undefined ? [] : correctedSentences(summary.corrected)
  return [...byPeople, ...judgeErrorSentences(summary)].map((sentence) => `- ${proseText(style.say(sentence))}`)
}

/** Compares the run with its own baseline, unless the gate has already reported it. */
function ownBaselineLines({ summary }: Run, style: Style): readonly string[] {
  const { baseline, gate } = summary ?? {}
  if (baseline === undefined) return []
  const said = new Set(gate?.reasons.map(style.say))
  return [baseline.reason, ...baseline.notes]
    .map(style.say)
    .filter((text) => !said.has(text))
    .map((text) => `- ${proseText(text)}`)
}

function metricTable(run: Run, style: Style): readonly string[] {
  const { plan, summary } = run
  if (summary === undefined) return []
  const [heads = [], ...rows] = metricRows(run, style)
  const measured = measuredSentence(run, style)
  const remarks = [
    ...(measured === undefined ? [] : [measured]),
    ...polaritySentences(plan).map(style.say),
    ...(summary.repeats === undefined ? [] : repeatSentences(summary.repeats).map(style.say)),
  ]
  const rule = heads.map((_head, column) => (column === 3 ? '---:' : '---'))
  return [
    ...(rows.length === 0 ? [] : ['', tableRow(heads), tableRow(rule)]),
    ...rows.map((row) => tableRow(row.map((cell) => proseText(cell)))),
    ...(remarks.length === 0 ? [] : ['', ...remarks.map((sentence) => `- ${proseText(sentence)}`)]),
  ]
}

function caseDetails(result: CaseResult, run: Run, style: Style): readonly string[] {
  const asked = firstMessageOf(result.evalCase)
  const name = htmlText(truncate(caseName(result, run.plan.repeat, style), 100))
  return [
    `<details><summary><code>${name}</code>${asked === undefined ? '' : ` <code>${htmlText(truncate(asked, 100))}</code>`}</summary>`,
    '',
    ...findingsOf(result).flatMap((finding) => findingMarkdown(finding, style)),
    '</details>',
  ]
}

function findingMarkdown(finding: CaseFinding, style: Style): readonly string[] {
  const name = finding.metric === undefined ? '' : `${codeSpan(finding.metric)}: `
  const sentence = proseText(finding.sentences.map(style.say).join(': '))
  const evidence = observationLines(finding, style)
  return [`${name}${sentence}`, '', ...(evidence.length === 0 ? [] : [codeBlock(evidence), ''])]
}

function closingLines(run: Run, more: number, style: Style): readonly string[] {
  const { summary, durationMs } = run
  const { runId } = run.plan
  const cost = summary === undefined ? [] : costSentences(summary.cost, durationMs, style)
  const evidence = summary === undefined ? '' : evidenceSentence(summary, style)
  const notes = summary === undefined ? [] : noteSentences(withoutBaseline(summary), style)
  return [
    ...(more === 0
      ? []
      : [
          '',
          style.say(message('and {more} more: shinsa show {runId}', { more: count(more), runId: codeSpan(runId) })),
        ]),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${proseText(note)}`)]),
    ...(cost.length === 0 ? [] : ['', `<sub>${style.list(cost)}</sub>`]),
    ...(evidence === '' ? [] : ['', `<sub>${proseText(evidence)}</sub>`]),
  ]
}

function withoutBaseline(summary: RunSummary): RunSummary {
  const { baseline, notes } = summary
  const said = baseline === undefined ? [] : [baseline.reason, ...baseline.notes].map((note) => JSON.stringify(note))
  return { ...summary, notes: notes?.filter((note) => !said.includes(JSON.stringify(note))) }
}

/** Escapes a line for the inside of an HTML tag, where Markdown does not apply. */
function htmlText(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
