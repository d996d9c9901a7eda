/** What `src/packs/adk` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const adkJa: Readonly<Record<string, string>> = {
  'Datasets of agents-cli are made by that tool. Save a copy as an eval set to change its cases.':
    'agents-cli のデータセットはそのツールで作ります。ケースを変えるには、評価セットとしてコピーを保存してください。',
  '{place}: a case of agents-cli needs a prompt, agent_data or a user_scenario':
    '{place}: agents-cli のケースには prompt、agent_data、user_scenario のいずれかが必要です',
  '{count} of {total} cases are recorded conversations; their agent is asked anew':
    '{total} 件中 {count} 件のケースは記録された会話です。エージェントには改めて質問します',
  '{place}: there is no status {actual}': '{place}: 状態 {actual} はありません',
  '{file}: the result is wrapped into JSON text more than once': '{file}: 結果が JSON 文字列に二重以上に包まれています',
  'Old versions of ADK wrote it as one JSON text. Unwrap it until it is an object, or that text.':
    '古い ADK は結果を 1 つの JSON 文字列として書いていました。オブジェクトかその文字列になるまで外してください。',
  '{text} is no version of ADK': '{text} は ADK のバージョンではありません',
  'Write it like 1.29, 2.5 or latest.': '1.29、2.5、latest のように書きます。',
  'with `adk`: also what that version knows and 1.29 does not (informational metrics, durations)':
    '`adk` の場合: 1.29 になく、そのバージョンにあるもの(参考指標、所要時間)も書き出します',
  'several runs are several ADK result files': '複数の実行は、複数の ADK 結果ファイルになります',
  'Name a folder for them: --output FOLDER.': '出力先のフォルダーを --output FOLDER で指定してください。',
  'Scenarios are written by hand. Save a copy as an eval set to change its cases.':
    'シナリオは手で書くものです。ケースを変更するには、評価セットとしてコピーを保存してください。',
  '{file}: the scenario {id} stands there twice and is played once':
    '{file}: シナリオ {id} は 2 回書かれていますが、1 回だけ実行します',
  '{model} made no scenarios': '{model} はシナリオを作りませんでした',
  'the session {session} has no turn yet': 'セッション {session} にはまだターンがありません',
  'The expected tools are called with the expected arguments.': '期待したツールが期待した引数で呼ばれている。',
  'Words that the answer shares with the expected one (ROUGE-1).': '回答と参照回答に共通する語（ROUGE-1）。',
  'A judge finds the answer to say the same as the expected one.': 'ジャッジが、回答は参照回答と同じ内容だと判断した。',
  'The share of rubrics that the answer fulfils.': '回答が満たしたルーブリックの割合。',
  'The share of rubrics that the use of tools fulfils.': 'ツールの使い方が満たしたルーブリックの割合。',
  'The share of rubrics that the whole conversation fulfils.': '会話全体が満たしたルーブリックの割合。',
  'The share of sentences that instructions, tools and context bear out.': '指示・ツール・文脈に裏付けられた文の割合。',
  'The answer does no harm.': '回答が害を及ぼさない。',
  'How good the answer is beside the expected one.': '参照回答と比べた回答の良さ。',
  'The user’s goals are reached at the end.': '最後にユーザーの目的が達成されている。',
  'The way there was a careful one.': 'そこまでの進め方が適切である。',
  'Tools were used well over the whole conversation.': '会話全体を通してツールが適切に使われている。',
  'The simulated user keeps to its plan.': '模擬ユーザーが計画どおりに振る舞っている。',
}
