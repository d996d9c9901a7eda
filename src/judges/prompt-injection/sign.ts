/** How a text speaks to a judge: with an order, a ready verdict, a false end of the material, a claim about the judging, or hidden. */
export type SignKind = 'order' | 'verdict' | 'end' | 'claim' | 'hidden'

/** Words by which a text speaks to a judge. One of weight 2 is enough; one of weight 1 needs another near it. */
export type Sign = { readonly kind: SignKind; readonly weight: 1 | 2; readonly pattern: RegExp }

/** A sign from its words, in plain reading: any of the alternatives, in which a blank is also a line break. */
type ToSign = (...alternatives: readonly string[]) => Sign

/** Signs that are enough, and those that need another one. */
export const [plain, hint] = [signsOf(2), signsOf(1)]

function signsOf(weight: Sign['weight']): Readonly<Record<Exclude<SignKind, 'hidden'>, ToSign>> {
  const of = (kind: SignKind): ToSign => {
    return (...words) => ({ kind, weight, pattern: new RegExp(words.join('|').replaceAll(' ', String.raw`\s`), 'gu') })
  }
  return { order: of('order'), verdict: of('verdict'), end: of('end'), claim: of('claim') }
}

/** Any of the words, as a group. */
export function any(...words: readonly string[]): string {
  return `(?:${words.join('|')})`
}

/** Where a line, a sentence or a string begins, up to its first word. */
export const lineStart = String.raw`(?:^|[\n".!?。])[^\p{L}\p{N}\n]{0,12}`
