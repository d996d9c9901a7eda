import {
  type ArgumentDifference,
  type Evidence,
  type Message,
  type ToolCall,
  type ToolCallRow,
  message,
  stringifyJson,
} from '../core/index.ts'
import { displayWidth, padEnd, truncate, wrap } from './display-width.ts'
import type { Paint, Style } from './style.ts'
import { oneLine } from './visible-text.ts'
import { type DiffPiece, wordDiff } from './word-diff.ts'

const maximumRows = 12
const maximumTextLines = 4

/** Shows expected and actual values side by side, in lines of at most `style.columns`. */
export function evidenceLines(evidence: Evidence, style: Style): readonly string[] {
  if (evidence.kind === 'texts') return textLines(evidence.expected, evidence.actual, style)
  if (evidence.kind === 'tool-calls') return toolCallLines(evidence.rows, style)
  if (evidence.kind === 'verdicts') return verdictLines(evidence.rows, style)
  if (evidence.kind === 'classification') return classLines(evidence, style)
  return limited(evidence.differences, style, message('differences')).flatMap((line) =>
    typeof line === 'string' ? [line] : differenceLine(line, style),
  )
}

function classLines(
  { expected, actual, confidence }: Extract<Evidence, { kind: 'classification' }>,
  style: Style,
): readonly string[] {
  const values = { expected: oneLine(expected, 200) || '–', actual: oneLine(actual, 200) || '–' }
  const sentence =
    confidence === undefined
      ? message('expected {expected}, got {actual}', values)
      : message('expected {expected}, got {actual}, confidence {stated}', { ...values, stated: confidence.toFixed(2) })
  return wrap(style.say(sentence), style.columns)
}

type EvidenceLinesVerdictRow = Extract<Evidence, { kind: 'verdicts' }>['rows'][number]

/** Shows a judge's verdicts by part, the lowest values first. */
function verdictLines(rows: readonly EvidenceLinesVerdictRow[], style: Style): readonly string[] {
  const ordered = rows.toSorted((a, b) => (a.value ?? -1) - (b.value ?? -1))
  return limited(ordered, style, message('verdicts')).flatMap((row) =>
    typeof row === 'string' ? [row] : verdictLine(row, style),
  )
}

function verdictLine(
  { subject, label, value, reason, quote, passed }: EvidenceLinesVerdictRow,
  style: Style,
): readonly string[] {
  const isGood = passed ?? (value ?? 0) >= 0.5
  const mark = value === null ? style.paint.yellow('?') : isGood ? style.paint.green('✓') : style.paint.red('✗')
  const details = [reason, quote === undefined ? undefined : `“${quote}”`].filter(
    (text) => text !== undefined && text !== '',
  )
  const text = [
    `${oneLine(label, 60)}: ${oneLine(subject, 400)}`,
    ...details.map((detail) => `→ ${oneLine(detail ?? '', 400)}`),
  ]
  return text.flatMap((line, index) =>
    wrap(line, style.columns - 2).map((piece, row) => `${index === 0 && row === 0 ? `${mark} ` : '  '}${piece}`),
  )
}

function textLines(expected: string | undefined, actual: string | undefined, style: Style): readonly string[] {
  const shown = { expected: expected && oneLine(expected, 20_000), actual: actual && oneLine(actual, 20_000) }
  const diff = shown.expected && shown.actual ? wordDiff(shown.expected, shown.actual) : undefined
  const labels = [style.say(message('expected')), style.say(message('actual'))] as const
  const width = Math.max(...labels.map(displayWidth)) + 2
  return [
    ...(expected === undefined ? [] : labelled(labels[0], marked(diff?.expected, shown.expected, '[-', '-]'))),
    ...labelled(
      labels[1],
      actual === undefined ? style.say(message('(nothing)')) : marked(diff?.actual, shown.actual, '{+', '+}'),
    ),
  ]

  function labelled(label: string, text: string): readonly string[] {
    // Wrapping text beyond the lines to be kept would be wasted.
    const most = style.textLines ?? maximumTextLines
    const enough = style.columns * (most + 1)
    const shortened = text.length > enough ? `${text.slice(0, enough).toWellFormed()}…` : text
    const lines = wrap(shortened, style.columns - width)
    const rest = style.textLines === undefined ? '…' : truncate(lines.slice(most - 1).join(' '), style.columns - width)
    const kept = lines.length > most ? [...lines.slice(0, most - 1), rest] : lines
    return kept.map((line, index) => style.paint.dim(padEnd(index === 0 ? label : '', width)) + line)
  }
}

