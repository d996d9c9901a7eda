/** One mark that leads to sources, as a pattern: [1], [2, 3], 【4】, ［5］, [^6]. Its group has the numbers. */
export const REFERENCE = String.raw`[[［【]\^?(\d{1,3}(?:\s{0,2}[,、，]\s{0,2}\d{1,3}){0,9})[\]］】]`

// After "is" or an equals sign stand values: "the ports are [80, 443]".
const marks = new RegExp(String.raw`(?<!(?:[=＝:：]|\b(?:is|are|was|were))\s{0,2})${REFERENCE}`, 'gi')

/** The numbers of the sources that a text leads to, in their order. */
export function referencesIn(text: string): readonly number[] {
  return Array.from(text.matchAll(marks), ([, numbers = '']) => numbers.match(/\d+/g) ?? []).flatMap((found) =>
    found.map(Number),
  )
}

/** A text without its marks that lead to sources: they are no part of what it says. */
export function withoutReferences(text: string): string {
  return text.replaceAll(marks, '').trim()
}
