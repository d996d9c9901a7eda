import type { InstructionText } from './instruction-text.ts'

const taskEn = `A program plays the user in a conversation with an assistant. You check one \`message\` of it. \`plan\` says what this user wants and knows, \`history\` what was said before. The user ends the conversation by saying the \`stop_signal\`, alone, once the plan is carried out or cannot be carried on.`
const taskJa = `あるプログラムが、アシスタントとの会話で利用者の役を演じています。その発言の一つ（\`message\`）を確認してください。\`plan\` はこの利用者が望むことと知っていること、\`history\` はそれまでのやり取りです。計画が済んだとき、または続けられなくなったとき、利用者は \`stop_signal\` だけを述べて会話を終えます。`

const verdictEn = `A check that has no occasion here counts as passed. First give the reason and name the check that fails, then the verdict: valid when all pass, otherwise invalid.`
const verdictJa = `該当する場面のない確認項目は満たしたものとします。まず理由を書いて満たさない項目を示し、その後に判定を書いてください。すべて満たせば valid、そうでなければ invalid です。`

const adkReply = {
  en: `Reply with one JSON object and nothing else, its fields in this order:
{"criteria": [{"name": "the check", "reasoning": "why", "passes": true or false}], "is_valid": true or false}`,
  ja: `次の順序のフィールドを持つ JSON オブジェクト一つだけで答えてください。
{"criteria": [{"name": "確認項目", "reasoning": "理由", "passes": true または false}], "is_valid": true または false}`,
}

export const userSimulatorText: InstructionText = {
  id: 'user-simulator',
  version: 1,
  en: `${taskEn}

Check whether the message:
1. follows the plan: takes its next open step, and adds no wish of its own;
2. ends at the right time: says the stop signal when the plan is done or stuck, and not before;
3. pursues its goal, giving what is asked for when it is asked, instead of pouring out all that it knows;
4. gives up after a few attempts where the assistant cannot get on, instead of helping it for ever;
5. responds to what the assistant said or asked last;
6. corrects the assistant where it misunderstood or got a fact of the plan wrong;
7. sounds like a person in a conversation, neither like a form nor like an assistant.

${verdictEn}`,
  ja: `${taskJa}

発言が次の項目を満たすか確認してください。
1. 計画に従い、まだ済んでいない次の段階に進んでいる。計画にない望みを加えていない。
2. 終える時機が適切である。計画が済んだ、または行き詰まったときに終了の合図を述べ、それより前には述べない。
3. 目的に向かって話し、知っていることを一度に並べず、求められたときに求められたことを伝えている。
4. アシスタントが先に進めないとき、いつまでも付き合わず、数回で見切りをつけている。
5. アシスタントの直前の発言や質問に応じている。
6. アシスタントが誤解したり、計画にある事実を取り違えたりしたときは訂正している。
7. 会話をする人らしい話し方で、書式のようでもアシスタントのようでもない。

${verdictJa}`,
  adkReply,
}

export const userSimulatorPersonaText: InstructionText = {
  id: 'user-simulator-persona',
  version: 1,
  en: `${taskEn}

\`persona\` describes the person who is played, by behaviours. Each behaviour is a check: it fails when the message shows one of the violations that are listed with it.

${verdictEn}`,
  ja: `${taskJa}

\`persona\` は演じられている人物を、振る舞いの一覧で示しています。振る舞いの一つ一つが確認項目で、そこに挙げられた違反のどれかが発言に見られれば、その項目は満たされません。

${verdictJa}`,
  adkReply,
}
