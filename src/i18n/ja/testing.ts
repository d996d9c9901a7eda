/** What `src/testing` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const testingJa: Readonly<Record<string, string>> = {
  '{tool} was called': '{tool} が呼ばれました',
  '{tool} was not called': '{tool} は呼ばれませんでした',
  '{tool} was called with other arguments': '{tool} は別の引数で呼ばれました',
  'the answer does not match {expected}': '応答が {expected} に一致しません',
  'the answer was not to match {expected}': '応答が {expected} に一致してはいけませんでした',
  '{check} says {said}': '{check} の結果は {said} です',
  '{check} threw: {problem}': '{check} が例外を投げました: {problem}',
  'nothing is expected of this turn': 'このターンには何も期待されていません',
  '{verdict}: shinsa show {runId}': '{verdict}: shinsa show {runId}',
  '{count} {count|run|runs} of toPass: shinsa list': 'toPass の実行 {count} 件: shinsa list',
  'The run was stopped': '実行が中止されました',
  'a judge is asked what is so, not what is not so':
    'ジャッジには、そうであることを尋ねます。そうでないことは尋ねません',
  'Write it the other way round: {example}': '逆の形で書いてください: {example}',
  'the conversation with {target} is over': '{target} との会話は終わっています',
  'Ask the next thing sooner, or all of it before the await: {example}':
    '次の発話をもっと早くするか、await の前にすべて書いてください: {example}',
  'the answer says something else': '応答は別のことを述べています',
  'words do not tell whether the answer says {expected}: toSatisfy with a text asks a judge, and a RegExp says what has to stand there':
    '応答が {expected} と述べているかは語句では判断できません。toSatisfy に文を渡すとジャッジに尋ね、正規表現なら必要な文字列を指定できます',
}
