/** What `src/packs/review` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const reviewJa: Readonly<Record<string, string>> = {
  '{file}: there is no column of requirements': '{file}: 要件の列がありません',
  'Call it {columns}.': '列名を {columns} にしてください。',
  '{file}: there is no requirement in it': '{file}: 要件がありません',
  '{file}: row {line} has a formula without its value': '{file}: {line} 行目の数式に値が保存されていません',
  'Save the file in a spreadsheet program once.': '表計算ソフトで一度保存してください。',
  '{file}: {n} {n|row|rows} without a requirement {n|is|are} left out ({lines})':
    '{file}: 要件のない {n} 行（{lines} 行目）は対象外です',
  '{problem}': '{problem}',
  'Leave {target} out, and `review: {braces}` in the config.':
    '{target} と、設定の `review: {braces}` を外してください。',
  '{setting} has no effect: the dataset is no review suite':
    '{setting} は効果がありません: データセットはレビュースイートではありません',
  'explanation_quality is one: {setting} comprehensive has it.':
    'explanation_quality などがあります。{setting} comprehensive で評価します。',
  '{setting} has no effect: {file} says which metrics there are':
    '{setting}は効果がありません。指標は{file}で決まります',
  '{setting} has no effect: verdict_match is no metric of this run':
    '{setting}は効果がありません。この実行の指標にverdict_matchがありません',
  '{metric} is one: name it under "criteria", or in the config.':
    '{metric} などがあります。"criteria" か設定に書いてください。',
  '{place}: {name} is a path; write the name of a file in the fixtures folder':
    '{place}: {name} はパスです。fixtures フォルダー内のファイル名だけを書いてください',
  '{place}: a review needs a document': '{place}: レビューには文書が少なくとも 1 つ必要です',
  '{place}: it is a list, even of one: [{example}]': '{place}: 1 つでもリストで書きます: [{example}]',
  '{place}: a server has a "timeout" of up to 3600 seconds': '{place}: サーバーの "timeout" は 3600 秒までの正の数です',
  '{place}: a server has a "url" or a "command"': '{place}: サーバーには "url" か "command" のどちらか一方が必要です',
  '{place}: expected two numbers from 0 to 1, the lower one first, got {actual}':
    '{place}: 0 から 1 までの数値を小さい順に 2 つ書いてください（{actual} でした）',
  'The case is no document review': 'このケースは文書レビューではありません',
  'A violation was missed: pass instead of fail, confidence {confidence}':
    '違反の見逃し: fail のはずが pass（信頼度 {confidence}）',
  'A false alarm: fail instead of pass, confidence {confidence}': '誤検出: pass のはずが fail（信頼度 {confidence}）',
  '✓ Evaluation done!': '✓ 評価完了!',
  'Results saved: {file}': '結果を保存: {file}',
  Accuracy: 'Accuracy',
  'Accuracy metrics': '精度メトリクス',
  'Confidence calibration (safety with people in the loop)': '信頼度キャリブレーション (HITL安全性)',
  'Safe threshold for auto-approval': '自動承認の安全閾値',
  'Explanation quality (judged)': 'EXPLANATION QUALITY (LLM-as-Judge)',
  '{right}/{total} right': '{right}/{total} 正解',
  Recall: 'Recall',
  Precision: 'Precision',
  Specificity: 'Specificity (特異度)',
  'F1 Score': 'F1 Score',
  'False Negatives': 'False Negatives',
  'False Positives': 'False Positives',
  'no violation was missed': '違反の見逃しなし - HITL安全!',
  'violations missed: {names}': '見逃した違反: {names}',
  'no false alarm': '誤検出なし',
  'false alarms: {names}': '誤検出: {names}',
  'all {total} violations found': 'すべての違反 {total} 件を検出',
  '{found} of {total} violations found': '違反 {total} 件中 {found} 件を検出',
  '{right} of {total} alarms right': '警告 {total} 件中 {right} 件が正しい',
  '{count} invalid {count|output|outputs}': '無効な出力 {count} 件',
  '{count} without pass or fail': 'pass/fail のない回答 {count} 件',
  '{count} without a label': '正解ラベルなし {count} 件',
  '{count} skipped': 'スキップ {count} 件',
  'Accuracy, no answer counted as wrong': 'Accuracy (回答なしを誤りとした場合)',
  'Not scored': '未採点',
  'confidence {sign} {threshold}': '信頼度 {sign} {threshold}',
  'ECE (calibration error)': 'ECE (キャリブレーション誤差)',
  'ECE where the evidence was sufficient': 'ECE (根拠が十分なケース)',
  'Largest gap (MCE)': 'MCE (最大の差)',
  'Brier Score': 'Brier Score',
  'Over-Confidence Rate': 'Over-Confidence Rate',
  '{wrong} of {n} confident verdicts wrong': '高信頼度 {n} 件中 {wrong} 件が誤り',
  'Under-Confidence Rate': 'Under-Confidence Rate',
  'Critical Errors (FN@HC)': 'Critical Errors (FN@HC)',
  'no violation missed with high confidence': '高信頼度の偽陰性なし',
  'violations missed with high confidence: review them now': '高信頼度の偽陰性あり。すぐにレビューしてください',
  'Without a confidence from 0 to 1': '0〜1 の信頼度なし',
  'left out of calibration': 'キャリブレーションから除外',
  '🚨 {case}: expected {expected}, got {actual}, confidence {confidence}':
    '🚨 {case}: 期待 {expected}、実際 {actual}、信頼度 {confidence}',
  'good: below 0.10': '良好 - <0.10',
  'fair: 0.10 to 0.20': '普通 - 0.10〜0.20',
  '⚠️ above 0.20: do not trust the confidence': '⚠️ 警告 - >0.20: 信頼度を信用できません',
  'By the grid, no guarantee': 'グリッドによる推奨 (保証なし)',
  'accuracy {accuracy} and errors {errors} above it': 'これ以上での精度 {accuracy}、誤り率 {errors}',
  'Certified, misses at most {alpha} ({level} sure)': '保証付き: 見逃し率 {alpha} 以下 (信頼水準 {level})',
  'Certified, errors among approved at most {alpha} ({level} sure)':
    '保証付き: 承認中の誤り {alpha} 以下 (信頼水準 {level})',
  'Certified, approved violations at most {alpha} of all': '保証付き: 承認される違反が全体の {alpha} 以下',
  'approves {coverage}, {missed} of {violations} violations missed, bound {upper}':
    '承認率 {coverage}、違反 {violations} 件中 {missed} 件見逃し、上限 {upper}',
  'Mean Score': 'Mean Score',
  'nothing was judged': '審査されたものがありません',
  'Min Score': 'Min Score',
  'Max Score': 'Max Score',
  'Low Quality Count': 'Low Quality Count',
  'below 0.5': '0.5 未満',
  'Not judged': '未判定',
  Judge: 'ジャッジ',
  '{level} interval {interval}': '{level} 区間 {interval}',
  '🤖 Evaluating the reviewer …': '🤖 エージェント評価を実行中...',
  'Case {number}/{total}: {name} …': 'ケース{number}/{total}を処理中: {name}...',
  answer: '回答',
  result: '判定',
  confidence: '信頼度',
  evidence: '根拠',
  explanation: '説明',
  quote: '引用',
  'further quotes': 'ほかの引用',
  'there are no reviews that could have critical errors': '重大エラーを調べるレビューがありません',
  '{count} critical {count|error|errors}': '重大エラー {count} 件',
  'the document reviewer was not handed a review task':
    '文書レビューエージェントに渡されたものがレビュー課題ではありません',
  'It takes a JSON object with document_paths, check_name, check_description and language_name.':
    'document_paths、check_name、check_description、language_name を持つ JSON オブジェクトが必要です。',
  '{name}, page {page}: {warning}': '{name} {page}ページ: {warning}',
  'only the first {lines} lines were compared, up to page {page} of {name}':
    '比較したのは最初の {lines} 行（{name} の {page} ページまで）だけです',
  'only the first {characters} characters of the check were read':
    'チェックの説明は最初の {characters} 文字だけを読みました',
  'only the first {judged} of {total} requirements were looked into':
    '{total} 件の要件のうち、調べたのは最初の {judged} 件だけです',
  'only the first {looked} of {total} quotes were looked up':
    '{total} 件の引用のうち、照合したのは最初の {looked} 件だけです',
  '{name}: there is no text to compare': '{name}: 照合できるテキストがありません',
  'case "{id}": {problem}': 'ケース "{id}": {problem}',
  'The review quotes nothing': 'レビューに引用がありません',
  'The documents have no text to quote': '文書に引用できるテキストがありません',
  'The review passes the check and quotes nothing': '合格と判定していますが、引用がありません',
  '{missing} of {total} {total|quote does|quotes do} not stand in the documents':
    '引用 {total} 件のうち {missing} 件が文書にありません',
  'The review says that the evidence is insufficient: there is nothing to look up':
    '根拠不足という判定のため、照合する記載がありません',
  'The reviewer used no tool': 'レビューエージェントはツールを使っていません',
  '{n} {n|case|cases} left out: no review': '{n} ケースはレビューではないため除かれます',
  'MCP server {name} is left out: `mcpCommands` in the config does not allow {command}':
    'MCP サーバー {name} は使いません。設定の `mcpCommands` で {command} が許可されていません',
  '{pages} could not be read, and no picture of it could be made: what rests on it is not evaluated':
    '{pages} は読み取れず、画像にもできませんでした。このページに基づく判定は未評価になります',
  '{pages} could not be read (a scan or a picture): what rests on it is not evaluated; --model asks a model that sees':
    '{pages} は読み取れませんでした（スキャンまたは画像）。このページに基づく判定は未評価になります。--model で画像を読めるモデルに尋ねられます',
  '{name}: --verbose shows a remark on how it was read':
    '{name} の読み取りについて注意があります。--verbose で表示します',
  '{pages} was read by OCR, {percent} % sure of its letters at least':
    '{pages} は OCR で読み取りました（文字の信頼度は {percent} % 以上）',
  'the model was shown a picture of it': 'モデルには画像を渡しました',
  '{count} for a person: the reviewer could not tell': 'レビュー側で判定できず人の確認が必要 {count} 件',
  'near passage': '近い記載',
  'The reviewer gave no verdict': 'レビューの判定がありません',
  'The quotes may stand on pages without text': '引用はテキストのないページにある可能性があります',
  'The documents have pages without text: what is said of them cannot be looked up':
    '文書にテキストのないページがあり、それについての説明は確かめられません',
  reason: '理由',
  warning: '警告',
  'MCP server {name} is left out: `mcpHosts` in the config does not allow {host}; to allow it, write mcpHosts: [{entry}] in shinsa.config.ts':
    'MCP サーバー {name} は使いません。設定の `mcpHosts` で {host} が許可されていません。許可するには shinsa.config.ts に mcpHosts: [{entry}] と書いてください',
  'MCP server {name} is left out: its {variable} could make another program of the one that is allowed':
    'MCP サーバー {name} は使いません。環境変数 {variable} によって、許可したものとは別のプログラムになり得ます',
  'MCP server {name} is left out: its url is none': 'MCP サーバー {name} は使いません。url が URL ではありません',
  'MCP server {name} is left out: its url is no address of http or https':
    'MCP サーバー {name} は使いません。url が http または https のアドレスではありません',
  'MCP server {name} is left out: its url holds a user name or password; send them in headers':
    'MCP サーバー {name} は使いません。url にユーザー名またはパスワードが含まれています。headers で送ってください',
  'MCP server {name} is left out: {problem}': 'MCP サーバー {name} は使えません: {problem}',
  'MCP server {name} is left out: it has oauthScopes, and `mcpLogins` in the config has no login for it':
    'MCP サーバー {name} は使いません。oauthScopes がありますが、設定の `mcpLogins` にログイン方法がありません',
  'MCP server {name} is left out: its scope {scope} is none of those that `mcpLogins` allows':
    'MCP サーバー {name} は使いません。スコープ {scope} は `mcpLogins` で許可されていません',
  'the model’s answer was cut off at its limit of tokens': 'モデルの応答がトークンの上限で途切れました',
  'the instructions for the reviewer do not say what to check: they lack {placeholder}':
    'レビューエージェントへの指示に、何を確認するかがありません: {placeholder} が必要です',
  'the instructions for the reviewer have {placeholder}, which nothing fills':
    'レビューエージェントへの指示にある {placeholder} を埋める値がありません',
  'They may have {placeholders}.': '使えるのは {placeholders} です。',
  'instructions for the document reviewer are for a model, and there is none':
    '文書レビューエージェントへの指示はモデル用ですが、モデルが指定されていません',
  'Name one: --model, in code `review.model`.': '--model（コードでは `review.model`）で指定してください。',
  'the instructions for the reviewer cannot be read: {problem}':
    'レビューエージェントへの指示を読み込めません: {problem}',
  '{model} and {prompt} are for the document reviewer that ships':
    '{model} と {prompt} は、付属の文書レビューエージェント用です',
  '{file}: a case of a review suite has a review': '{file}: レビュースイートのケースにはレビュー (review) が必要です',
  'Its document, its check and the right verdict make it one.': '文書、チェック項目、正解ラベルを書いてください。',
}
