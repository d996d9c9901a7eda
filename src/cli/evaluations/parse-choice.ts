/**
 * Parses a choice from a numbered list: `2`, `1,3`, `2-4`, nothing for all, `q` for none. Full-width characters count the same.
 *
 * @returns positions from 0 in the order of the list; undefined for an invalid choice
 */
export function parseChoice(text: string, count: number): readonly number[] | undefined {
  const answer = text.normalize('NFKC').trim().toLowerCase()
  const all = Array.from({ length: count }, (_, index) => index)
  if (answer === '') return all
  if (/^(q|quit|exit)$/.test(answer)) return []
  const ranges = answer
    .replaceAll(/(?<!\s)\s*[-–—〜~]\s*/g, '-')
    .split(/[\s,、]+/)
    .filter((part) => part !== '')
    .map((part) => rangeOf(part, count))
  if (ranges.length === 0 || ranges.includes(undefined)) return undefined
  return all.filter((index) => ranges.some((range) => range && range.first <= index + 1 && index + 1 <= range.last))
}

function rangeOf(part: string, count: number): { readonly first: number; readonly last: number } | undefined {
  const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? []
  const [first, last] = [Number(from), Number(to)]
  return 1 <= first && first <= last && last <= count ? { first, last } : undefined
}
