/** A piece of a line: words, or a citation mark. */
export type Piece = string | { readonly citation: number }

/** The place of a quoted section, or Markdown: of the section, a model, or the assistant itself. */
export type AnswerPart =
  | { readonly kind: 'place'; readonly citation: number; readonly place: string }
  | { readonly kind: 'markdown'; readonly text: string }

/**
 * Splits an answer of the assistant. Quoted sections are parts of their own, so that their Markdown does not affect the others. The
 * final list of sources is left out where citations are shown beside the answer.
 */
export function answerParts(
  answer: string,
  citations: readonly { readonly file?: string | undefined }[],
): readonly AnswerPart[] {
  const parts: AnswerPart[] = []
  let lines: string[] = []
  const close = () => {
    const text = lines.join('\n').trim()
    if (text !== '') parts.push({ kind: 'markdown', text })
    lines = []
  }
  for (const line of linesOf(answer, citations.length)) {
    const [, number, place = ''] = /^\[(\d{1,3})\] (.+)$/.exec(line) ?? []
    const file = citations[Number(number) - 1]?.file
    // A line of a runbook may begin like a source.
    if (file !== undefined && place.startsWith(file)) {
      close()
      parts.push({ kind: 'place', citation: Number(number), place })
    } else lines.push(line)
  }
  close()
  return parts
}

/** Marks that refer to no citation stay text. */
export function piecesOf(text: string, citations: number): readonly Piece[] {
  return text
    .split(/(\[\d{1,3}\])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const number = Number(/^\[(\d+)\]$/.exec(piece)?.[1])
      return isCitation(number, citations) ? { citation: number } : piece
    })
}

function isCitation(number: number, citations: number): boolean {
  return number >= 1 && number <= citations
}

function linesOf(answer: string, citations: number): readonly string[] {
  const lines = answer.split('\n')
  const sources = lines.findLastIndex((line) => /^(?:出典|Sources):$/.test(line.trim()))
  if (citations === 0 || sources === -1) return lines
  const after = lines
    .slice(sources + 1)
    .findIndex((line) => !/^(?:\[\d+\] |\s*$|(?:あわせて参照|See also):$)/.test(line))
  return [...lines.slice(0, sources), ...(after === -1 ? [] : lines.slice(sources + 1 + after))]
}
