/** The way in which a text speaks to a judge: an order, a ready verdict, a false end, a claim, or hidden text. */
export type SignKind = 'order' | 'verdict' | 'end' | 'claim' | 'hidden'

/** A wording that speaks to a judge. A weight of 2 is enough alone; a weight of 1 needs another sign nearby. */
export type Sign = { readonly kind: SignKind; readonly weight: 1 | 2; readonly pattern: RegExp }

/** `plain` makes signs that are enough alone, `hint` signs that need another one. */
export const [plain, hint] = [signsOf(2), signsOf(1)]

/** Makes signs of each kind from alternative patterns for plain reading. A blank also matches a line break. */
function signsOf(weight: Sign['weight']) {
  const of =
    (kind: SignKind) =>
    (...words: readonly string[]): Sign => {
      return { kind, weight, pattern: new RegExp(words.join('|').replaceAll(' ', String.raw`\s`), 'gu') }
    }
  return { order: of('order'), verdict: of('verdict'), end: of('end'), claim: of('claim') }
}

export function any(...words: readonly string[]): string {
  return `(?:${words.join('|')})`
}

/** Signs of every language: fences around material, and the control tokens of models. */
export const writtenSigns: readonly Sign[] = [
  plain.end(
    String.raw`(?<![<《«⟪≪])[<《«⟪≪]{3,12}[^\n]{0,60}\b(?:begin|end|start|stop|eof)\b[^\n]{0,60}`,
    String.raw`<[|｜] ?\w[\w .-]{0,30}[|｜]>|\[/?(?:inst|system prompt|available tools|tool results|tool calls)\]|</?(?:start|end) of turn>`,
  ),
  hint.end(
    String.raw`</(?:answer|response|evidence|material|data|document|context|input|output|text|content|user|tool|result|回答|資料|文書|本文|入力)>|(?:^|[\n"])(?:human|assistant):`,
  ),
]
