/** What `src/packs/runbook` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const runbookJa: Readonly<Record<string, string>> = {
  'MVP passed': 'MVP合格',
  'MVP failed': 'MVP不合格',
  'Evaluation summary': '評価結果サマリー',
  'Questions: {total}': '総問題数: {total}問',
  'Questions passed: {passed} (a mean of {line} points or more)': '合格問題数: {passed}問（平均{line}点以上）',
  'Pass rate: {rate}': '合格率: {rate}',
  'Overall mean: {mean} points': '全体平均スコア: {mean}点',
  'Without a score and counted as 0 points: {kinds}; mean of the others: {mean}':
    '採点できず0点として数えた問題: {kinds}。それを除く平均: {mean}点',
  '{count} judge {count|error|errors}': '審査エラー {count} 件',
  'Flags as expected: {right} of {checked}': '警告フラグが期待どおり: {checked}問中{right}問',
  'MVP rule: at least {needed} of {total} questions with a mean of {line} points or more, and an overall mean of {mean} points or more':
    'MVP合格基準: {total}問中{needed}問以上が平均{line}点以上、かつ全体平均{mean}点以上',
  '{mark} {mean} points': '{mark} 平均 {mean}点',
  groundedness: '根拠性',
  accuracy: '正確性',
  coverage: '網羅性',
  safety: '安全性',
  citations: '引用明示',
  brevity: '簡潔性',
  'Evaluation done! Results saved to {file}': '評価完了！結果を {file} に保存しました',
  '{n} {n|case|cases} left out: no question with category and key points':
    '{n} ケースを除外しました（カテゴリとキーポイントのある質問ではありません）',
  '{n} {n|case|cases} without the expected answer': '{n} ケースから参照回答を省きました',
  '{place}: expected a citation with id and text, got {actual}':
    '{place}: id と text のある引用が必要ですが、{actual} でした',
  '{count} {count|case has|cases have} expected flags, and no metric of this run looks at them':
    '{count}件のケースに期待するフラグがありますが、この実行の指標はどれも見ません',
  '{file}: {path}: {problem}': '{file}: {path}: {problem}',
  '{setting} has no effect: the runbook assistant is not asked':
    '{setting} は効果がありません: 手順書アシスタントには尋ねません',
  '{folder} is a file, not a folder of runbooks': '{folder} はファイルです。手順書のフォルダーを指定してください',
  '{folder} has too many files in it for a folder of runbooks':
    '{folder} はファイルが多すぎて、手順書のフォルダーとして扱えません',
  'Name a folder that has runbooks and little else.': '手順書だけが入ったフォルダーを指定してください。',
  '{file} is a link that leads out of the folder': '{file} はフォルダーの外を指すリンクです',
  'links to folders are not followed': 'フォルダーへのリンクはたどりません',
  '{file} is an image, not a text': '{file} は画像で、テキストではありません',
  '{folder} has no index yet': '{folder} のインデックスはまだありません',
  '`shinsa runbook index {folder}` builds it.': '`shinsa runbook index {folder}` で作成できます。',
  'the index of {folder} has no embeddings of {model}': '{folder} のインデックスに {model} の埋め込みがありません',
  '`shinsa runbook index {folder} --embedding {model}` adds them.':
    '`shinsa runbook index {folder} --embedding {model}` で追加できます。',
  'the embeddings of {model} are not all of one length': '{model} の埋め込みの長さがそろっていません',
  'Another model answers under this name now. Delete the index and build it again.':
    'この名前で別のモデルが応答しています。インデックスを削除して作り直してください。',
  '{file}:{line} is no labelled question': '{file}:{line} はラベル付きの質問ではありません',
  'One JSON object a line: {"question": "…", "covered": true}.':
    '1 行に 1 つの JSON オブジェクトです: {"question": "…", "covered": true}。',
  'weights of a search are 0 or more, and not both 0': '検索の重みは 0 以上で、両方を 0 にはできません',
  '{metric}: there is no aspect {aspect}': '{metric}: {aspect} という観点はありません',
  'There are: {names}. One of your own has an id, a name, a question and anchors.':
    '使えるもの: {names}。独自の観点には id、name、question、anchors が必要です。',
  'comparing words does not tell {names}': '語の比較では {names} を判断できません',
  'Case {case} does not say which flags it expects': 'ケース {case} に期待されるフラグが書かれていません',
  'The agent reported no flags': 'エージェントがフラグを報告していません',
  'The expected flags of case {case} are not flags': 'ケース {case} の期待されるフラグがフラグになっていません',
  'Write them as {example} beside the id of the case.': '{example} のように、ケースの id と並べて書いてください。',
  '{count|A flag is|Flags are} not as expected: {flags}': '期待と異なるフラグ: {flags}',
  'No aspect of the panel applies to this answer': 'この回答に当てはまる観点がありません',
  '{mean} of 100 points, where {line} are needed; lowest: {aspect} ({points})':
    '100 点中 {mean} 点（合格ラインは {line} 点）。最も低い観点: {aspect}（{points} 点）',
  'The panel {panel} has no aspects': 'パネル {panel} に観点がありません',
  'The panel {panel} has two aspects with the name "{name}"': 'パネル {panel} に「{name}」という観点が 2 つあります',
  'Each needs an id and a name of its own, in every language.':
    '観点ごとに、各言語で重ならない id と name が必要です。',
  'The panel {panel} gives {id} a weight that is not above 0': 'パネル {panel} の {id} の重みが 0 より大きくありません',
  'the audit log {file} cannot be written: {problem}': '監査ログ {file} に書き込めません: {problem}',
  'the runbook assistant has no runbooks': '手順書アシスタントに手順書がありません',
  'Put them into a folder `runbooks` beside the dataset, or name another: `runbooks: { folder: … }` in the config, or --runbooks of `shinsa runbook ask`.':
    'データセットと同じ場所の `runbooks` フォルダーに置くか、設定の `runbooks: { folder: … }` または `shinsa runbook ask` の --runbooks で指定してください。',
  '{folder}: there is no runbook in it': '{folder}: 手順書がありません',
  'Runbooks are Markdown (.md), text (.txt), Word (.docx), HTML or PDF.':
    '手順書は Markdown（.md）、テキスト（.txt）、Word（.docx）、HTML、PDF です。',
  'not read, as {count} {count|file|files} called {ending}: runbooks are Markdown, text, Word (.docx), HTML or PDF':
    '読み込みません（拡張子が {ending} のファイルが {count} 件）。手順書は Markdown・テキスト・Word（.docx）・HTML・PDF です',
  '{file}: this is no question about runbooks': '{file}: 手順書への質問ではありません',
  'Its id is a whole number, it has one question, and its metadata have a "category" of 正常系, 危険操作系, 根拠不足系 or 曖昧質問系 and a list of "key_points".':
    'ID は整数、質問は 1 つで、メタデータに "category" (正常系、危険操作系、根拠不足系、曖昧質問系のいずれか) と "key_points" の配列が必要です。',
}
