import type { Statement } from './statements.ts'

/** The mark of a line in a report: ticked, crossed or left open. */
export type CheckMark = 'good' | 'bad' | 'open'

const signs: readonly (readonly [RegExp, CheckMark])[] = [
  [/^\s*(?:[-*]\s*)?(?:[□☐❏]|\[ \])|[□☐❏]\s*$/, 'open'],
  [/^\s*(?:[-*]\s*)?[✗✘☒]|[✗✘☒]\s*$/, 'bad'],
  [/^\s*(?:[-*]\s*)?(?:[✓✔☑]|\[x\])|[✓✔☑]\s*$/i, 'good'],
]
const words: readonly (readonly [RegExp, CheckMark])[] = [
  [/^(?:ok|pass(?:ed)?|yes|合格|適合?|良好?|正常|済|○|〇)$/i, 'good'],
  [/^(?:ng|fail(?:ed)?|no|不合格|不適合?|不良|否|×|未実施)$/i, 'bad'],
]
const blank =
  /^[(（]?(?:blank|tbd|unknown|pending|n\/?a|no[tn][ -](?:entered|measured|checked|known|available|applicable|determined)(?: yet)?|no data available|to be \w+|未記入|未測定|未確認|未定|不明|空欄|該当なし|データなし)\s*\*?[)）]?$/i

/** Returns the sign beside a statement, or the mark that is the only word of a cell. */
export function markOf({ quote, cells }: Statement): CheckMark | undefined {
  const sign = signs.find(([pattern]) => pattern.test(quote))?.[1]
  if (sign !== undefined) return sign
  const found = new Set(cells.flatMap(({ text }) => words.find(([pattern]) => pattern.test(text))?.[1] ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

export function isBlank(value: string): boolean {
  return blank.test(value.trim()) || value.trim() === ''
}

/** Returns the value behind a label, in the same text or in the next cell. */
export function cellValue({ text, cells }: Statement): string | undefined {
  const [label, value] = cells
  if (cells.length === 2 && label?.column === '') return value?.text.replace(/^[:：]\s*/, '')
  return /[^:：]{1,60}[:：]\s*([^:：]+)$/.exec(text)?.[1]
}
