/**
 * Returns 1 − Levenshtein distance ÷ length of the longer text, in code points: 1 for equal texts, including empty
 * ones, and 0 when nothing matches. Texts are not normalized: é as one code point differs from e with an accent.
 */
export function editSimilarityOf(a: string, b: string): number {
  if (a === b) return 1
  const [first, second, alphabetSize] = encode(a, b)
  return 1 - distance(first, second, alphabetSize) / Math.max(first.length, second.length)
}

const BLOCK = 32
const ASCII_SIZE = 128

function encode(a: string, b: string): readonly [number[], number[], alphabetSize: number] {
  const others = new Map<number, number>()
  const first = symbolsOf(a, others)
  const second = symbolsOf(b, others)
  return [first, second, ASCII_SIZE + others.size]
}

function symbolsOf(text: string, others: Map<number, number>): number[] {
  const symbols: number[] = []
  for (let index = 0; index < text.length; index += 1) {
    const codePoint = text.codePointAt(index) ?? 0
    symbols.push(codePoint < ASCII_SIZE ? codePoint : symbolOf(codePoint, others))
    if (codePoint > 0xffff) index += 1
  }
  return symbols
}

function symbolOf(codePoint: number, others: Map<number, number>): number {
  const known = others.get(codePoint)
  if (known !== undefined) return known
  const added = ASCII_SIZE + others.size
  others.set(codePoint, added)
  return added
}

function distance(a: readonly number[], b: readonly number[], alphabetSize: number): number {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  const start = commonPrefix(shorter, longer)
  const end = commonSuffix(shorter, longer, shorter.length - start)
  const pattern = shorter.slice(start, shorter.length - end)
  const text = longer.slice(start, longer.length - end)
  return pattern.length === 0 ? text.length : bitParallelDistance(pattern, text, alphabetSize)
}

function commonPrefix(shorter: readonly number[], longer: readonly number[]): number {
  let length = 0
  while (length < shorter.length && shorter[length] === longer[length]) length += 1
  return length
}

function commonSuffix(shorter: readonly number[], longer: readonly number[], limit: number): number {
  let length = 0
  while (length < limit && shorter[shorter.length - 1 - length] === longer[longer.length - 1 - length]) length += 1
  return length
}

/**
 * Computes the distance by G. Myers, "A fast bit-vector algorithm for approximate string matching" (1999), as revised
 * by H. Hyyrö (2003): 32 rows of the table at once. Neighbouring cells differ by −1, 0 or 1; `steps` holds the
 * differences along the lower edge of the finished rows, so their sum plus the table's height is the distance.
 */
function bitParallelDistance(pattern: readonly number[], text: readonly number[], alphabetSize: number): number {
  const steps = new Int8Array(text.length).fill(1)
  const occurrences = new Int32Array(alphabetSize)
  for (let top = 0; top < pattern.length; top += BLOCK) {
    const rows = pattern.slice(top, top + BLOCK)
    for (let row = 0; row < rows.length; row += 1) setBit(occurrences, rows[row] ?? 0, row)
    advance(steps, text, occurrences, rows.length)
    for (const symbol of rows) occurrences[symbol] = 0
  }
  let total = pattern.length
  for (const step of steps) total += step
  return total
}

function setBit(bits: Int32Array, index: number, bit: number): void {
  bits[index] = (bits[index] ?? 0) | (1 << bit)
}

/** Moves `steps` down by `height` rows. */
function advance(steps: Int8Array, text: readonly number[], occurrences: Int32Array, height: number): void {
  const lowest = 1 << (height - 1)
  let rises = -1
  let falls = 0
  for (let column = 0; column < text.length; column += 1) {
    const step = steps[column] ?? 0
    const matches = occurrences[text[column] ?? 0] ?? 0
    const vertical = matches | falls
    const entering = step < 0 ? matches | 1 : matches
    const diagonal = (((entering & rises) + rises) ^ rises) | entering
    let risesAcross = falls | ~(diagonal | rises)
    let fallsAcross = rises & diagonal
    steps[column] = (risesAcross & lowest ? 1 : 0) - (fallsAcross & lowest ? 1 : 0)
    risesAcross = (risesAcross << 1) | (step > 0 ? 1 : 0)
    fallsAcross = (fallsAcross << 1) | (step < 0 ? 1 : 0)
    rises = fallsAcross | ~(vertical | risesAcross)
    falls = risesAcross & vertical
  }
}
