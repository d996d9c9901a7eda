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

/** Whether a result is one that a view asks for. */
export function rowTest({ text, verdicts, conditions }: TableView, say: (sentence: Message) => string) {
  const words = text.trim().toLowerCase()
  return (row: CaseRow): boolean =>
    (verdicts.length === 0 || verdicts.some((name) => verdictTests[name](row))) &&
    conditions.every((condition) => fits(row, condition)) &&
    (words === '' || wordsOf(row, say).includes(words))
}

/** What a field of a row says; numbers of a metric are its value. */
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

/** Results that failed for the same reason have the same one, whatever stands in its sentence. */
export function reasonKey({ metric, reason, verdict }: CaseRow): string | undefined {
  if (verdict === 'passed' || (metric === undefined && reason === undefined)) return undefined
  return [metric, reason?.text].filter((part) => part !== undefined).join(': ')
}

/** Such a reason for people: values, which differ from result to result, are left open. */
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

// Rows stay the same objects; putting their words together anew with every letter that is typed takes a second.
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
