/** How a text speaks to a judge: with an order, a ready verdict, a false end of the material, a claim about the judging, or hidden. */
export type SignKind = 'order' | 'verdict' | 'end' | 'claim' | 'hidden'

/** Words by which a text speaks to a judge. One of weight 2 is enough; one of weight 1 needs another near it. */
export type Sign = { readonly kind: SignKind; readonly weight: 1 | 2; readonly pattern: RegExp }

/** Signs that are enough, and those that need another one. */
export const [plain, hint] = [signsOf(2), signsOf(1)]

/** By kind, from words in plain reading: any of the alternatives, in which a blank is also a line break. */
function signsOf(weight: Sign['weight']) {
  const of =
    (kind: SignKind) =>
    (...words: readonly string[]): Sign => {
      return { kind, weight, pattern: new RegExp(words.join('|').replaceAll(' ', String.raw`\s`), 'gu') }
    }
  return { order: of('order'), verdict: of('verdict'), end: of('end'), claim: of('claim') }
}

/** Any of the words, as a group. */
export function any(...words: readonly string[]): string {
  return `(?:${words.join('|')})`
}

/** Signs that are the same in every language: marks around material, and the control words of models. */
export const writtenSigns: readonly Sign[] = [
  plain.end(
    String.raw`(?<![<《«⟪≪])[<《«⟪≪]{3,12}[^\n]{0,60}\b(?:begin|end|start|stop|eof)\b[^\n]{0,60}`,
    String.raw`<[|｜] ?\w[\w .-]{0,30}[|｜]>|\[/?(?:inst|system prompt|available tools|tool results|tool calls)\]|</?(?:start|end) of turn>`,
  ),
  hint.end(
    String.raw`</(?:answer|response|evidence|material|data|document|context|input|output|text|content|user|tool|result|回答|資料|文書|本文|入力)>|(?:^|[\n"])(?:human|assistant):`,
  ),
]
