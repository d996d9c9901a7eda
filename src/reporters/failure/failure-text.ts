import { type Evidence, type Message, type Run, message } from '../../core/index.ts'
import { caseHead, observationLines } from '../case-lines.ts'
import { displayWidth, truncate, wrap } from '../display-width.ts'
import { type CaseFinding, findingsOf } from '../findings.ts'
import { count } from '../number-format.ts'
import { type Style, createStyle, sentenceText, type StyleOptions } from '../style.ts'
import { passRateSentence, unevaluatedSentence } from '../summary-lines.ts'
import { gateWord } from '../terminal-report.ts'
import { troubledCases, type Results } from '../troubled-cases.ts'
import { oneLine } from '../visible-text.ts'
import { withoutCommands } from '../workflow-commands.ts'
import { showCommand } from './show-command.ts'

export type FailureTextOptions = StyleOptions & {
  /** The maximum number of lines of the whole text. */
  readonly maximumLines: number
  /** True when the project's store has the runs, so that commands can show them. */
  readonly isStored: boolean
}

type FailedRun = { readonly run: Run; readonly records: Results }

const mostCases = 5
const mostRuns = 3
const linesOfEvidence = { alone: 14, amongOthers: 5, atLeast: 3 }

/**
 * Explains as a test failure why runs did not pass: for the first run the verdict, the gate's reasons and some cases
 * with their differences, for the others the verdict, and the command that shows everything.
 */
export async function toFailureText(reports: readonly FailedRun[], options: FailureTextOptions): Promise<string> {
  const style = createStyle(options)
  const [first, ...others] = reports
  if (first === undefined) return ''
  const { shown, more } = await troubledCases(first, mostCases)
  const head = [...headLines(first.run, style), ...otherRuns(others, createStyle({ ...options, color: false }))]
  const evidence = shown.length === 1 ? linesOfEvidence.alone : linesOfEvidence.amongOthers
  const cases = fitted(
    shown.map((result) => [
      caseHead(result, first.run.plan.repeat, style),
      ...allFindings(findingsOf(result), evidence, style),
    ]),
    options.maximumLines - head.length - 2,
  )
  const left = shown.length - cases.length + more
  const command = showCommand(first.run.plan.runId, shown[0]?.evalCase.id)
  const lines = [
    ...head,
    ...cases.flat(),
    ...(left === 0 ? [] : [style.say(message('and {more} more', { more: count(left) }))]),
    ...(options.isStored ? [style.say(message('All of it: {command}', { command }))] : []),
  ]
  return withoutCommands(lines.map(withoutFrame).join('\n'))
}

function headLines(run: Run, style: Style): readonly string[] {
  const { summary } = run
  if (summary === undefined) return [style.say(message('The run is not finished: there is no verdict yet'))]
  const unevaluated = unevaluatedSentence(summary)
  const { reasons } = summary.gate
  const reason = sentenceText([{ text: '{reasons}', values: { reasons: style.list(reasons) } }], style)
  return [
    `${style.paint.bold(gateWord(summary.gate, style))}  ${style.say(passRateSentence(run, summary))}`,
    ...(unevaluated === undefined ? [] : twoLines(`? ${style.say(unevaluated)}`, style.columns)),
    ...(reasons.length === 0 ? [] : twoLines(style.say(message('Gate: {reason}', { reason })), style.columns)),
  ]
}

function otherRuns(reports: readonly FailedRun[], style: Style): readonly string[] {
  const lines = reports.slice(0, mostRuns).map(({ run }) => {
    const [verdict = ''] = headLines(run, style)
    return truncate(`${verdict}  ${oneLine(run.plan.dataset.id, 200)}`, style.columns)
  })
  const more = reports.length - lines.length
  return more === 0 ? lines : [...lines, style.say(message('and {more} more {more|run|runs}', { more }))]
}

function allFindings(findings: readonly CaseFinding[], evidence: number, style: Style): readonly string[] {
  const share = Math.max(linesOfEvidence.atLeast, Math.floor(evidence / findings.length))
  return findings.flatMap((finding) => findingLines(finding, share, style))
}

