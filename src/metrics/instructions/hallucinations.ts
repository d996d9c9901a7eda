import type { InstructionText } from './instruction-text.ts'

export const groundednessText: InstructionText = {
  id: 'groundedness',
  version: 1,
  en: `You check, sentence by sentence, whether what an assistant said is borne out by its context. \`context\` has all that the assistant had to go by; \`sentences\` has what it said, numbered from 0.

Go by the context alone: knowledge from elsewhere counts for nothing, beyond what every reader takes for granted. A tool's result counts only where the call itself makes sense in the context; a mere call proves nothing about its result.

For every sentence, under its index: the reason; \`quote\`, the passage that bears it out, copied word by word, or null; \`contradicting_quote\`, the passage that speaks against it, copied likewise, or null; then the label:
- supported: all that it claims follows from the context.
- unsupported: at least one claim does not follow, and nothing speaks against it.
- contradictory: something in the context speaks against it.
- disputed: one passage bears it out and another speaks against it.
- not_applicable: it claims no fact, as greetings, questions, opinions, advice, plans and plain arithmetic do.
Leave no sentence out.`,
  ja: `アシスタントの発言が文脈に裏づけられているかを、一文ずつ確認してください。\`context\` はアシスタントが拠り所にできたもののすべて、\`sentences\` は発言で、0 から番号が付いています。

文脈だけに基づいて判断します。誰もが当然とみなすことを除き、ほかから得た知識は使いません。ツールの結果は、その呼び出し自体が文脈に照らして妥当な場合にだけ根拠になります。呼び出しただけでは、結果について何も証明しません。

各文について、その番号のもとに、まず理由、次に \`quote\`（裏づける箇所をそのまま写したもの、なければ null）、\`contradicting_quote\`（反する箇所をそのまま写したもの、なければ null）、最後にラベルを書いてください。
- supported: 述べていることがすべて文脈から導かれる。
- unsupported: 文脈から導かれないことを少なくとも一つ述べているが、反する箇所はない。
- contradictory: 文脈に反する箇所がある。
- disputed: 裏づける箇所と反する箇所の両方がある。
- not_applicable: 事実を述べていない（挨拶、質問、意見、助言、予定、単純な計算など）。
どの文も抜かさないでください。`,
  adkReply: {
    en: `Here \`sentences\` come in <sentence> tags and without numbers. Reply in plain text: for each of them, in order, one block of five lines that begin with these names, with null where there is nothing to quote:
sentence: the sentence
label: one of the five labels
rationale: the reason
supporting_excerpt: the passage that bears it out
contradicting_excerpt: the passage that speaks against it`,
    ja: `ここでは \`sentences\` は番号ではなく <sentence> タグで区切られています。装飾のない文字だけで、文ごとに順に次の五行を書いてください。項目名は英語のままにし、引用するものがなければ null と書きます。
sentence: その文
label: 五つのラベルのいずれか
rationale: 理由
supporting_excerpt: 裏づける箇所
contradicting_excerpt: 反する箇所`,
  },
}

/** Asks the judge to split the answer, as ADK does. Without `adkCompat` code splits it. */
export const sentenceSplitText: InstructionText = {
  id: 'sentence-split',
  version: 1,
  en: `Split the \`answer\` into its sentences. Copy each of them exactly as it stands, leave nothing out and add nothing. Every bullet and every sub-bullet is a sentence of its own, a whole table is one sentence, and signs without words are none.`,
  ja: `\`answer\` を文に分けてください。各文は書かれているとおりに写し、抜かしたり加えたりしないでください。箇条書きの項目は、入れ子のものも含めてそれぞれ一文とし、表は全体で一文とします。言葉を含まない記号だけのものは文としません。`,
  adkReply: {
    en: `Reply with the sentences only, each in its own tag: <sentence>…</sentence>`,
    ja: `文だけを、それぞれ <sentence>…</sentence> のタグで囲んで答えてください。`,
  },
}
