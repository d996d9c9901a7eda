const EDGE = 2

/**
 * Replaces running headers and footers with blanks of the same length: lines at the top or bottom that equal those of
 * an adjacent page except for digits.
 */
export function withoutRunningLines(pages: readonly string[]): readonly string[] {
  const edges = pages.map(edgesOf)
  return pages.map((page, index) => {
    const beside = [...(edges[index - 1] ?? []), ...(edges[index + 1] ?? [])].map((line) => line.key)
    return (edges[index] ?? [])
      .filter((line) => beside.includes(line.key))
      .reduce((text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end), page)
  })
}

type EdgeLine = { readonly key: string; readonly start: number; readonly end: number }

function edgesOf(page: string): readonly EdgeLine[] {
  const lines: EdgeLine[] = []
  let start = 0
  for (const line of page.split('\n')) {
    const end = start + line.length
    if (line.trim() !== '') lines.push({ key: line.trim().replaceAll(/\p{Nd}+/gu, '0'), start, end })
    start = end + 1
  }
  const top = lines.slice(0, EDGE).map((line) => ({ ...line, key: `top ${line.key}` }))
  const bottom = lines
    .slice(Math.max(EDGE, lines.length - EDGE))
    .map((line) => ({ ...line, key: `bottom ${line.key}` }))
  return [...top, ...bottom]
}
