import { type CaseResult, type Score, csvCell, responseTextOf } from '../core/index.ts'
import { firstMessageOf } from './case-lines.ts'
import type { RunReport } from './run-report.ts'
import { visible } from './visible-text.ts'

/**
 * Writes a run as a table for spreadsheets, in chunks: a line for each result, two columns for each metric.
 *
 * @example
 * import { writeFile } from 'node:fs/promises'
 * await writeFile('run.csv', toCsv(report))
 */
export async function* toCsv({ run, records, view }: RunReport): AsyncGenerator<string> {
  const metrics = run.plan.metrics.map(({ name }) => name)
  const ofMetrics = metrics.flatMap((name) => [name, `${name} status`])
  yield csvLine([
    'case',
    'repeat',
    'verdict',
    'question',
    'answer',
    'duration_ms',
    ...ofMetrics,
    ...(view === undefined ? [] : ['filter']),
  ])
  const filter = view === undefined ? [] : [`${view.filter} (${view.shown} of ${view.of} results)`]
  for await (const { result } of records)
    if (result !== undefined) yield csvLine([...cellsOf(result, metrics), ...filter])
}

export type CsvCell = string | number | undefined

function cellsOf(result: CaseResult, metrics: readonly string[]): readonly CsvCell[] {
  const { evalCase, repeat, verdict, transcript, scores, durationMs } = result
  const last = transcript.invocations.at(-1)
  const answer = last === undefined ? undefined : responseTextOf(last)
  const ofMetrics = metrics.flatMap((name) => {
    const score = scores.find(({ metric }) => metric === name)
    return score === undefined ? [undefined, undefined] : [valueOf(score), statusOf(score)]
  })
  return [evalCase.id, repeat + 1, verdict, firstMessageOf(evalCase), answer, Math.round(durationMs), ...ofMetrics]
}

function valueOf(score: Score): number | undefined {
  return 'value' in score ? score.value : undefined
}

function statusOf(score: Score): string {
  return score.status === 'scored' ? (score.passed ? 'passed' : 'failed') : score.status
}

/** Ends the line as RFC 4180 requires and keeps spreadsheets from evaluating cells. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell)
  // Spreadsheets would evaluate such a text of an agent or a dataset as a formula.
  const text = visible(cell)
  return csvCell(/^[=+\-@＝＋－＠]/u.test(text.trimStart()) ? `'${text}` : text)
}
