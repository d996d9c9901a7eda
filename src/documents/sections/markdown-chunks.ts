/**
 * Markdown in chunks that are parsed one by one, each whole blocks: the parser's work grows with the square of what it is given. A
 * chunk ends at a heading, or where it is long at an empty line between blocks. Comments are left out, also where they have empty
 * lines, which ends them for the parser and not for who looks at the page.
 */
export function markdownChunks(text: string): readonly string[] {
  const lastCommentEnd = text.lastIndexOf('-->')
  const chunks: string[] = []
  let [chunk, at] = ['', 0]
  let fence: string | undefined
  let [isAfterBlank, isInComment] = [true, false]
  for (const line of text.split(/(?<=\n)/)) {
    isInComment ||= fence === undefined && /^ {0,3}<!--/.test(line) && at <= lastCommentEnd
    at += line.length
    if (isInComment) {
      isInComment = !line.includes('-->')
      chunk += '\n'
      continue
    }
    const isHeading = /^ {0,3}#{1,6}[ \t]/.test(line)
    const isBlock = isAfterBlank && /^\S/.test(line) && chunk.length + line.length > LONGEST_CHUNK
    if (fence === undefined && (isHeading || isBlock) && chunk !== '') {
      chunks.push(chunk)
      chunk = ''
    }
    chunk += line
    fence = fenceAfter(fence, line)
    isAfterBlank = line.trim() === ''
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}

/** Twice as much is parsed at most; beyond that a block is taken as it is written. */
export const LONGEST_CHUNK = 4000

/** In items of lists fences are indented. */
function fenceAfter(fence: string | undefined, line: string): string | undefined {
  const [, mark] = /^[ \t]*(?:[-*+] +|\d{1,9}[.)] +)?(`{3,}|~{3,})(?![^\n]*`)/.exec(line) ?? []
  if (mark === undefined) return fence
  if (fence === undefined) return mark
  return mark.startsWith(fence) && line.trim() === mark ? undefined : fence
}
