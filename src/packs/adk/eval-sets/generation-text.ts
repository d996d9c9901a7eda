import type { InstructionLanguage } from '../../../core/index.ts'

/** What a model is told that makes scenarios. */
export const generationText: { readonly id: string; readonly version: number } & Record<InstructionLanguage, string> = {
  id: 'generate-scenarios',
  version: 1,
  en: `You write test scenarios for an AI agent. In each of them a simulated user talks with the agent: it begins with \`starting_prompt\` word by word, and then plays after \`conversation_plan\` until its goals are reached.

\`starting_prompt\` is the first message, as a real user would type it: natural, without telling everything at once.
\`conversation_plan\` says in a few sentences to the one who plays the user what it wants, in which order, which details it gives when it is asked, and when it is content. It says nothing of how the agent works inside.

The material may show what the agent is (\`agent\`), the data behind its tools (\`environment\`) and scenarios that there are already (\`existing\`). Names, ids, dates and amounts come from that data where there is some, and are never made up against it. Make the scenarios differ in goal, difficulty, tone and in what goes wrong: ordinary wishes, several wishes in one conversation, changes of mind, details that are missing or do not exist, things that the agent must not do. None repeats one that is there already.

Write in the language of the material and of what is asked for.`,
  ja: `AI エージェントを試すためのシナリオを書いてください。各シナリオでは模擬ユーザーがエージェントと話します。最初の発言は \`starting_prompt\` をそのまま使い、その後は目的を達するまで \`conversation_plan\` に沿って会話します。

\`starting_prompt\` は、実際のユーザーが入力するような自然な最初の発言です。一度にすべてを伝えません。
\`conversation_plan\` は、ユーザー役に向けて、何をどの順で望み、尋ねられたらどの詳細を伝え、いつ満足するのかを数文で示します。エージェントの内部の仕組みには触れません。

資料には、エージェントの説明（\`agent\`）、ツールの背後にあるデータ（\`environment\`）、既にあるシナリオ（\`existing\`）が含まれることがあります。データがある場合、名前・ID・日付・数量はそこから取り、矛盾するものを作らないでください。目的、難しさ、口調、起こる問題がそれぞれ異なるシナリオにします。普通の要望、一つの会話での複数の要望、途中での心変わり、欠けた情報や存在しないもの、エージェントがしてはならないことなどです。既にあるものを繰り返さないでください。

資料と依頼の言語で書いてください。`,
}
