import '../run.css'
import './report-sections.css'
import {
  plainSentence,
  type ReportBlock,
  type ReportSection,
  type ReportSentence,
} from '../../../../src/core/report-section.ts'
import type { Message } from '../../../../src/core/basics/message.ts'
import { Card } from '../../components/card.tsx'
import { useWords } from '../../words/language.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'

/** What a run's product, or a set metric of somebody's own, says of all results together. */
export function ReportSections({ sections }: { readonly sections: readonly ReportSection[] }) {
  const { say } = useWords()
  return sections.map(({ title, blocks }, index) => {
    const name = title === undefined ? undefined : say(title)
    // Sections stand in a fixed order, and two may be called the same.
    return (
      <Card key={index} title={name}>
        {blocks.map((block, place) => (
          <Block key={place} block={block} />
        ))}
      </Card>
    )
  })
}

function Block({ block }: { readonly block: ReportBlock }) {
  const { say } = useWords()
  const saySentence = useSentences()
  switch (block.kind) {
    case 'verdict':
      return <p className="foreign">{`${block.passed ? '✅' : '❌'} ${say(block.sentence)}`}</p>
    case 'figures':
      return <Figures rows={block.rows} />
    case 'line':
      return <p className="foreign">{block.figures.map(({ name, number }) => `${say(name)} ${number}`).join(' · ')}</p>
    case 'table':
      return <Table head={block.head} rows={block.rows} />
    default:
      return (
        <ul>
          {block.sentences.map((sentence, index) => (
            <li key={index} className="foreign">
              {`${block.kind === 'warnings' ? '⚠️ ' : ''}${saySentence(sentence)}`}
            </li>
          ))}
        </ul>
      )
  }
}

type FigureRows = Extract<ReportBlock, { kind: 'figures' }>['rows']

function Figures({ rows }: { readonly rows: FigureRows }) {
  const { say } = useWords()
  const list = useList()
  return (
    <div className="run-metrics report-table">
      <PlainTable
        foreign
        rows={rows.map(({ name, number = '', meaning }, key) => ({
          key,
          cells: [
            name === undefined ? '' : say(name),
            <span key="number" className="foreign report-number">
              {number}
            </span>,
            <span key="meaning" className="soft foreign">
              {list(meaning)}
            </span>,
          ],
        }))}
      />
    </div>
  )
}

function Table({ head, rows }: { readonly head: readonly Message[]; readonly rows: readonly (readonly string[])[] }) {
  const { say } = useWords()
  return (
    <div className="run-metrics report-table">
      <table>
        <thead>
          <tr>
            {head.map((name, index) => (
              <th key={index} scope="col" className="foreign">
                {say(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {head.map((_name, column) => (
                <td key={column} className="foreign">
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Sentences behind each other, as the language puts them. */
function useList(): (sentences: readonly Message[]) => string {
  const { say, language } = useWords()
  return (sentences) => sentences.map(say).join(language === 'ja' ? '、' : ', ')
}

function useSentences(): (sentence: ReportSentence) => string {
  const { say } = useWords()
  const list = useList()
  return (sentence) => say(plainSentence(sentence, list))
}
