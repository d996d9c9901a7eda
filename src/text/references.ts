/** Pattern of one citation mark: [1], [2, 3], 【4】, ［5］, [^6]. Its group captures the numbers. */
const REFERENCE = String.raw`[[［【]\^?(\d{1,3}(?:\s{0,2}[,、，]\s{0,2}\d{1,3}){0,9})[\]］】]`

/** Pattern of one source by number or by name: [1], [malware.md, p. 3], 【手順書】. A link is none. */
export const SOURCE = String.raw`(?:${REFERENCE}|[[［【](?:[^\][［］【】\n.!?。！？]|\.(?=[^\s\]]|\s\d)){1,80}[\]］】](?!\())`

// Excludes lists of values after "is" or an equals sign: "the ports are [80, 443]".
const marks = new RegExp(String.raw`(?<!(?:[=＝:：]|\b(?:is|are|was|were))\s{0,2})${REFERENCE}`, 'gi')

// Behind a sentence only: within one, brackets may hold what it says.
const named = new RegExp(String.raw`(?<=[.!?。！？]\s{0,2})${SOURCE}(?=\s*(?:$|\n))`, 'g')

export function referencesIn(text: string): readonly number[] {
  return Array.from(text.matchAll(marks), ([, numbers = '']) => numbers.match(/\d+/g) ?? []).flatMap((found) =>
    found.map(Number),
  )
}

export function withoutReferences(text: string): string {
  return text.replaceAll(marks, '').replaceAll(named, '').trim()
}
