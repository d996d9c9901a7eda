/**
 * Sentences that the code no longer says and that stored runs still hold, with the Japanese that they had. A run keeps
 * the English templates of its reasons, hints, warnings and notes; when one of them is reworded, the old one moves here
 * from `ja.ts`.
 */
export const formerJapanese: Readonly<Record<string, string>> = {
  // what was noted about a dataset
  '{place}: this key is unknown and passed over': '{place}: 未定義のキーのため無視しました',

  // why a metric was not evaluated under --adk-compat
  '{matchType} is not a match type': '{matchType} は一致方法ではありません',
  '{metric} needs a judge, and this version has none':
    '{metric} にはジャッジが必要ですが、このバージョンにはありません',
  'criteria may name a model and no address: {model}': '基準に書けるのはモデル名だけで、アドレスは書けません: {model}',
  'the criterion of {metric} has {option} twice': '{metric} の基準に {option} が二つあります',

  // why a case could not be played
  'The workspace has more than {limit} files': '作業用フォルダーのファイルが {limit} 個を超えています',

  // why a document could not be read
  'Documents are PDF, PNG, JPEG, GIF or WebP, or text called .md, .markdown, .txt or .text.':
    '読み込めるのは PDF・PNG・JPEG・GIF・WebP と、拡張子が .md・.markdown・.txt・.text のテキストです。',
  'Documents are PDF, PNG, JPEG, GIF or WebP, or text called {endings}.':
    '読み込めるのは PDF・PNG・JPEG・GIF・WebP と、拡張子が {endings} のテキストです。',

  // notes of runs that workers played
  '{count} {count|call was|calls were} made again, because the worker that was waiting for the answer was lost or stopped: {agent} to the agent, {judge} to judges; they may be paid twice':
    '応答を待っていたワーカーが失われたか停止されたため、呼び出し {count} 件をやり直しました（エージェント {agent} 件、ジャッジ {judge} 件）。二重に課金された可能性があります',
  '{count} {count|call was|calls were} in flight when a worker was lost, and made again: {agent} to the agent, {judge} to judges; they may be paid twice':
    'ワーカーが失われたときに応答待ちだった呼び出し {count} 件をやり直しました（エージェント {agent} 件、ジャッジ {judge} 件）。二重に課金された可能性があります',

  // why a review was not evaluated
  'The reviewer did not judge: it could not read {pages}': 'レビューの判定はありません。{pages} を読み取れませんでした',
  'The reviewer did not judge: {reason}': 'レビューの判定はありません: {reason}',

  // errors of cases and scores, and what to do about them
  'An answer is a text, or an object with response, toolCalls, events, usage, state or modelCalls':
    '応答は文字列、または response、toolCalls、events、usage、state、modelCalls を持つオブジェクトです',
  'An answer is a text, or an object with response, toolCalls, events, usage, state, modelCalls, citations or flags':
    '応答は文字列、または response、toolCalls、events、usage、state、modelCalls、citations、flags を持つオブジェクトです',
  'An answer is a text, or an object with response, toolCalls, events, usage, state, modelCalls, dollars, citations or flags':
    '応答は文字列、または response、toolCalls、events、usage、state、modelCalls、dollars、citations、flags を持つオブジェクトです',
  'MCP server {name}: oauthScopes are not used; give it a header with a token':
    'MCP サーバー {name}: oauthScopes には対応していません。トークンをヘッダーで渡してください',
  'The ADK server’s answer is not JSON. It begins with {beginning}':
    'ADK サーバーの応答が JSON ではありません。先頭: {beginning}',
  'Record anew, or let other sources answer what was not recorded.':
    '記録し直すか、記録にない呼び出しに答えるものを用意してください。',
  'Write them as "key_points": ["…", "…"] in the metadata of the case.':
    'ケースの metadata に "key_points": ["…", "…"] の形で書いてください。',
  'Get a new access token: gcloud auth print-access-token':
    '新しいアクセストークンを取得してください: gcloud auth print-access-token',
  'To do without this service, name a judge with --judge':
    'このサービスを使わない場合は、--judge でジャッジを指定してください',
  'the limit of ${limit} for judges is reached': '審査費用の上限 ${limit} に達しました',
  'the runbook index {folder} cannot be written: {problem}':
    '手順書のインデックス {folder} に書き込めません: {problem}',
  'Put them into a folder `runbooks` beside the dataset, or name one: `runbooks: { folder: … }` in the config.':
    'データセットと同じ場所の `runbooks` フォルダーに置くか、設定の `runbooks: { folder: … }` で指定してください。',

  // what a metric measured
  '{value} {unit} per turn, within the budget of {budget}': '1 ターンあたり {value} {unit}、上限 {budget} 以内です',
  '{value} {unit} per turn, over the budget of {budget}': '1 ターンあたり {value} {unit}、上限 {budget} を超えています',

  // what the embedded judge said of rubrics and safety
  'it touches a sensitive subject, and only the intent would tell whether it does harm':
    '慎重を要する話題で、有害かどうかは意図が分からないと判断できません',
  'the embedded judge checks rubrics of answers only':
    '内蔵のジャッジが確認できるのは、回答についてのルーブリックだけです',
  'the embedded judge has no check for {count|the rubric|the rubrics} {ids}':
    '内蔵のジャッジは、ルーブリック {ids} を確認できません',

  // warnings of reviews
  '{name}: there is no text to compare; images need a model that sees':
    '{name}: 照合できるテキストがありません。画像には画像を読めるモデルが必要です',
  '{unscored} of {total} {total|row|rows} could not be scored: {agentErrors} {agentErrors|agent error|agent errors}, {invalidOutputs} {invalidOutputs|unreadable answer|unreadable answers}, {invalidResults} without pass or fail, {invalidExpected} without a right answer, {skipped} skipped':
    '{total} 行のうち {unscored} 行は採点できませんでした: エージェントのエラー {agentErrors} 件、読み取れない応答 {invalidOutputs} 件、pass・fail のない応答 {invalidResults} 件、正解ラベルなし {invalidExpected} 件、スキップ {skipped} 件',
  'Offline evidence check: compares words, numbers, names and negation with the given reference or context. No language model was used. It does not judge open-ended quality, reasoning, style, facts without a context, or harmful intent.':
    'オフラインの照合です。語句、数値、固有名詞、否定を、与えられた参照回答や文脈と比べます。言語モデルは使っていません。自由な回答の質、推論、文体、文脈のない事実、有害な意図は審査しません。',
  'confidence cannot be trusted: the calibration error is {ece}, and {share} of it comes from {n} {n|row|rows} with a confidence around {confidence} of which {right} {right|is|are} right':
    '信頼度は当てになりません。キャリブレーション誤差は {ece} で、そのうち {share} は信頼度 {confidence} 前後の {n} 行（正解 {right} 行）によるものです',
  'the arguments of the call of {tool} are nested more than {limit} levels deep':
    '{tool} の呼び出しの引数の入れ子が {limit} 段を超えています',
  'comparing words does not tell whether {count} {count|sentence|sentences} conflict with the conversation':
    '語句の比較では、{count} 文が会話と食い違うかどうかを判断できません',
}
