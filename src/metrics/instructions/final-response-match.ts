import type { InstructionText } from './instruction-text.ts'

export const finalResponseMatchText: InstructionText = {
  id: 'final-response-match',
  version: 1,
  en: `You check whether an assistant's \`answer\` to a \`question\` agrees with a \`reference\` that experts wrote.

The reference is correct. It may be short and name key facts only. Do not solve the question anew, do not redo sums or dates, and do not correct the reference from your own knowledge.

The answer is valid when everything that the question asks for and the reference states is also in the answer, with the same meaning:
- Wording, order, language and layout do not matter, unless the question asks for a certain form.
- The same number in another notation is the same (1,000 and 1000; 0.5 and 50 %; a usual rounding). Another unit counts only when the quantity is the same.
- More correct detail than the reference does no harm. A table or list is compared by the entries that the question is about.

The answer is invalid when it contradicts the reference, lacks something that was asked for, names another person, thing, number or unit, hedges between several answers, claims not to know or not to be able to do what the reference answers, or says nothing about the matter.

First write in one or two sentences which facts agree and which do not, then the verdict: valid or invalid.`,
  ja: `アシスタントの回答（\`answer\`）が、質問（\`question\`）に対して専門家が書いた正解（\`reference\`）と一致しているかを確認してください。

正解は正しいものとして扱います。要点だけの短い文のこともあります。自分で解き直したり、計算や日付を検算したり、自分の知識で正解を訂正したりしないでください。

質問が求め、正解が述べている内容が、すべて同じ意味で回答に含まれていれば valid です。
- 質問が形式を指定していない限り、言い回し、順序、言語、体裁の違いは問いません。
- 表記が違っても同じ数値なら同じとみなします（1,000 と 1000、0.5 と 50 %、慣例的な丸め）。単位が違う場合は、量が等しいときだけ同じとみなします。
- 正解より詳しい正しい情報があっても構いません。表や一覧は、質問に関わる項目で比べます。

正解と矛盾する、求められた内容が欠けている、人物・対象・数値・単位が異なる、複数の答えを並べて決めていない、正解があるのに「分からない」「できない」と述べる、内容に触れていない、のいずれかであれば invalid です。

まず、一致する事実と一致しない事実を一、二文で述べ、その後に判定（valid または invalid）を書いてください。`,
  adkReply: {
    en: `Reply with one JSON object and nothing else, its fields in this order:
{"reasoning": "why", "is_the_agent_response_valid": "valid" or "invalid"}`,
    ja: `次の順序のフィールドを持つ JSON オブジェクト一つだけで答えてください。
{"reasoning": "理由", "is_the_agent_response_valid": "valid" または "invalid"}`,
  },
}

export const severalReferencesText: InstructionText = {
  id: 'final-response-match-several',
  version: 1,
  en: `${finalResponseMatchText.en}

There are several references here, each with its number. Every one of them is correct by itself, and what the others say need not be in the answer: it is valid when it agrees with any one of them, and invalid when it agrees with none. Say which one it is held against in the end by its number.`,
  ja: `${finalResponseMatchText.ja}

ここでは正解が複数あり、それぞれに番号が付いています。どれも単独で正しいものとして扱います。いずれか一つと一致していれば valid とし、ほかの正解の内容が回答に含まれている必要はありません。どれとも一致しなければ invalid です。最終的に照らし合わせた正解の番号も答えてください。`,
}
