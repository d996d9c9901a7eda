import type { Message } from '../../core/basics/message.ts'
import type { CaseRow, ScoreCell } from '../api/runs.ts'
import { type Condition, type TableView, type VerdictFilter, type Wanted, isInRange } from './table-view.ts'

export const verdictTests: Readonly<Record<VerdictFilter, (row: CaseRow) => boolean>> = {
  failed: ({ verdict }) => verdict === 'failed',
  error: ({ verdict }) => verdict === 'error',
  'not-evaluated': ({ verdict }) => verdict === 'not-evaluated',
  passed: ({ verdict }) => verdict === 'passed',
  running: ({ verdict }) => verdict === undefined,
  flaky: ({ flaky }) => flaky,
  disagreed: ({ judgeDisagreed }) => judgeDisagreed,
}

export function rowTest({ text, verdicts, conditions }: TableView, say: (sentence: Message) => string) {
  const words = text.trim().toLowerCase()
  return (row: CaseRow): boolean =>
    (verdicts.length === 0 || verdicts.some((name) => verdictTests[name](row))) &&
    conditions.every((condition) => fits(row, condition)) &&
    (words === '' || wordsOf(row, say).includes(words))
}

/** Returns a field's values in a row; a metric's value is a number. */
export function valuesOf(row: CaseRow, field: string): readonly (string | number)[] {
  if (field.startsWith('score.')) return scoreValues(row.scores.find(({ metric }) => metric === field.slice(6)))
  if (field.startsWith('meta.')) return present(row.metadata?.[field.slice(5)])
  switch (field) {
    case 'cost':
      return present(row.dollars)
    case 'time':
      return present(row.durationMs)
    case 'tokens':
      return present(row.tokens)
    case 'category':
      return present(row.category)
    case 'tag':
      return row.tags ?? []
    case 'reason':
      return present(reasonKey(row))
    default:
      return field === 'case' ? [row.caseId] : []
  }
}

/** Groups results by reason: the sentence counts, its values do not. */
export function reasonKey({ metric, reason, verdict }: CaseRow): string | undefined {
  if (verdict === 'passed' || (metric === undefined && reason === undefined)) return undefined
  return [metric, reason?.text].filter((part) => part !== undefined).join(': ')
}

/** Renders such a reason with its values, which differ between results, left open. */
export function reasonText(key: string, say: (sentence: Message) => string): string {
  const [, metric = '', template = key] = /^([^ :{}]+: )(.+)$/s.exec(key) ?? []
  const names = [...template.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, '…'] as const)
  return metric + say({ text: template, values: Object.fromEntries(names) })
}

function fits(row: CaseRow, { field, wanted }: Condition): boolean {
  const values = valuesOf(row, field)
  return wanted.some((one) => values.some((value) => isWanted(value, one)))
}

function isWanted(value: string | number, wanted: Wanted): boolean {
  if (typeof wanted === 'string') return value === wanted
  return typeof value === 'number' && isInRange(wanted, value)
}

function scoreValues(score: ScoreCell | undefined): readonly (string | number)[] {
  return score === undefined ? [] : [score.status, ...present(score.value)]
}

function present<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value]
}

// Rows keep their identity; joining their words again for every letter typed would take a second.
const known = new WeakMap<object, { readonly say: unknown; readonly words: string }>()

function wordsOf(row: CaseRow, say: (sentence: Message) => string): string {
  const before = known.get(row)
  if (before?.say === say) return before.words
  const { caseId, question, answer = '', category = '', tags = [], metric = '', reason } = row
  const facts = Object.values(row.metadata ?? {})
  const said = reason === undefined ? '' : say(reason)
  const words = [caseId, question, answer, category, ...tags, ...facts, metric, said].join(' ').toLowerCase()
  known.set(row, { say, words })
  return words
}
