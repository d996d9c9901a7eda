import { type Message, type ReportBlock, type ReportSection, message } from '../../core/index.ts'
import { proseText, tableRow } from '../markdown-text.ts'
import { saySentence } from './section-lines.ts'
import type { Style } from '../style.ts'

export function sectionMarkdown({ title, blocks }: ReportSection, style: Style): readonly string[] {
  const heading = title === undefined ? [] : ['', `### ${proseText(style.say(title))}`]
  return [...heading, ...blocks.flatMap((block) => ['', ...blockMarkdown(block, style)])]
}

function blockMarkdown(block: ReportBlock, style: Style): readonly string[] {
  const say = (sentence: Message) => proseText(style.say(sentence))
  if (block.kind === 'verdict') return [`**${block.passed ? '✅' : '❌'} ${say(block.sentence)}**`]
  if (block.kind === 'figures') {
    const head = [message('figure'), message('value'), message('meaning')].map(say)
    return tableMarkdown(
      head,
      block.rows.map(({ name, number = '', meaning }) => [
        name === undefined ? '' : say(name),
        proseText(number),
        proseText(style.list(meaning)),
      ]),
    )
  }
  if (block.kind === 'line')
    return [block.figures.map(({ name, number }) => `${say(name)} ${proseText(number)}`).join(' · ')]
  if (block.kind === 'table')
    return tableMarkdown(
      block.head.map(say),
      block.rows.map((row) => row.map((cell) => proseText(cell))),
    )
  const mark = block.kind === 'warnings' ? '- ⚠️ ' : block.kind === 'list' ? '- ' : ''
  return block.sentences.map((sentence) => `${mark}${proseText(saySentence(sentence, style))}`)
}

function tableMarkdown(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [
    tableRow(head),
    tableRow(head.map(() => '---')),
    ...rows.map((row) => tableRow(head.map((_name, column) => row[column] ?? ''))),
  ]
}