function findingLines(finding: CaseFinding, evidence: number, style: Style): readonly string[] {
  const text = sentenceText(telling(finding, style), style)
  const sentence = finding.metric === undefined ? text : `${oneLine(finding.metric, 200)}: ${text}`
  const color = finding.kind === 'failed' ? style.paint.red : style.paint.yellow
  const isCrowded = evidence < linesOfEvidence.amongOthers
  const inner = {
    ...style,
    columns: style.columns - 4,
    textLines: isCrowded ? 1 : Math.min(4, Math.floor(evidence / 2)),
  }
  const told = isCrowded ? [truncate(sentence, inner.columns)] : twoLines(sentence, inner.columns)
  // Two frames suffice here; an editor shows the rest.
  const stack = finding.stack?.split('\n').slice(0, 2).join('\n')
  const observations = finding.observations.map((seen) => ({ ...seen, evidence: seen.evidence.map(differing) }))
  return [
    ...told.map((line, index) => (index === 0 ? '  ' : '    ') + color(line)),
    ...shortened(observationLines({ ...finding, observations, stack }, inner), evidence).map((line) => `    ${line}`),
  ]
}

/**
 * For a yes-or-no metric the reason says more than the number. With a number and texts side by side, a long reason says
 * less than these.
 */
function telling({ metric = '', sentences, observations }: CaseFinding, style: Style): readonly Message[] {
  const [mark, ...reasons] = sentences
  if (mark === undefined || reasons.length === 0) return sentences
  if (mark.values?.['value'] === '0' && mark.values['threshold'] === '1') return reasons
  const isShown = observations.some(({ evidence }) => evidence.length > 0)
  return isShown && displayWidth(`${metric}: ${sentenceText(sentences, style)}`) > style.columns - 4
    ? [mark]
    : sentences
}

/** Limits a long text, such as many gate rules, to two lines, so that the cases below stay in sight. */
function twoLines(text: string, columns: number): readonly string[] {
  const [line = '', ...rest] = wrap(text, columns)
  return rest.length === 0 ? [line] : [line, truncate(rest.join(' '), columns)]
}

/** Leaves out matched calls, which do not explain a failure. */
function differing(evidence: Evidence): Evidence {
  if (evidence.kind !== 'tool-calls') return evidence
  const rows = evidence.rows.filter(({ verdict }) => verdict !== 'matched')
  return rows.length === 0 ? evidence : { ...evidence, rows }
}

/** Test runners mistake a line like a stack frame for one and open the file that it names. */
function withoutFrame(line: string): string {
  return line.replace(/^(\s*)at (?=.*:\d)/, '$1at\u00a0')
}

/** The lines for a case's name, a reason, a difference, and a note that there is more. */
const enough = 6

/**
 * Keeps as many blocks as fit into `room` lines with their essentials. Remaining lines go to the blocks that were cut,
 * then between the blocks.
 */
function fitted(blocks: readonly (readonly string[])[], room: number): readonly (readonly string[])[] {
  const kept = [...blocks]
  while (kept.length > 1 && sum(kept.map(needed)) > room) kept.pop()
  let left = room - sum(kept.map(needed))
  const filled = kept.map((lines) => {
    const share = Math.max(1, Math.min(lines.length, needed(lines) + left))
    left -= share - needed(lines)
    return shortened(lines, share)
  })
  return left < filled.length ? filled : filled.map((lines) => ['', ...lines])
}

/** Cuts to `limit` lines; the last one tells where to find more. */
function shortened(lines: readonly string[], limit: number): readonly string[] {
  if (lines.length <= limit) return lines
  const last = lines[limit - 1] ?? ''
  if (limit === 1) return [last.includes('\u001b') ? last : `${last.slice(0, -1)}…`]
  return [...lines.slice(0, limit - 1), `${/^ */.exec(last)?.[0] ?? ''}…`]
}

function needed(lines: readonly string[]): number {
  return Math.min(lines.length, enough)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