function marked(diff: readonly DiffPiece[] | undefined, text: string | undefined, open: string, close: string): string {
  if (diff === undefined) return text ?? ''
  return diff.map((piece) => (piece.changed ? open + piece.text + close : piece.text)).join('')
}

const marks: Readonly<Record<ToolCallRow['verdict'], { mark: string; word: Message; color: keyof Paint }>> = {
  matched: { mark: '✓', word: message('matched'), color: 'green' },
  missing: { mark: '−', word: message('missing'), color: 'red' },
  extra: { mark: '+', word: message('extra'), color: 'yellow' },
  'wrong-args': { mark: '≠', word: message('wrong arguments'), color: 'red' },
  'wrong-order': { mark: '~', word: message('wrong order'), color: 'yellow' },
  forbidden: { mark: '✗', word: message('forbidden'), color: 'red' },
}

function toolCallLines(rows: readonly ToolCallRow[], style: Style): readonly string[] {
  const kept = rows.length > maximumRows ? rows.filter((row) => row.verdict !== 'matched') : rows
  const markWidth = Math.max(...Object.values(marks).map(({ word }) => displayWidth(style.say(word)))) + 4
  const heads = [style.say(message('expected')), style.say(message('actual'))] as const
  const half = Math.max(10, Math.floor((style.columns - markWidth - 2) / 2))
  const longest = Math.max(...kept.map((row) => displayWidth(callText(row.expected))), displayWidth(heads[0]))
  const left = Math.min(half, longest)
  const right = Math.max(10, style.columns - markWidth - left - 2)
  const cell = (text: string) => padEnd(truncate(text, left), left)
  return [
    style.paint.dim(`${' '.repeat(markWidth)}${cell(heads[0])}  ${heads[1]}`),
    ...limited(kept, style, message('calls')).flatMap((row) => (typeof row === 'string' ? [row] : callLines(row))),
    ...(kept.length < rows.length
      ? [style.say(message('and {matched} that matched', { matched: rows.length - kept.length }))]
      : []),
  ]

  function callLines(row: ToolCallRow): readonly string[] {
    const { mark, word, color } = marks[row.verdict]
    const verdict = style.paint[color](padEnd(`${mark} ${style.say(word)}`, markWidth))
    const calls = `${cell(callText(row.expected))}  ${truncate(callText(row.actual), right)}`
    const inner = { ...style, columns: style.columns - markWidth }
    const differences = limited(row.differences ?? [], inner, message('differences')).flatMap((difference) =>
      typeof difference === 'string' ? [difference] : differenceLine(difference, inner),
    )
    return [`${verdict}${calls}`.trimEnd(), ...differences.map((line) => ' '.repeat(markWidth) + line)]
  }
}

function callText(call: ToolCall | undefined): string {
  if (call === undefined) return ''
  const args =
    call.malformed ??
    Object.entries(call.args ?? {})
      .slice(0, 50)
      .map(([name, value]) => `${name}: ${valueText(value)}`)
      .join(', ')
  return oneLine(`${call.name}(${args})`, 1000)
}

function differenceLine(difference: ArgumentDifference, style: Style): readonly string[] {
  const half = Math.max(12, Math.floor((style.columns - 30) / 2))
  const side = (name: 'expected' | 'actual') =>
    name in difference && difference[name] !== undefined
      ? truncate(oneLine(valueText(difference[name]), 1000), half)
      : style.say(message('(absent)'))
  const line = style.say(
    message('{path}: expected {expected}, actual {actual}', {
      path: truncate(oneLine(difference.path, 1000), half),
      expected: side('expected'),
      actual: side('actual'),
    }),
  )
  return wrap(line, style.columns)
}

function valueText(value: unknown): string {
  return value === undefined ? '' : stringifyJson(value)
}

function limited<Row>(rows: readonly Row[], style: Style, noun: Message): readonly (Row | string)[] {
  if (rows.length <= maximumRows) return rows
  const more = message('and {more} more ({noun})', { more: rows.length - maximumRows, noun: style.say(noun) })
  return [...rows.slice(0, maximumRows), style.say(more)]
}
