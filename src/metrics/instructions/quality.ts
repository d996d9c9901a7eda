import type { InstructionText } from './instruction-text.ts'

const markEn = 'First give the reason and the place that decides it, then the score, a whole number from 1 to 5.'
const markJa = 'まず決め手となる箇所を挙げて理由を書き、その後に 1 から 5 の整数で点を付けてください。'
const conversationEn =
  '`conversation` has all turns with tool calls and results, `instructions` what the developers asked of the assistant, `tools` what it could use.'
const conversationJa =
  '`conversation` はツールの呼び出しと結果を含むすべてのターン、`instructions` は開発者がアシスタントに与えた指示、`tools` は使えたツールです。'

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

export const taskSuccessText: InstructionText = {
  id: 'task-success',
  version: 1,
  en: `You mark whether an assistant achieved what the user wanted by the end of a conversation. ${conversationEn} List for yourself what the user wanted, changes of mind included, and look for each wish at what was really done: tool results count, promises do not.

5: every wish is fulfilled, nothing is left for the user to repair.
4: what matters is fulfilled; something minor is missing.
3: about half is fulfilled.
2: little is fulfilled, or the result is of no use without more work.
1: nothing is fulfilled, or harm was done.

${markEn}`,
  ja: `会話の終わりまでに、アシスタントが利用者の目的を達成したかを採点してください。${conversationJa}途中の変更も含めて利用者の望みを挙げ、それぞれについて実際に行われたことを確かめます。ツールの結果は根拠になりますが、約束は根拠になりません。

5: 望みがすべてかなえられ、利用者が直すことは何も残っていない。
4: 重要な点はかなえられ、小さな不足だけがある。
3: 半分ほどかなえられた。
2: わずかしかかなえられていない、または手を加えなければ使えない。
1: 何もかなえられていない、または害が生じた。

${markJa}`,
}

export const trajectoryQualityText: InstructionText = {
  id: 'trajectory-quality',
  version: 1,
  en: `You mark how well an assistant went about its task over a whole conversation, whatever came of it. ${conversationEn} Look at the order of the steps, at detours and repetitions, at whether it asked for what it needed and not for what it knew, at whether it noticed errors and kept to the developers' instructions.

5: every step is sensible, in a good order, and none is missing.
4: sensible, with one needless or late step.
3: reaches its way, with several detours or a forgotten check.
2: mostly aimless, repetitive or against the instructions.
1: no sensible course.

${markEn}`,
  ja: `会話全体を通して、アシスタントの進め方がどれほど適切だったかを、結果とは切り離して採点してください。${conversationJa}手順の順序、回り道や繰り返し、必要なことを尋ねて既に分かっていることは尋ねていないか、誤りに気づいたか、開発者の指示を守ったかを見ます。

5: どの手順も妥当で順序もよく、欠けているものがない。
4: 妥当だが、不要な手順や遅れた手順が一つある。
3: 進んではいるが、回り道が複数ある、または確認を忘れている。
2: 大半が行き当たりばったり、繰り返し、または指示に反している。
1: 妥当な進め方がない。

${markJa}`,
}

export const toolUseQualityText: InstructionText = {
  id: 'tool-use-quality',
  version: 1,
  en: `You mark how well an assistant used its tools over a whole conversation. ${conversationEn} Look at whether it called the right tool when one was needed and none when not, at arguments that come from what the user said or tools gave back and are not made up, at the order of calls, at the handling of errors and at whether it used the results faithfully. Where no tool was needed and none was called, give 5.

5: every call is right, complete and well used.
4: one call is needless or slightly off, without consequence.
3: a call is missing or wrong, and it shows in the result.
2: most calls are wrong or their results are ignored.
1: tools are misused throughout, or results are invented.

${markEn}`,
  ja: `会話全体を通して、アシスタントがツールをどれほど適切に使ったかを採点してください。${conversationJa}必要なときに正しいツールを呼び、不要なときに呼んでいないか、引数が利用者の発言やツールの結果に基づいていて作り事でないか、呼び出しの順序、エラーへの対応、結果を忠実に使ったかを見ます。ツールが不要で呼ばれてもいなければ 5 です。

5: どの呼び出しも正しく、過不足がなく、よく生かされている。
4: 不要な、またはわずかにずれた呼び出しが一つあるが、影響はない。
3: 呼び出しの欠落や誤りが結果に表れている。
2: 大半の呼び出しが誤っている、または結果が無視されている。
1: 終始誤用している、または結果を捏造している。

${markJa}`,
}
