import type { InstructionText } from './instruction-text.ts'

const checkEn =
  'Write each as one sentence that is either fulfilled or not, the most important first, at most ten and none twice. Then check every one on its own: first the reason with the place that decides it, then `fulfilled`, true or false. What cannot be found in the conversation is not fulfilled.'
const checkJa =
  'それぞれを、満たされたかどうかがはっきり決まる一文で、重要な順に、重複なく 10 個まで書いてください。その後一つずつ確かめ、まず決め手となる箇所を挙げて理由を書き、続いて `fulfilled` に true か false を書いてください。会話の中に見つからないものは満たされていません。'
const materialEn =
  '`conversation` has all turns with tool calls and results, `instructions` what the developers asked of the assistant, `tools` what it could use.'
const materialJa =
  '`conversation` はツールの呼び出しと結果を含むすべてのターン、`instructions` は開発者がアシスタントに与えた指示、`tools` は使えたツールです。'

/** Added to the instruction when rubrics are given beside those that the judge draws itself. */
export const givenRubricsText = {
  en: 'Among your rubrics are also those under `rubrics`, word for word; put them at any place of your list and check them like the others.',
  ja: '確認項目には `rubrics` にある項目も、一字一句そのまま、リストの任意の位置に含め、ほかの項目と同じように確かめてください。',
} as const

export const taskSuccessText: InstructionText = {
  id: 'task-success',
  version: 2,
  en: `You check whether an assistant achieved what the user wanted by the end of a conversation. ${materialEn}

Draw rubrics from what the user wanted, changes of mind included: one for each wish, condition and detail that matters. Judge by what was really done: results of tools count, promises do not, and an answer that is wrong fulfils nothing.

${checkEn}`,
  ja: `会話の終わりまでに、アシスタントが利用者の目的を達成したかを確かめてください。${materialJa}

利用者の望みから、途中の変更も含めて、望み・条件・重要な細部ごとに確認項目を作ります。実際に行われたことで判断してください。ツールの結果は根拠になりますが、約束は根拠にならず、誤った回答は何も満たしません。

${checkJa}`,
}

export const trajectoryQualityText: InstructionText = {
  id: 'trajectory-quality',
  version: 2,
  en: `You check how well an assistant went about its task over a whole conversation, whatever came of it. ${materialEn}

Draw rubrics for this task from what a careful assistant would do: steps in a sensible order, none missing, no detour or repetition, asking for what it needed and not for what it knew, noticing errors, and keeping to each of the developers' instructions that applies.

${checkEn}`,
  ja: `会話全体を通して、アシスタントの進め方がどれほど適切だったかを、結果とは切り離して確かめてください。${materialJa}

注意深いアシスタントならこの課題でどう進めるかから確認項目を作ります。手順が妥当な順序で欠けていないこと、回り道や繰り返しがないこと、必要なことを尋ねて既に分かっていることは尋ねないこと、誤りに気づくこと、当てはまる開発者の指示をそれぞれ守ることです。

${checkJa}`,
}

export const toolUseQualityText: InstructionText = {
  id: 'tool-use-quality',
  version: 2,
  en: `You check how well an assistant used its tools over a whole conversation. ${materialEn}

Draw rubrics for this conversation: each tool that was needed is called and none that was not, arguments come from what the user said or tools gave back and are not made up, calls are in a workable order, errors are handled, results are used faithfully. Where no tool was needed, that none was called is the one rubric.

${checkEn}`,
  ja: `会話全体を通して、アシスタントがツールをどれほど適切に使ったかを確かめてください。${materialJa}

この会話のための確認項目を作ります。必要なツールがそれぞれ呼ばれ、不要なものは呼ばれていないこと、引数が利用者の発言やツールの結果に基づいていて作り事でないこと、呼び出しの順序が成り立つこと、エラーに対応していること、結果を忠実に使っていることです。ツールが不要だった場合は、呼ばれていないことを唯一の項目とします。

${checkJa}`,
}
