/** Pattern of one citation mark: [1], [2, 3], 【4】, ［5］, [^6]. Its group captures the numbers. */
export const REFERENCE = String.raw`[[［【]\^?(\d{1,3}(?:\s{0,2}[,、，]\s{0,2}\d{1,3}){0,9})[\]］】]`

// Excludes lists of values after "is" or an equals sign: "the ports are [80, 443]".
const marks = new RegExp(String.raw`(?<!(?:[=＝:：]|\b(?:is|are|was|were))\s{0,2})${REFERENCE}`, 'gi')

export function referencesIn(text: string): readonly number[] {
  return Array.from(text.matchAll(marks), ([, numbers = '']) => numbers.match(/\d+/g) ?? []).flatMap((found) =>
    found.map(Number),
  )
}

export function withoutReferences(text: string): string {
  return text.replaceAll(marks, '').trim()
}
