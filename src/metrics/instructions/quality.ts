import type { InstructionText } from './instruction-text.ts'

const markEn = 'First give the reason and the place that decides it, then the score, a whole number from 1 to 5.'
const markJa = 'まず決め手となる箇所を挙げて理由を書き、その後に 1 から 5 の整数で点を付けてください。'

export const coherenceText: InstructionText = {
  id: 'coherence',
  version: 1,
  en: `You mark how coherent an assistant's \`answer\` to a \`prompt\` is: whether its thoughts follow from each other, belong to the matter and can be read without guessing. Whether it is true is not the question, and neither is its length.

5: one clear line from beginning to end; every part follows and belongs.
4: clear, with a small jump or an aside.
3: can be followed, but parts are loosely joined, repeated or in a poor order.
2: hard to follow; parts contradict each other or miss the matter.
1: no line at all: disconnected, garbled, or nothing but form.

${markEn}`,
  ja: `入力（\`prompt\`）に対するアシスタントの回答（\`answer\`）の一貫性を採点してください。考えが順につながっているか、主題に沿っているか、推測なしに読めるかを見ます。内容の正しさや長さは問いません。

5: 初めから終わりまで筋が通り、どの部分もつながっていて必要である。
4: 明瞭だが、小さな飛躍や脱線がある。
3: 読み取れるが、つながりが弱い、繰り返しがある、順序が悪い。
2: 読み取りにくく、部分どうしが矛盾する、または主題から外れている。
1: 筋がない。断片的、意味をなさない、または形だけである。

${markJa}`,
}
