import type { Rubric } from '../../../core/index.ts'

/** One property of a reply in ADK's form. `score` is null when the verdict says neither yes nor no. */
export type RubricReplyItem = {
  readonly rubricId: string | null
  readonly property: string
  readonly rationale: string
  readonly score: number | null
}

export type RubricVerdict = { readonly id: string; readonly score: number | null; readonly reason: string }

/**
 * Reads a reply as ADK does: `Property:` and `ID:` at the beginning of a line, `Rationale:` and `Verdict:` anywhere.
 * Nothing is read when their counts differ, because they cannot be matched then.
 */
export function parseRubricReply(raw: string): readonly RubricReplyItem[] {
  const properties = propertiesIn(raw)
  const rationales = restsOfLine(raw, 'Rationale: ')
  const verdicts = restsOfLine(raw, 'Verdict: ')
  if (properties.length !== rationales.length || properties.length !== verdicts.length) return []
  return properties.map(({ rubricId, property }, index) => ({
    rubricId,
    property,
    rationale: rationales[index] ?? '',
    score: scoreOf(verdicts[index] ?? ''),
  }))
}

export function matchRubrics(items: readonly RubricReplyItem[], rubrics: readonly Rubric[]): readonly RubricVerdict[] {
  const ids = new Set(rubrics.map(({ id }) => id))
  const idByText = new Map(rubrics.map(({ id, property }) => [normaliseProperty(property), id]))
  return items.flatMap(({ rubricId, property, rationale, score }) => {
    const id = rubricId !== null && ids.has(rubricId) ? rubricId : idByText.get(normaliseProperty(property))
    return id === undefined ? [] : [{ id, score, reason: rationale }]
  })
}

/** Removes from a property what judges change when they copy it: markup, quotes, dashes, spaces and case. */
export function normaliseProperty(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[“”„‟]/g, '"')
    .replaceAll(/[‘’‚‛]/g, "'")
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/\s+/g, ' ')
  const inner = [...plain].findIndex(isNoMarkup)
  if (inner < 0) return ''
  return [...plain]
    .slice(inner, [...plain].findLastIndex(isNoMarkup) + 1)
    .join('')
    .toLowerCase()
}

function isNoMarkup(sign: string): boolean {
  return !' *_`#>-•"\''.includes(sign)
}

/** An id belongs to the property on the line after it. */
function propertiesIn(raw: string): readonly { rubricId: string | null; property: string }[] {
  const properties: { rubricId: string | null; property: string }[] = []
  let rubricId: string | null = null
  for (const [, field, text = ''] of raw.matchAll(/^[^\S\n]*(ID|Property): ([^\n]*)$/gm)) {
    if (field === 'ID') {
      rubricId = text.trim()
    } else {
      properties.push({ rubricId, property: text.trim() })
      rubricId = null
    }
  }
  return properties
}

function restsOfLine(raw: string, field: string): readonly string[] {
  return raw.split('\n').flatMap((line) => {
    const at = line.indexOf(field)
    return at < 0 ? [] : line.slice(at + field.length).trim()
  })
}

function scoreOf(verdict: string): number | null {
  const text = verdict.toLowerCase()
  if (text.includes('yes')) return 1
  return text.includes('no') ? 0 : null
}
