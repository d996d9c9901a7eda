import { percent, quantity } from '../../../../../src/reporters/number-format.ts'
import type { CaseRow } from '../../../../../src/server/api/runs.ts'
import { passAtK, passHatK } from '../../../../../src/statistics/pass-at-k.ts'
import { Link } from 'wouter'
import { Badge } from '../../../components/badge.tsx'
import type { Column } from '../../../components/table/data-table.tsx'
import type { Fields } from './fields.ts'
import { type CaseEntry, type TableEntry, statusOf } from './order-rows.ts'
import { cellOf, meanOfRepeats, scoreOf } from '../../../../../src/server/view/sort-key.ts'
import { ScoreValue } from './score-value.tsx'
import { scoreField } from '../../../../../src/server/view/table-view.ts'
import { formatted, sayFirst as say } from '../../../words/say.ts'
import type { WordsLanguage } from '../../../words/speaking.ts'

export type ShownCases = {
  readonly fields: Fields
  readonly repeat: number
  /** The state of cases without a verdict. */
  readonly unended: 'running' | 'interrupted'
  /** The address of a case's page. */
  readonly addressOf: (row: CaseRow) => string
  /** What they are said in: in another language they are made anew. */
  readonly language: WordsLanguage
}

/** A column with its name in the column chooser. */
export type CaseColumn = Column<TableEntry> & { readonly least: number; readonly usual: boolean }

type Marks = {
  readonly marked: ReadonlyMap<number, string>
  readonly mark: (entry: TableEntry, through: boolean) => void
}

/** A checkbox per case. It is no tab stop, since the row's key is `x`. */
export function markColumn({ marked, mark }: Marks): Column<TableEntry> {
  return {
    id: 'mark',
    head: say('Chosen cases'),
    headIsHidden: true,
    width: '1.25rem',
    cell: (entry) =>
      entry.kind === 'case' && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-keyshortcuts="x"
          aria-label={say('Choose the case {case}', { case: entry.row.caseId })}
          checked={marked.has(entry.row.position)}
          onChange={({ target, nativeEvent }) => {
            mark(entry, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            // The focus returns to the row.
            target.closest<HTMLElement>('[data-index]')?.focus({ preventScroll: true })
          }}
        />
      ),
  }
}

/** All columns of the table, in their default order. */
export function caseColumns(shown: ShownCases): readonly CaseColumn[] {
  const { fields } = shown
  return [
    verdictColumn(shown),
    caseColumn(shown),
    text('question', say('Question'), ({ row }) => <Words of={row.question} />),
    text('answer', say('Answer'), ({ row }) => <Words of={row.answer} />),
    {
      ...text('expected', say('Expected##answer'), ({ row }) => <Words of={row.expected} />),
      usual: fields.has.expected,
    },
    { ...text('why', say('Why'), ({ row }) => <Reason row={row} />), ...sortable },
    ...fields.metrics.map((metric) => scoreColumn(metric)),
    number(fields.has, 'cost', say('Cost'), (row) => row.dollars, formatted.dollars<number>),
    number(fields.has, 'judge-cost', say('Cost of the judge'), (row) => row.judgeDollars, formatted.dollars<number>),
    number(fields.has, 'time', say('Time'), (row) => row.durationMs, formatted.duration),
    number(fields.has, 'tokens', say('Tokens'), (row) => row.tokens, quantity),
    { ...column('place', say('No.'), 4, ({ row }) => row.position + 1), numeric: true, usual: false },
    ...(fields.has.category
      ? [{ ...column('category', say('Category'), 8, ({ row }) => <bdi>{row.category}</bdi>), usual: false }]
      : []),
    ...(fields.has.tag
      ? [{ ...column('tag', say('Tags'), 8, ({ row }) => <bdi>{row.tags?.join(', ')}</bdi>), usual: false }]
      : []),
    ...fields.meta.map((key) => ({
      ...column(`meta.${key}`, key, 8, ({ row }) => <bdi>{row.metadata?.[key]}</bdi>),
      usual: false,
    })),
  ].filter((one) => one !== undefined)
}

function caseColumn({ repeat, addressOf }: ShownCases): CaseColumn {
  return {
    ...column('case', say('Case'), 5.5, ({ row, repeats }) => (
      <>
        <Link href={addressOf(row)} title={row.caseId} tabIndex={-1}>
          <bdi>{row.caseId}</bdi>
        </Link>
        {repeats.length === 1 && repeat > 1 && ` #${row.repeat + 1}`}
      </>
    )),
    text: true,
    width: 'minmax(4rem, 0.7fr)',
  }
}

function verdictColumn({ repeat, unended }: ShownCases): CaseColumn {
  const isStrip = repeat > 1
  const least = isStrip ? 3.5 + Math.min(repeat, 12) * 0.55 : 2.25
  return {
    ...column('verdict', say('Verdict'), least, ({ row, repeats }) => (
      <span className="workbench-verdict">
        <Badge of={row.verdict ?? unended} short />
        {isStrip && <RepeatStrip repeats={repeats} />}
        {row.judgeDisagreed && (
          <span title={say('Judges disagreed')}>
            <span aria-hidden="true">≁</span>
            <span className="hidden-words">{say('Judges disagreed')}</span>
          </span>
        )}
      </span>
    )),
    ...(!isStrip && { turned: true }),
    width: `${least}rem`,
  }
}

