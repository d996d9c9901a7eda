import { type ReportSection, message } from '../../core/index.ts'
import { oneLine } from '../visible-text.ts'

type Confusion = {
  readonly cells: readonly { readonly expected: string; readonly called: string; readonly count: number }[]
  readonly expected: number
  readonly rightTool: number
  readonly rightArguments: number
}

const mostTools = 30

/** A table with expected tools in rows and called tools in columns. */
export function confusionSection({ cells, expected, rightTool, rightArguments }: Confusion): ReportSection {
  const rows = namesIn(cells.map((cell) => cell.expected))
  const columns = namesIn(cells.map((cell) => cell.called))
  const count = (row: string, column: string) =>
    cells.find((cell) => cell.expected === row && cell.called === column)?.count ?? 0
  return {
    title: message('Which tool was called where which was expected'),
    blocks: [
      {
        kind: 'table',
        head: [message('expected'), ...columns.map((name) => ({ text: '{name}', values: { name: shown(name) } }))],
        rows: rows.map((row) => [shown(row), ...columns.map((column) => String(count(row, column) || '·'))]),
      },
      {
        kind: 'sentences',
        sentences: [
          message(
            'Of {expected} expected {expected|call|calls} {rightTool} went to the right tool, {rightArguments} of them with the right arguments.',
            { expected, rightTool, rightArguments },
          ),
        ],
      },
    ],
  }
}

function shown(name: string): string {
  return name === '' ? '–' : oneLine(name, 40)
}

/** Sorts by name; the empty name, for no call, comes last. */
function namesIn(names: readonly string[]): readonly string[] {
  const known = [...new Set(names)].filter((name) => name !== '').toSorted()
  return [...known.slice(0, mostTools), ...(names.includes('') ? [''] : [])]
}
