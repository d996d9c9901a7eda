/** What `src/models` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const modelsJa: Readonly<Record<string, string>> = {
  'the local embedding model is not installed': 'ローカルの埋め込みモデルがインストールされていません',
  '{source} names {file}, and there is no such file': '{source} に指定された {file} がありません',
  '{file} ({source}) holds no Google credentials': '{file}（{source}）に Google の認証情報がありません',
  '{file} ({source}): {field} is missing or wrong': '{file}（{source}）: {field} がないか、正しくありません',
  'Let GOOGLE_APPLICATION_CREDENTIALS name the JSON key of a service account, or log in: gcloud auth application-default login':
    'GOOGLE_APPLICATION_CREDENTIALS にサービスアカウントの JSON キーを指定するか、ログインしてください: gcloud auth application-default login',
  'There is no Google login, and no metadata server of Google Cloud':
    'Google へのログイン情報も、Google Cloud のメタデータサーバーもありません',
  'Google gave no access token: {problem}': 'Google からアクセストークンを取得できません: {problem}',
  'See whether the key in {file} still exists, and whether the clock of this machine is right':
    '{file} のキーが削除されていないか、このマシンの時計が正しいか確認してください',
  'Log in again: gcloud auth application-default login':
    '再度ログインしてください: gcloud auth application-default login',
  'Set {variables}, in the environment or in .env': '環境変数または .env で {variables} を設定してください',
  'Copy it again: it has a space, a line break or a letter that keys do not have':
    'もう一度コピーしてください。空白、改行、またはキーに使われない文字が含まれています',
  'The address of a model server is not one': 'モデルサーバーのアドレスが正しくありません',
  'Write http://HOST:PORT/v1, and a key as {example}, set in the environment or in .env':
    'http://HOST:PORT/v1 の形で書き、キーは {example} として環境変数または .env に設定してください',
  'There is no model {name}': 'モデル {name} はありません',
  'Write gemini-…, gpt-…, claude-…, a Bedrock id such as anthropic.claude-…, or PROVIDER/MODEL with one of {providers}; a local server may have its address behind it: openai-compatible/MODEL@http://localhost:8000/v1':
    'gemini-…、gpt-…、claude-…、anthropic.claude-… のような Bedrock の ID、または PROVIDER/MODEL（PROVIDER は {providers} のいずれか）の形で書いてください。ローカルサーバーは後ろにアドレスを付けられます: openai-compatible/MODEL@http://localhost:8000/v1',
  '{variable} holds something that cannot be a key': '{variable} の値がキーとして正しくありません',
  'There is no key for {model} ({provider})': '{model}（{provider}）のキーがありません',
  '{provider} refused to answer: {reason}': '{provider} が応答を拒否しました: {reason}',
  'Its content filter objects to the question; another model may answer it':
    'コンテンツフィルターに止められました。別のモデルなら応答する可能性があります',
  '{provider} gave an answer with nothing in it': '{provider} の応答が空です',
  'See whether the address is right, and what stands between here and there':
    'アドレスが正しいか、途中にプロキシなどがないか確認してください',
  '{provider} answered with status {status}': '{provider} がステータス {status} を返しました',
  '{provider} answered with status {status}: {problem}': '{provider} がステータス {status} を返しました: {problem}',
  'See whether the server wants a key': 'サーバーがキーを必要としていないか確認してください',
  'See whether {variables} is right, and whether it may use {model}':
    '{variables} が正しいか、{model} を使う権限があるか確認してください',
  "See the account's billing at {provider}": '{provider} の請求設定を確認してください',
  'See whether {provider} has a model {model}': '{provider} にモデル {model} があるか確認してください',
  'Wait, ask for a higher limit at {provider}, or ask fewer questions at once':
    'しばらく待つか、{provider} に上限の引き上げを申請するか、同時に行う質問を減らしてください',
  '{provider} has trouble; try again later': '{provider} で障害が起きています。後でもう一度試してください',
  '{provider} cannot be reached: {problem}': '{provider} に接続できません: {problem}',
  'See whether the network is there, and whether the address is right': 'ネットワーク接続とアドレスを確認してください',
  '{provider} broke off in the middle of its answer: {problem}': '{provider} の応答が途中で切れました: {problem}',
  '{provider} gave an answer that is not in its format: {problem}':
    '{provider} の応答が想定した形式ではありません: {problem}',
  '{provider} cannot be used: {problem}': '{provider} を使用できません: {problem}',
  'Nobody knows where the server of {model} is': '{model} のサーバーのアドレスが分かりません',
  'Set AZURE_OPENAI_ENDPOINT, or write the address behind the name: azure/{model}@https://RESOURCE.openai.azure.com/openai/deployments/{model}?api-version=2024-10-21':
    'AZURE_OPENAI_ENDPOINT を設定するか、名前の後ろにアドレスを書いてください: azure/{model}@https://RESOURCE.openai.azure.com/openai/deployments/{model}?api-version=2024-10-21',
  'Write its address behind the name, openai-compatible/{model}@http://HOST:PORT/v1, or set {variable}':
    'openai-compatible/{model}@http://HOST:PORT/v1 のように名前の後ろにアドレスを書くか、{variable} を設定してください',
  'On Vertex AI only models of Google can be asked, not {model}':
    'Vertex AI で使えるのは Google のモデルだけです（{model} は使えません）',
  'Ask its maker, Bedrock or an OpenAI-compatible server for it':
    '提供元、Bedrock、または OpenAI 互換サーバーを経由してください',
  '{model} did not answer within {seconds} s': '{model} が {seconds} 秒以内に応答しませんでした',
  'Raise the time limit, or see whether the server hangs':
    '制限時間を延ばすか、サーバーが停止していないか確認してください',
  '{provider} has no embedding models': '{provider} には埋め込みモデルがありません',
  'Name one of another provider, such as openai/text-embedding-3-small.':
    'openai/text-embedding-3-small など、別のプロバイダーのモデルを指定してください。',
  '{provider} answered with an error: {problem}': '{provider} がエラーを返しました: {problem}',
}
