import {
  type InjectedPassage,
  type CaseResult,
  type Content,
  type EvalCase,
  type Invocation,
  type Message,
  type ReportSection,
  type RunPlan,
  type Score,
  type ToolCall,
  expectedCallsOf,
  isCut,
  judgedOf,
  message,
  stringifyJson,
  textOf,
  toolCallsOf,
} from '../core/index.ts'
import { caseName, findingLines } from './case-lines.ts'
import { displayWidth, padEnd, wrap } from './display-width.ts'
import { findingsOf } from './findings.ts'
import { decimal, duration, inUnit } from './number-format.ts'
import { blockLines } from './sections/section-lines.ts'
import { type Style, createStyle, type StyleOptions } from './style.ts'
import { oneLine } from './visible-text.ts'

export type CaseReportOptions = StyleOptions & {
  readonly sections?: readonly ReportSection[]
}

/** Writes everything about one result: messages, tool calls, all scores, and why it did not pass. */
export function toCaseReport(result: CaseResult, plan: RunPlan, options: CaseReportOptions): string {
  const { sections = [] } = options
  const style = createStyle(options)
  const turns = Math.max(result.transcript.invocations.length, result.evalCase.conversation?.length ?? 0)
  const lines = [
    headLine(result, plan, style),
    ...endingLines(result, style),
    ...Array.from({ length: turns }, (_, index) => turnLines(result, index, style)).flat(),
    '',
    ...scoreLines(result, style),
    ...sections.flatMap(({ blocks }) => blocks.flatMap((block) => blockLines(block, style))),
    ...injectionLines(result.scores, style),
    ...findingsOf(result).flatMap((finding) => ['', ...findingLines(finding, style, 0)]),
    '',
    style.say(message('took {duration}', { duration: style.say(duration(result.durationMs)) })),
  ]
  return `${lines.join('\n')}\n\n`
}

function headLine(result: CaseResult, plan: RunPlan, style: Style): string {
  const words = {
    passed: message('✓ passed'),
    failed: message('✗ failed'),
    error: message('! error'),
    'not-evaluated': message('? not evaluated'),
  }
  return style.paint.bold(`${style.say(words[result.verdict])}  ${caseName(result, plan.repeat, style)}`)
}

/** Notes that the user ran out of turns, or that the conversation was reused from an earlier run. */
function endingLines({ transcript: { ending, askedIn } }: CaseResult, style: Style): readonly string[] {
  const reached = style.paint.yellow(style.say(message('! the simulated user reached its limit of turns')))
  const former = message('from the store: the agent was asked in run {run}', { run: askedIn ?? '' })
  return [...(ending === 'turn-limit' ? [reached] : []), ...(askedIn === undefined ? [] : [style.say(former)])]
}

function turnLines({ evalCase, transcript }: CaseResult, index: number, style: Style): readonly string[] {
  const expected = evalCase.conversation?.[index]
  const actual = transcript.invocations[index]
  const rows: readonly (readonly [string, string])[] = [
    [style.say(message('user')), shownText((actual ?? expected)?.userContent)],
    ...madeRows(actual, expected, style),
    [
      style.say(message('agent')),
      actual === undefined ? style.say(message('(never got here)')) : shownText(actual.finalResponse),
    ],
    ...(isCut(actual?.finishReason) ? [['!', style.say(cutSentences[actual.finishReason])] as const] : []),
    ...callRows(expectedCallsOf(expected), style.say(message('expected call'))),
    ...(expected?.finalResponse === undefined
      ? []
      : [[style.say(message('expected')), shownText(expected.finalResponse)] as const]),
    ...(expected?.otherReferences ?? []).map((text) => [style.say(message('or')), oneLine(text)] as const),
  ]
  const width = Math.max(...rows.map(([label]) => displayWidth(label))) + 2
  const body = rows.flatMap(([label, text]) =>
    wrap(text, style.columns - width).map(
      (line, number) => style.paint.dim(padEnd(number === 0 ? label : '', width)) + line,
    ),
  )
  return ['', style.paint.dim(style.say(message('turn {turn}', { turn: index + 1 }))), ...body]
}

const cutSentences = {
  length: message('the answer was cut at the limit of its length'),
  'content-filter': message('the answer was cut by a content filter'),
  error: message('the answer ended in an error of its model'),
}

type CaseReportLabel = readonly (readonly [string, string])[]

