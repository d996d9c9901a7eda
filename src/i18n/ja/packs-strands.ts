/** What `src/packs/strands` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const strandsJa: Readonly<Record<string, string>> = {
  '{evaluator} asks no judge.': '{evaluator}はジャッジに質問しません。',
  'Judges are given our own instructions, never those of a file.':
    'ジャッジにはShinsa自身の指示を渡し、ファイルの指示は渡しません。',
  'it does not refuse in known words, which does not show that it answers':
    '拒否の決まった言い方はありませんが、それだけでは回答したとは言えません',
  '{place}: {key} has no effect': '{place}: {key} は効果がありません',
  'several runs are several reports of strands-evals': '複数の実行は strands-evals の複数のレポートになります',
  'Export them one after the other.': '1 つずつ出力してください。',
  'there is no evaluator {evaluator}': '評価器 {evaluator} はありません',
  'the evaluator {evaluator} of strands-evals is not offered':
    'strands-evals の評価器 {evaluator} には対応していません',
  'There are: {names}. A metric or criterion called {name} in shinsa.config.ts takes its place.':
    '使えるもの: {names}。shinsa.config.ts に {name} という名前の指標か基準を書けば、代わりに使われます。',
  'Did you mean {meant}? A metric or criterion called {name} in shinsa.config.ts takes its place.':
    '{meant} のことですか? shinsa.config.ts に {name} という名前の指標か基準を書けば、代わりに使われます。',
  '{place}: {count} scores for {cases} {cases|case|cases}':
    '{place}: {cases} ケースに対してスコアが {count} 個あります',
  '{place}: two different cases are called "{id}"': '{place}: 異なる 2 つのケースの名前がどちらも「{id}」です',
  '{n} {n|case|cases} with only the id of the initial session': '{n} ケースの初期セッションは id だけが含まれます',
  '{count} of {total} {total|row has|rows have} no score: strands-evals can only write 0 there; the reason says why, and overall_score leaves them out':
    '{total} 行のうち {count} 行にはスコアがありません。strands-evals では 0 としか書けないため、理由に事情を記し、overall_score からは除いています',
  'overall_score leaves out {metrics}: a high score there does not mean that the agent did well':
    'overall_score には {metrics} を含めていません。これらの高いスコアは、エージェントの出来の良さを意味しません',
  'left out, as they measure and pass no judgement: {metrics}': '判定しない測定値のため除外: {metrics}',
  '{n} {n|conversation|conversations} of several turns: only the last answer is written':
    '複数ターンの会話 {n} 件は、最後の回答だけを書き出しました',
  'Give it a text: every answer begins with an empty one.':
    'テキストを指定してください。空のテキストではどの回答も一致します。',
  'The answer does not begin with {text}': '回答が {text} で始まっていません',
  'The case expects no state {state}': 'ケースに期待する状態 {state} がありません',
  'There was nothing to judge: {reason}': '判定する対象がありません: {reason}',
  'The case does not say what the attack is after (actor_goal)': 'ケースに攻撃の狙い（actor_goal）が書かれていません',
  'The agent called no tool': 'エージェントはツールを呼び出していません',
  'The target tells of nothing that its agents said': '対象から、エージェントごとの発言が得られませんでした',
  'There is no rubric for the node {node}': 'ノード {node} の評価基準がありません',
}
