import type { InstructionText } from './instruction-text.ts'

const verdictsEn = `For every entry of \`rubrics\`, under its own id: first the reason, with the place that decides it, then the verdict.
- yes: the property holds, or it does not apply here.
- no: the property applies and does not hold, or the material does not show that it holds.
Judge each property by itself and leave none out. A piece of material that is missing means that there was none of it.`

const verdictsJa = `\`rubrics\` の各項目について、その id のもとに、まず決め手となる箇所を挙げて理由を書き、その後に判定を書いてください。
- yes: その性質を満たしている、またはこの場合には当てはまらない。
- no: 当てはまるのに満たしていない、または満たしていることが資料から確認できない。
性質は一つずつ独立に判定し、抜かさないでください。資料に項目がなければ、それは存在しなかったという意味です。`

const adkReply = {
  en: `Reply in plain text without any markup. For each property, one block of four lines, each field on a single line:
ID: the id
Property: the property, copied word by word
Rationale: the reason
Verdict: yes or no`,
  ja: `装飾のない文字だけで答えてください。性質ごとに次の四行を書き、各項目は一行に収めます。項目名は英語のままにします。
ID: その id
Property: 性質の文をそのまま写したもの
Rationale: 理由
Verdict: yes または no`,
}

export const rubricFinalResponseText: InstructionText = {
  id: 'rubric-final-response',
  version: 1,
  en: `You check an assistant's final \`answer\` to a \`question\` against a list of properties.

First settle what is known to be true: what the user said in \`question\`, and what tools gave back in \`steps\`, as far as the tool was a sensible one to call with those arguments. What the assistant itself says, in between or in the end, proves nothing. \`instructions\` tell what the assistant was asked to do by its developers, \`tools\` what it could use. Then hold the answer against that. The same number or meaning in other words is the same.

${verdictsEn}`,
  ja: `質問（\`question\`）に対するアシスタントの最終回答（\`answer\`）を、一覧にある性質に照らして確認してください。

まず、確かな事実を定めます。確かなのは、利用者が \`question\` で述べたことと、\`steps\` のツールが返した内容（そのツールとその引数で呼ぶことが妥当だった場合）だけです。アシスタント自身の発言は、途中のものも最後のものも証拠になりません。\`instructions\` は開発者がアシスタントに与えた指示、\`tools\` は使えたツールです。次に、回答をその事実と照らし合わせます。表現が違っても数値や意味が同じなら同じとみなします。

${verdictsJa}`,
  adkReply,
}

export const rubricToolUseText: InstructionText = {
  id: 'rubric-tool-use',
  version: 1,
  en: `You check how an assistant used its tools for a \`question\`, against a list of properties.

\`steps\` has every call with its arguments and what came back, in order; \`tools\` has what could have been called. For each property ask: which call is it about; does it apply to what happened; do tool, arguments and order fit; does the result confirm it? A property about a call that was never made holds only where that call was not due.

${verdictsEn}`,
  ja: `質問（\`question\`）に対してアシスタントがツールをどう使ったかを、一覧にある性質に照らして確認してください。

\`steps\` には、すべての呼び出しとその引数、返ってきた結果が順に並んでいます。\`tools\` は呼び出せたツールです。性質ごとに、どの呼び出しについてのものか、起きたことに当てはまるか、ツール・引数・順序は適切か、結果がそれを裏づけるかを考えてください。行われなかった呼び出しについての性質は、その呼び出しが必要でなかったときにだけ満たされます。

${verdictsJa}`,
  adkReply,
}

export const rubricTrajectoryText: InstructionText = {
  id: 'rubric-trajectory',
  version: 1,
  en: `You check a whole \`conversation\` between a user and an assistant, tool calls and their results included, against a list of properties.

Look at the conversation from its first turn to its last: a property holds when it holds over all of it, and one turn that breaks it is enough for no. Name that turn in the reason. \`instructions\` tell what the assistant was asked to do by its developers, \`tools\` what it could use.

${verdictsEn}`,
  ja: `利用者とアシスタントの会話全体（\`conversation\`。ツールの呼び出しと結果を含む）を、一覧にある性質に照らして確認してください。

最初のターンから最後のターンまでを通して見ます。性質は会話全体で成り立って初めて満たされ、一つのターンでも破られていれば no です。そのターンを理由の中で示してください。\`instructions\` は開発者がアシスタントに与えた指示、\`tools\` は使えたツールです。

${verdictsJa}`,
  adkReply,
}

/** Criteria of `defineRubric` that are answered with yes or no. */
export const rubricCriteriaText: InstructionText = {
  id: 'rubric-criteria',
  version: 1,
  en: `You check an assistant's \`answer\` to a \`question\` against a list of properties. \`steps\` shows which tools it called and what came back, \`reference\` an answer that is known to be good; each is there only where it exists.

${verdictsEn}`,
  ja: `質問（\`question\`）に対するアシスタントの回答（\`answer\`）を、一覧にある性質に照らして確認してください。\`steps\` は呼び出したツールと結果、\`reference\` は良いと分かっている回答です。どちらも、ある場合にだけ示されます。

${verdictsJa}`,
}

/** Criteria of `defineRubric` that are answered with marks. */
export const rubricPointsText: InstructionText = {
  id: 'rubric-points',
  version: 1,
  en: `You mark an assistant's \`answer\` to a \`question\` on a list of properties. \`steps\` shows which tools it called and what came back, \`reference\` an answer that is known to be good; each is there only where it exists.

For every entry of \`rubrics\`, under its own id: first the reason, with the place that decides it, then the score from 1 (not at all) to the entry's \`points\` (fully). Where the entry describes scores in \`anchors\`, give the score whose description fits best; a score without a description lies between its neighbours. Judge each property by itself and leave none out. Length alone earns nothing.`,
  ja: `質問（\`question\`）に対するアシスタントの回答（\`answer\`）を、一覧にある性質ごとに採点してください。\`steps\` は呼び出したツールと結果、\`reference\` は良いと分かっている回答です。どちらも、ある場合にだけ示されます。

\`rubrics\` の各項目について、その id のもとに、まず決め手となる箇所を挙げて理由を書き、その後に 1（まったく満たさない）からその項目の \`points\`（完全に満たす）までの点を付けてください。\`anchors\` に点の説明があれば、最もよく合う説明の点を選びます。説明のない点は前後の点の中間です。性質は一つずつ独立に採点し、抜かさないでください。長いだけでは点になりません。`,
}
