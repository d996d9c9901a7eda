import { type useWords, fill } from '../../../words/language.tsx'
import type { Spoken } from '../../../words/words.ts'
import { reasonText } from '../../../../../src/server/view/match-rows.ts'
import type { Wanted } from '../../../../../src/server/view/table-view.ts'

type ConditionTextWords = ReturnType<typeof useWords>['words']

export function fieldName(field: string, words: ConditionTextWords): string {
  if (/^(score|meta)\./s.test(field)) return field.slice(field.indexOf('.') + 1)
  const names: Readonly<Record<string, string>> = {
    cost: words.runs.cost,
    time: words.runs.time,
    tokens: words.run.tokens,
    category: words.run.category,
    tag: words.workbench.tag,
    reason: words.run.reason,
    case: words.run.case,
  }
  return names[field] ?? field
}

/** Describes a filter on a field. */
export function wantedText(field: string, wanted: Wanted, { words, say }: Pick<Spoken, 'words' | 'say'>): string {
  if (typeof wanted !== 'string') return rangeText(wanted, words)
  if (field === 'reason') return reasonText(wanted, say)
  const verdicts: Readonly<Record<string, string>> = words.verdict
  return (field.startsWith('score.') ? verdicts[wanted] : undefined) ?? wanted
}

function rangeText({ low, high, below }: Exclude<Wanted, string>, words: ConditionTextWords): string {
  const { between, atLeast, atMost, under } = words.workbench
  if (low === undefined) return fill(below ? under : atMost, { value: high ?? '' })
  return high === undefined ? fill(atLeast, { value: low }) : fill(between, { low, high })
}
