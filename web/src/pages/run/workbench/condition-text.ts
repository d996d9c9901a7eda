import { badges } from '../../../components/badge.tsx'
import { sayFirst as say } from '../../../words/say.ts'
import { reasonText } from '../../../../../src/server/view/match-rows.ts'
import type { Wanted } from '../../../../../src/server/view/table-view.ts'

export function fieldName(field: string): string {
  if (/^(score|meta)\./s.test(field)) return field.slice(field.indexOf('.') + 1)
  const names: Readonly<Record<string, string>> = {
    cost: say('Cost'),
    time: say('Time'),
    tokens: say('Tokens'),
    category: say('Category'),
    tag: say('Tag'),
    reason: say('Why'),
    case: say('Case'),
  }
  return names[field] ?? field
}

/** Describes a filter on a field. */
export function wantedText(field: string, wanted: Wanted): string {
  if (typeof wanted !== 'string') return rangeText(wanted)
  if (field === 'reason') return reasonText(wanted, say)
  const verdict = Object.entries(badges).find(([name]) => name === wanted)?.[1]
  return field.startsWith('score.') && verdict !== undefined ? say(verdict.name) : wanted
}

function rangeText({ low, high, below }: Exclude<Wanted, string>): string {
  if (low === undefined) return say(below ? 'below {value}' : 'at most {value}', { value: high ?? '' })
  return high === undefined ? say('at least {value}', { value: low }) : say('{low} to {high}', { low, high })
}
