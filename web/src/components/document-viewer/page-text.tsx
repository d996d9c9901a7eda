type Stretch = { readonly start: number; readonly end: number }

/** The text of a page with passages marked. */
export function PageTextView({ text, marked }: { readonly text: string; readonly marked: readonly Stretch[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys have to reach it
    <pre className="foreign viewer-text" tabIndex={0}>
      {piecesOf(text, marked).map(({ start, end, isMarked }) =>
        isMarked ? <mark key={start}>{text.slice(start, end)}</mark> : text.slice(start, end),
      )}
    </pre>
  )
}

/** The text cut where marks begin and end; marks that overlap become one. */
function piecesOf(text: string, marked: readonly Stretch[]) {
  const pieces: (Stretch & { readonly isMarked: boolean })[] = []
  let at = 0
  for (const { start, end } of marked.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue
    const from = Math.max(at, start)
    if (from > at) pieces.push({ start: at, end: from, isMarked: false })
    pieces.push({ start: from, end, isMarked: true })
    at = end
  }
  return [...pieces, { start: at, end: text.length, isMarked: false }]
}
