/** What is longer is compared in pieces: nobody quotes more, and rules that look around take too long in it. */
const longestPiece = 1000

/** A text in pieces that are short enough, cut behind a clause or a word, and within a number only where it has no other end. */
export function* piecesOf(text: string): Generator<string> {
  let start = 0
  while (text.length - start > longestPiece) {
    const end = cutIn(text, start)
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}

function cutIn(text: string, start: number): number {
  const [least, most] = [start + longestPiece / 2, start + longestPiece]
  for (let at = most; at > least; at -= 1) if (/[、。；;\s]/.test(text[at - 1] ?? '')) return at
  for (let at = most; at > least; at -= 1)
    if (!/[\d.,]{2}|[\ud800-\udbff]./s.test(text.slice(at - 1, at + 1))) return at
  return most
}
