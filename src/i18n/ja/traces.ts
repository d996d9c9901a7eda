/** What `src/traces` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const tracesJa: Readonly<Record<string, string>> = {
  'The trace ends in an error: {problem}': 'トレースはエラーで終わっています: {problem}',
  '{place}: {path} is not as in a trajectory of ATIF 1.x: {problem}':
    '{place}: {path} が ATIF 1.x の軌跡の形式ではありません: {problem}',
  '{count} {count|span|spans} came after what {count|it is|they are} of had been scored':
    '{count} 件のスパンは、そのやり取りの採点後に届きました',
  'Wait for them with --traces, longer with --traces-wait SECONDS (in code traces, tracesWaitMs), or let the agent send them sooner: OTEL_BSP_SCHEDULE_DELAY=200.':
    '--traces を付けるとスパンを待ちます。待ち時間は --traces-wait 秒数 で延ばせます（コードでは traces、tracesWaitMs）。OTEL_BSP_SCHEDULE_DELAY=200 とすれば、エージェントがより早く送ります。',
  '{count} {count|span was|spans were} not kept: there were too many at once':
    '一度に届いた量が多すぎるため、{count} 件のスパンを保持しませんでした',
  '{count} {count|span|spans} came that {count|belongs|belong} to no exchange':
    'どのやり取りのものでもないスパンが {count} 件届きました',
  'Let the agent go on with the traceparent that it is given, or write its conversation into gen_ai.conversation.id (docs/instrumented-agents.md).':
    '渡された traceparent を引き継ぐか、会話の ID を gen_ai.conversation.id に書くようにしてください（docs/instrumented-agents.md）。',
  'no span came of any case': 'どのケースのスパンも届きませんでした',
  'The agent exports to where its OTEL_ variables say; docs/instrumented-agents.md says how to send to both.':
    'エージェントは OTEL_ で始まる環境変数の宛先に送っています。両方に送る方法は docs/instrumented-agents.md にあります。',
  'Another program listens on port {port}: choose one with --traces-port.':
    'ポート {port} は別のプログラムが使っています。--traces-port で選んでください。',
  'Let the agent export to {address} by OTLP over HTTP.':
    'エージェントが OTLP/HTTP で {address} に送るようにしてください。',
  'Cannot receive spans on port {port}: {problem}': 'ポート {port} でスパンを受信できません: {problem}',
  'Choose another one, or stop what listens there.':
    '別のポートを選ぶか、そのポートを使っているプログラムを止めてください。',
}
