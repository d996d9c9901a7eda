import type { InstructionText } from './instruction-text.ts'

export const failureNoteText: InstructionText = {
  id: 'failure-note',
  version: 1,
  en: `An assistant failed at a task. Read what it was asked (\`task\`), what it did (\`steps\`), what was expected where that is known (\`reference\`) and what was noticed (\`findings\`).

Write one short note, of at most 20 words, on the first thing that went wrong. Say what happened in words that would fit other failures of the same kind: no names, numbers or quotations of this one. Do not judge how bad it is and do not guess at causes that nothing shows.`,
  ja: `アシスタントが課題に失敗しました。求められたこと（\`task\`）、行ったこと（\`steps\`）、わかっている場合は期待されたこと（\`reference\`）、気づかれたこと（\`findings\`）を読んでください。

最初にうまくいかなかったことを、40 字以内の短いメモにしてください。同じ種類のほかの失敗にも当てはまる言葉で書き、この件だけの名前、数値、引用は入れません。重大さは評価せず、何も示していない原因は推測しないでください。`,
}

export const failureModesText: InstructionText = {
  id: 'failure-modes',
  version: 1,
  en: `Each line of \`notes\` says what went wrong in one failure, after the failure's id. \`modes\` has the kinds of failure that are known already, each with its definition; there may be none.

Put the failures together that went wrong in the same way. Use a known kind, under exactly its name, where its definition fits; make a new one where none does, with a name of a few words and a definition of one sentence that tells it from the others. Two failures are of one kind when the same change to the assistant would mend both. Put each id into one kind at most, and leave out those that fit none. Use only ids that stand in \`notes\`.`,
  ja: `\`notes\` の各行は、失敗の id に続けて、その失敗で何がうまくいかなかったかを述べます。\`modes\` には、すでに知られている失敗の種類とその定義があります（ないこともあります）。

同じようにうまくいかなかった失敗をまとめてください。定義が当てはまる既知の種類があれば、その名前をそのまま使います。なければ、数語の名前と、ほかの種類と区別できる 1 文の定義を付けて新しい種類を作ります。アシスタントへの同じ変更で直る失敗は同じ種類です。1 つの id は 1 つの種類にだけ入れ、どれにも当てはまらないものは省きます。\`notes\` にある id だけを使ってください。`,
}

export const failureModeText: InstructionText = {
  id: 'failure-mode',
  version: 1,
  en: `An assistant failed at a task. Read what it was asked (\`task\`), what it did (\`steps\`), what was expected where that is known (\`reference\`), what was noticed (\`findings\`) and, where there is one, what a person wrote on it (\`note\`). \`modes\` has the kinds of failure, each with its definition.

Name the kind of the first thing that went wrong, under exactly its name in \`modes\`. Decide by the definitions, and not by which kind is listed first or seems most frequent. Answer \`none\` when no definition fits.`,
  ja: `アシスタントが課題に失敗しました。求められたこと（\`task\`）、行ったこと（\`steps\`）、わかっている場合は期待されたこと（\`reference\`）、気づかれたこと（\`findings\`）、あれば人が書いたメモ（\`note\`）を読んでください。\`modes\` には失敗の種類とその定義があります。

最初にうまくいかなかったことの種類を、\`modes\` にある名前のまま答えてください。並び順や多そうかどうかではなく、定義で決めます。どの定義も当てはまらなければ、\`none\` と答えます。`,
}