function scoreColumn({ name, unit, lowerIsBetter, applies }: Fields['metrics'][number]): CaseColumn {
  const isMark = unit === undefined
  return {
    ...column(scoreField(name), name, isMark ? markWidth(name) : 5.5, (entry) => {
      const status = statusOf(entry, name)
      if (status === undefined) return null
      return <ScoreValue status={status} value={scoreOf(entry, name)} unit={unit} lowerIsBetter={lowerIsBetter} />
    }),
    width: isMark ? `${markWidth(name)}rem` : 'minmax(5.5rem, 0.5fr)',
    ...(isMark ? { turned: true } : { numeric: true }),
    wideOnly: true,
    usual: applies && isMark,
  }
}

/** Rotated names wrap after underscores, at about twelve letters a line. */
function markWidth(name: string): number {
  let [lines, length] = [1, 0]
  for (const part of name.split(/(?<=_)/)) {
    const isNext = length > 0 && length + part.length > 12
    if (isNext) lines += 1
    length = isNext ? part.length : length + part.length
  }
  return Math.max(2.25, lines * 0.8)
}

/** Text, cut to what two lines show. */
function Words({ of }: { readonly of: string | undefined }) {
  return <bdi title={of}>{of}</bdi>
}

function text(id: string, head: string, cell: (entry: CaseEntry) => React.ReactNode): CaseColumn {
  const { sortBy: _, ...plain } = column(id, head, 5.5, cell)
  return {
    ...plain,
    text: id === 'why' ? 'wide' : true,
    width: 'minmax(5rem, 1fr)',
    wideOnly: id === 'question' || id === 'expected',
  }
}

const sortable = { sortBy: () => undefined }

function number(
  has: Partial<Readonly<Record<string, boolean>>>,
  id: string,
  head: string,
  numberOf: (row: CaseRow) => number | undefined,
  print: (value: number) => string | number,
): CaseColumn {
  return {
    ...column(id, head, 4.5, ({ repeats }) => {
      const value = meanOfRepeats(repeats, numberOf)
      return value === undefined ? <span className="soft">–</span> : print(value)
    }),
    width: '4.5rem',
    numeric: true,
    wideOnly: true,
    usual: has[id] === true,
  }
}

function column(id: string, head: string, least: number, cell: (entry: CaseEntry) => React.ReactNode): CaseColumn {
  return {
    id,
    head,
    least,
    usual: true,
    width: `minmax(${least}rem, ${(least + 4) / 10}fr)`,
    // Heads of groups span all columns.
    cell: (entry) => (entry.kind === 'case' ? cell(entry) : null),
    ...sortable,
    ...(id === 'place' && { wideOnly: true }),
  }
}

/** Why a result did not pass, on one line. */
export function Reason({ row }: { readonly row: CaseRow }) {
  const { metric, reason, scores } = row
  if (metric === undefined && reason === undefined) return null
  const said = reason === undefined ? '' : say(reason)
  const value = metric === undefined ? undefined : cellOf(scores, metric)?.value
  const full = [metric, value, said].filter((part) => part !== undefined && part !== '').join(' · ')
  return (
    <bdi title={full}>
      {said} {metric !== undefined && <span className={said === '' ? undefined : 'soft'}>{metric}</span>}
    </bdi>
  )
}

const signs = { passed: '▮', failed: '▯', error: '!', 'not-evaluated': '·', running: '…' } as const

/** A sign per repeat; the tooltip says how many passed and how likely two tries are to. */
function RepeatStrip({ repeats }: { readonly repeats: readonly CaseRow[] }) {
  const evaluated = repeats.filter(({ verdict }) => verdict !== undefined && verdict !== 'not-evaluated')
  const passed = evaluated.filter(({ verdict }) => verdict === 'passed').length
  const [at, hat] = [passAtK(evaluated.length, passed, 2), passHatK(evaluated.length, passed, 2)]
  const said = [
    say('{passed} of {count} repeats passed', { passed, count: evaluated.length }),
    ...(evaluated.length === repeats.length ? [] : [`${repeats.length - evaluated.length} ${say('Not evaluated')}`]),
    ...(at === null || hat === null ? [] : [`pass@2 ${percent(at)}`, `pass^2 ${percent(hat)}`]),
  ].join(', ')
  return (
    <span className="repeat-strip" title={said}>
      <span className="hidden-words">{said}</span>
      <span aria-hidden="true">
        {repeats.map(({ repeat, verdict }) => (
          <span key={repeat} data-of={verdict ?? 'running'}>
            {signs[verdict ?? 'running']}
          </span>
        ))}
      </span>
    </span>
  )
}
