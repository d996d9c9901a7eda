/** What `src/server` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const serverJa: Readonly<Record<string, string>> = {
  '{view} filters nothing': '{view} では何も絞り込まれません',
  'A view is what the address of a run has behind its `?`, such as only=failed&tag=odd.':
    'ビューは、実行のアドレスの `?` より後ろの部分です。例: only=failed&tag=odd',
  'no result of run {run} fits {view}': '実行 {run} に {view} に合う結果はありません',
  'there is no run {run}': '実行 {run} がありません',
  'this server asks for its token': 'このサーバーにはトークンが必要です',
  'Open the link that it printed when it started, which lets one browser in, or send the token as a Bearer. For another browser start the server again: with a fixed SHINSA_TOKEN the first one stays in.':
    '起動時に表示されたリンク（一つのブラウザだけが使えます）を開くか、トークンを Bearer として送ってください。別のブラウザにはサーバーを起動し直してください。SHINSA_TOKEN を固定していれば、最初のブラウザもそのまま使えます。',
  'Were you let in already? A browser does not say so behind a link on another site.':
    'すでに入ったことのあるブラウザでも、ほかのサイトのリンクから開くと、それが伝わりません。',
  'Open this address again': 'もう一度開く',
  'this server hears from the proxy in front of it who asks, and from this request it did not':
    'このサーバーは前段のプロキシから誰の要求かを受け取りますが、この要求にはそれがありません',
  'Open the address of the proxy, which has to send {header} once, and the token where there is one.':
    'プロキシのアドレスを開いてください。プロキシは {header} を一つだけ、トークンがあればそれも送る必要があります。',
  'this server does not go by that name': 'このサーバーはそのホスト名では利用できません',
  'another site may not ask this server': '別のサイトからこのサーバーに問い合わせることはできません',
  'there is no such address': 'そのアドレスはありません',
  'that is more than {megabytes} MB': '{megabytes} MB を超えています',
  'this address is damaged ({place})': 'このアドレスは壊れています（{place}）',
  'Open the page again from its list.': '一覧からもう一度開いてください。',
  'what is sent here has to be JSON': 'ここに送るものは JSON でなければなりません',
  'what was sent is nested too deep': '送られたものの入れ子が深すぎます',
  'the trace has no row {row}': 'トレースに {row} 行目はありません',
  'run {run} has no case at position {position}': '実行 {run} の位置 {position} にケースはありません',
  'run {run} has no finished reviews, and so no stated confidence':
    '実行 {run} には完了した文書レビューがないため、信頼度がありません',
  'port {port} is taken': 'ポート {port} は使用中です',
  'Name another one with --port, or 0 for any that is free.':
    '--port で別のポートを指定してください。0 なら空いているものを使います。',
  '{host}:{port} cannot be listened on: {code}': '{host}:{port} で待ち受けできません: {code}',
  'the file was changed meanwhile, by somebody else or another window':
    'この間に、ほかの人または別のウィンドウがファイルを変更しました',
  'Nothing was written. Load it anew; what you wrote stays in the editor.':
    '何も書き込んでいません。読み込み直してください。書いた内容はエディターに残ります。',
  'the metric has no score here': 'この指標のスコアはありません',
  'it neither passed nor failed: something broke or was not evaluated':
    '合格でも不合格でもありません。エラーが起きたか、評価できませんでした',
  'the id of the case is another one in the address': 'ケースの ID がアドレスのものと異なります',
  'live evaluation needs an agent that speaks, which is not played here':
    '音声での評価には話すエージェントが必要ですが、ここでは実行できません',
  'there is a view {name} already': 'ビュー {name} は既にあります',
  'Nothing was overwritten. Choose another name, or remove that view first.':
    '上書きはしていません。別の名前にするか、先にそのビューを削除してください。',
  'run {run} is at work': '実行 {run} は実行中です',
  'Stop it first.': '先に停止してください。',
  'run {run} has no such mutant': '実行 {run} にそのミュータントはありません',
  'run {run} has no case {case}': '実行 {run} にケース {case} はありません',
}
