import { type RunComparison, stringifyJson } from '../../core/index.ts'

const casesInPiece = 200

/** Writes comparisons as JSON in chunks, because the text of many cases takes more memory than the cases. */
export function* toJsonComparisons(comparisons: readonly RunComparison[]): Generator<string> {
  const empty = comparisons.map((one) => ({ ...one, cases: [] }))
  const margin = comparisons.length === 1 ? '  ' : '    '
  // Strings in JSON contain no line breaks, so this text occurs only where the cases belong.
  const parts = stringifyJson(empty.length === 1 ? empty[0] : empty, 2).split(`\n${margin}"cases": []`)
  for (const [index, part] of parts.entries()) {
    if (index > 0) yield* casesIn(comparisons[index - 1]?.cases ?? [], `\n${margin}`)
    yield part
  }
  yield '\n'
}

function* casesIn(cases: RunComparison['cases'], lineStart: string): Generator<string> {
  yield `${lineStart}"cases": [`
  for (let from = 0; from < cases.length; from += casesInPiece) {
    const piece = stringifyJson(cases.slice(from, from + casesInPiece), 2)
    yield (from === 0 ? '' : ',') + piece.slice(1, -2).replaceAll('\n', lineStart)
  }
  yield cases.length === 0 ? ']' : `${lineStart}]`
}
