/** A dataset and the ids of the selected cases; an empty list selects all. */
export type DatasetSelector = { readonly path: string; readonly caseIds: readonly string[] }

/**
 * Parses `file:case1,case2` arguments; the same file given twice is one dataset. As in ADK, text after a second colon
 * is ignored, and ids keep their spaces unless they consist of spaces only.
 *
 * @example parseDatasetSelectors(['a.json:e1', 'a.json:e2']) // [{ path: 'a.json', caseIds: ['e1', 'e2'] }]
 */
export function parseDatasetSelectors(texts: readonly string[]): readonly DatasetSelector[] {
  const byPath = new Map<string, string[]>()
  for (const text of texts) {
    const { path, caseIds } = parseDatasetSelector(text)
    byPath.set(path, [...(byPath.get(path) ?? []), ...caseIds])
  }
  return [...byPath].map(([path, caseIds]) => ({ path, caseIds }))
}

export function parseDatasetSelector(text: string): DatasetSelector {
  const drive = /^[A-Za-z]:[\\/]/.exec(text) === null ? '' : text.slice(0, 2)
  const [rest = '', ids = ''] = text.slice(drive.length).split(':')
  return { path: drive + rest, caseIds: ids.split(',').filter((id) => id.trim() !== '') }
}
