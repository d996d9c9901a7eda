import './report-sections.css'
import { plainSentence, type ReportBlock, type ReportSection } from '../../../../src/core/report-section.ts'
import type { Message } from '../../../../src/core/basics/message.ts'
import { Card } from '../../components/card.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { sayFirst as say, sayList } from '../../words/say.ts'

/** Further sections of the report, by the run's product or by custom set metrics. */
export function ReportSections({ sections }: { readonly sections: readonly ReportSection[] }) {
  return sections.map(({ title, blocks }, index) => {
    const name = title === undefined ? undefined : say(title)
    // Sections keep their order, and titles may repeat.
    return (
      <Card key={index} title={name}>
        <ReportBlocks blocks={blocks} title={name} />
      </Card>
    )
  })
}

/** What a section says, below its title. */
export function ReportBlocks({ blocks, title = '' }: Pick<ReportSection, 'blocks'> & { readonly title?: string }) {
  return blocks.map((block, place) => <Block key={place} block={block} title={title} />)
}

function Block({ block, title }: { readonly block: ReportBlock; readonly title: string }) {
  switch (block.kind) {
    case 'verdict':
      return (
        <p className="report-verdict foreign" data-passed={block.passed}>
          {`${block.passed ? '✅' : '❌'} ${say(block.sentence)}`}
        </p>
      )
    case 'figures':
      return <Figures title={title} rows={block.rows} />
    case 'line':
      return <p className="foreign">{block.figures.map(({ name, number }) => `${say(name)} ${number}`).join(' · ')}</p>
    case 'table':
      return <Table title={title} head={block.head} rows={block.rows} />
    default:
      return (
        <ul>
          {block.sentences.map((sentence, index) => (
            <li key={index} className="foreign">
              {`${block.kind === 'warnings' ? '⚠️ ' : ''}${say(plainSentence(sentence, sayList))}`}
            </li>
          ))}
        </ul>
      )
  }
}

type FigureRows = Extract<ReportBlock, { kind: 'figures' }>['rows']

function Figures({ title, rows }: { readonly title: string; readonly rows: FigureRows }) {
  return (
    <PlainTable
      foreign
      title={title}
      className="report-table"
      rows={rows.map(({ name, number = '', meaning }, key) => ({
        key,
        cells: [
          name === undefined ? '' : say(name),
          <span key="number" className="foreign report-number">
            {number}
          </span>,
          <span key="meaning" className="soft foreign">
            {sayList(meaning)}
          </span>,
        ],
      }))}
    />
  )
}

type TableProps = {
  readonly title: string
  readonly head: readonly Message[]
  readonly rows: readonly (readonly string[])[]
}

function Table({ title, head, rows }: TableProps) {
  return (
    <PlainTable
      title={title}
      className="report-table"
      heads={head.map(say)}
      rows={rows.map((row, key) => ({
        key,
        cells: head.map((_name, column) => (
          <span key={column} className="foreign">
            {row[column]}
          </span>
        )),
      }))}
    />
  )
}
