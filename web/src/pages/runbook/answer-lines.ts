/** A piece of a line: words, or the mark of a citation. */
export type Piece = string | { readonly citation: number }

export type Block =
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'steps'; readonly first: number; readonly items: readonly (readonly Piece[])[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Piece[])[] }

/**
 * An answer of the assistant as steps, lists and paragraphs. Marks that point to no citation stay words. Where there are
 * citations, the list of sources at the end is left out: they are shown beside it with more than their names.
 */
export function answerBlocks(answer: string, citations: number): readonly Block[] {
  const blocks: Block[] = []
  let above: string | undefined
  for (const line of linesOf(answer, citations)) {
    const [, number, step] = /^\s*(\d{1,3})[.)．]\s+(.*)$/.exec(line) ?? []
    const [, entry] = /^\s*[-*•]\s+(.*)$/.exec(line) ?? []
    const last = blocks.at(-1)
    if (step !== undefined) {
      const pieces = piecesOf(step, citations)
      if (last?.kind === 'steps') blocks.splice(-1, 1, { ...last, items: [...last.items, pieces] })
      else blocks.push({ kind: 'steps', first: Number(number), items: [pieces] })
    } else if (entry !== undefined) {
      const pieces = piecesOf(entry, citations)
      if (last?.kind === 'list') blocks.splice(-1, 1, { ...last, items: [...last.items, pieces] })
      else blocks.push({ kind: 'list', items: [pieces] })
    } else if (line.trim() !== '') {
      const pieces = piecesOf(line, citations)
      if (last?.kind === 'paragraph' && above !== '') {
        blocks.splice(-1, 1, { kind: 'paragraph', pieces: [...last.pieces, '\n', ...pieces] })
      } else blocks.push({ kind: 'paragraph', pieces })
    }
    above = line.trim()
  }
  return blocks
}

function linesOf(answer: string, citations: number): readonly string[] {
  const lines = answer.split('\n')
  const sources = lines.findLastIndex((line) => /^(?:出典|Sources):$/.test(line.trim()))
  if (citations === 0 || sources === -1) return lines
  const after = lines.slice(sources + 1).findIndex((line) => !/^\[\d+\] /.test(line))
  return [...lines.slice(0, sources), ...(after === -1 ? [] : lines.slice(sources + 1 + after))]
}

function piecesOf(text: string, citations: number): readonly Piece[] {
  return text
    .split(/(\[\d{1,3}\])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const number = Number(/^\[(\d+)\]$/.exec(piece)?.[1])
      return number >= 1 && number <= citations ? { citation: number } : piece
    })
}