/** Lists the calls of a turn. Unknown calls are noted only where some were expected. */
function madeRows(actual: Invocation | undefined, expected: Invocation | undefined, style: Style): CaseReportLabel {
  if (actual === undefined) return []
  const label = style.say(message('called'))
  const calls = toolCallsOf(actual)
  if (calls !== undefined) return callRows(calls, label)
  return expected?.steps === undefined ? [] : [[label, style.say(message('(unknown: nobody told)'))]]
}

function callRows(calls: readonly ToolCall[], label: string): CaseReportLabel {
  return calls.map((call) => [label, callText(call)] as const)
}

function callText({ name, args, malformed }: ToolCall): string {
  return oneLine(`${name}(${malformed ?? stringifyJson(args ?? {})})`)
}

function shownText(content: Content | undefined): string {
  return oneLine(textOf(content) ?? '–')
}

function scoreLines({ scores, evalCase }: CaseResult, style: Style): readonly string[] {
  const width = Math.max(0, ...scores.map(({ metric }) => displayWidth(oneLine(metric, 100))))
  const inner = { ...style, columns: style.columns - width - 2 }
  return scores.flatMap((score) => [
    `${padEnd(oneLine(score.metric, 100), width)}  ${scoreText(score, style)}`,
    ...[
      ...(score.status === 'scored' && score.comment ? wrap(oneLine(score.comment, 1000), inner.columns) : []),
      ...countedLines(score, evalCase, inner),
    ].map((line) => ' '.repeat(width + 2) + line),
  ])
}

/** With several references, names the one that the answer was compared with. */
function countedLines(score: Score, { conversation = [] }: EvalCase, style: Style): readonly string[] {
  const invocations = 'invocations' in score ? (score.invocations ?? []) : []
  return invocations.flatMap((invocation, index) => {
    if (conversation[index]?.otherReferences === undefined || invocation.status !== 'scored') return []
    const texts = invocation.evidence?.find((evidence) => evidence.kind === 'texts')
    if (texts?.expected === undefined) return []
    return wrap(
      style.say(message('held against “{reference}”', { reference: oneLine(texts.expected, 400) })),
      style.columns,
    )
  })
}

function scoreText(score: Score, style: Style): string {
  if (score.status === 'scored') {
    const parts = (score.parts ?? []).flatMap(({ name, value }) =>
      value === null ? [] : [`${name} ${decimal(value)}`],
    )
    const mark = score.passed ? style.paint.green('✓') : style.paint.red('✗')
    return [`${mark} ${style.say(valueSentence(score))}`, ...parts].join('  ')
  }
  if (score.status === 'measured') return `  ${score.isLeast ? '≥ ' : ''}${style.say(inUnit(score.value, score.unit))}`
  return `– ${oneLine(style.say(score.reason), 200)}`
}

/** Lists passages that address the judges, and whether the verdicts were the same without them. */
function injectionLines(scores: readonly Score[], style: Style): readonly string[] {
  const replies = scores.flatMap(judgedOf).flatMap(({ samples }) => samples.map(({ reply }) => reply))
  const noted = replies.filter(({ addressed }) => addressed !== undefined)
  if (noted.length === 0) return []
  const passages = noted.flatMap(({ addressed = [] }) => addressed.map((passage) => passageText(passage, style)))
  const confirmed = noted.filter((reply) => reply.confirmed === true).length
  return [
    '',
    style.paint.yellow(style.say(message('! passages that speak to the judge'))),
    ...[...new Set(passages)].flatMap((text) => wrap(text, style.columns - 2).map((line) => `  ${line}`)),
    style.say(
      message('{confirmed} of {total} {total|answer|answers} confirmed without them', {
        confirmed,
        total: noted.length,
      }),
    ),
  ]
}

const kindsOfPassage: Readonly<Record<InjectedPassage['kind'], Message>> = {
  order: message('order'),
  verdict: message('ready verdict'),
  end: message('false end of the material'),
  claim: message('claim about the judging'),
  hidden: message('hidden text'),
}

function passageText({ label, kind, text }: InjectedPassage, style: Style): string {
  return `${oneLine(label, 100)}, ${style.say(kindsOfPassage[kind])}: “${oneLine(text, 400)}”`
}

function valueSentence({ value, threshold, lowerIsBetter }: Extract<Score, { status: 'scored' }>): Message {
  if (threshold === undefined) return message("{value} (by the judge's verdict)", { value: decimal(value) })
  const values = { value: decimal(value), threshold: decimal(threshold) }
  return lowerIsBetter === true
    ? message('{value} (passes below {threshold})', values)
    : message('{value} (threshold {threshold})', values)
}
