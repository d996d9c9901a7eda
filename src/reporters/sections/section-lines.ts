import {
  type Message,
  type ReportBlock,
  type ReportSection,
  type ReportSentence,
  plainSentence,
} from '../../core/index.ts'
import { displayWidth, padEnd, truncate, wrap } from '../display-width.ts'
import type { Style } from '../style.ts'
import { oneLine } from '../visible-text.ts'

const rule = '='.repeat(61)
const longest = 4000

export function sectionLines({ title, isFramed = false, blocks }: ReportSection, style: Style): readonly string[] {
  const heading = title === undefined ? [] : [style.paint.bold(sayLine(title, style))]
  return [
    '',
    ...(isFramed && title !== undefined ? [rule, ...heading, rule] : heading),
    ...blocks.flatMap((block) => blockLines(block, style)),
  ]
}

export function blockLines(block: ReportBlock, style: Style): readonly string[] {
  if (block.kind === 'verdict') return [verdictLine(block, style)]
  if (block.kind === 'figures') return figureLines(block.rows, style)
  if (block.kind === 'line') return figureLine(block.figures, style)
  if (block.kind === 'table') return tableLines(block, style)
  const mark = block.kind === 'list' ? '- ' : block.kind === 'warnings' ? '⚠️ ' : ''
  return block.sentences.flatMap((sentence) => wrap(`${mark}${saySentence(sentence, style)}`, style.columns))
}

export function saySentence(sentence: ReportSentence, style: Style): string {
  return sayLine(plainSentence(sentence, style.list), style)
}

function sayLine(sentence: Message, style: Style): string {
  return oneLine(style.say(sentence), longest)
}

function verdictLine({ passed, sentence }: Extract<ReportBlock, { kind: 'verdict' }>, style: Style): string {
  const text = sayLine(sentence, style)
  return style.paint.bold(passed ? style.paint.green(`✅ ${text}`) : style.paint.red(`❌ ${text}`))
}

type Figures = Extract<ReportBlock, { kind: 'figures' }>['rows']

function figureLines(rows: Figures, style: Style): readonly string[] {
  const names = rows.map(({ name }) => (name === undefined ? '' : `${sayLine(name, style)}:`))
  const width = Math.max(...names.map(displayWidth)) + 2
  return rows.flatMap(({ number = '', meaning }, index) => {
    const name = names[index] ?? ''
    const text = oneLine(style.list(meaning), longest)
    const line =
      name === ''
        ? text
        : `${padEnd(name, width)}${oneLine(number, longest)}${text === '' ? '' : `${number === '' ? '' : ' '}(${text})`}`
    return wrap(line.trimEnd(), style.columns).map((piece, row) => (row === 0 ? piece : `  ${piece}`))
  })
}

function figureLine(figures: Extract<ReportBlock, { kind: 'line' }>['figures'], style: Style): readonly string[] {
  const texts = figures.map(({ name, number }) => `${oneLine(style.say(name), 60)} ${oneLine(number, 60)}`)
  return texts.length === 0 ? [] : wrap(texts.join('  '), style.columns)
}

function tableLines({ head, rows }: Extract<ReportBlock, { kind: 'table' }>, style: Style): readonly string[] {
  const cells = [
    head.map((name) => sayLine(name, style)),
    ...rows.map((row) => row.map((cell) => oneLine(cell, longest))),
  ]
  const columns = head.map((_name, column) => Math.max(...cells.map((row) => displayWidth(row[column] ?? ''))))
  return cells.map((row, index) => {
    const line = truncate(
      columns
        .map((width, column) => padEnd(row[column] ?? '', width))
        .join('  ')
        .trimEnd(),
      style.columns,
    )
    return index === 0 ? style.paint.dim(line) : line
  })
}
