/** What a case needs to be understood: who it is, why, a difference, and whether there is more. */
const enough = 6

/**
 * As many of the blocks as can show what matters, in at most `room` lines. Room that is left goes to the blocks that had to be
 * cut, and then between the blocks.
 */
export function fitted(blocks: readonly (readonly string[])[], room: number): readonly (readonly string[])[] {
  const kept = [...blocks]
  while (kept.length > 1 && sum(kept.map(needed)) > room) kept.pop()
  let left = room - sum(kept.map(needed))
  const filled = kept.map((lines) => {
    const share = Math.max(1, Math.min(lines.length, needed(lines) + left))
    left -= share - needed(lines)
    return shortened(lines, share)
  })
  return left < filled.length ? filled : filled.map((lines) => ['', ...lines])
}

/** The first of the lines; the last one says where there are more. */
export function shortened(lines: readonly string[], limit: number): readonly string[] {
  if (lines.length <= limit) return lines
  const last = lines[limit - 1] ?? ''
  if (limit === 1) return [last.includes('\u001b') ? last : `${last.slice(0, -1)}…`]
  return [...lines.slice(0, limit - 1), `${/^ */.exec(last)?.[0] ?? ''}…`]
}

function needed(lines: readonly string[]): number {
  return Math.min(lines.length, enough)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
