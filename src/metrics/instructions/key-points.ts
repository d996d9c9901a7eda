import type { InstructionText } from './instruction-text.ts'

export const keyPointsText: InstructionText = {
  id: 'key-points',
  version: 1,
  en: `You check which key points an assistant's \`answer\` to a \`question\` makes. \`points\` has them, numbered from 0.

For every point, under its index: the reason; \`quote\`, the passage of the answer that makes it, copied word by word, or null; then the label:
- present: the answer says all of it, in whatever words.
- partly: the answer says a part of it, or says it too vaguely to act on.
- absent: the answer does not say it, or says the contrary.
Go by what the answer says, not by what its writer may have meant, and not by what you know. Leave no point out.`,
  ja: `質問（\`question\`）に対するアシスタントの回答（\`answer\`）が、どの要点に触れているかを確認してください。\`points\` が要点で、0 から番号が付いています。

各要点について、その番号のもとに、まず理由、次に \`quote\`（その要点を述べている回答の箇所をそのまま写したもの、なければ null）、最後にラベルを書いてください。
- present: 言い回しは違っても、要点のすべてを述べている。
- partly: 一部だけを述べている、または行動に移せないほど曖昧である。
- absent: 述べていない、または反対のことを述べている。
書き手の意図や自分の知識ではなく、回答に書かれていることに基づいて判断してください。どの要点も抜かさないでください。`,
}
