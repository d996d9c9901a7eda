/** What this folder says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const ja: Readonly<Record<string, string>> = {
  'the answer is empty': '回答が空です',
  'the answer is only punctuation': '回答が記号だけです',
  'the answer is only formatting, without content': '回答が書式だけで、内容がありません',
  'the answer announces an answer and gives none: {answer}': '回答の前置きだけで、回答がありません: {answer}',
  'invalid output: the answer has no JSON object with a result':
    '無効な出力: 回答に result を持つ JSON オブジェクトがありません',
  'invalid output: the answer has results that contradict each other':
    '無効な出力: 回答の中の result が互いに矛盾しています',
  'invalid output: the result is {result}, and neither pass nor fail':
    '無効な出力: result が {result} で、pass でも fail でもありません',
  'Needs a person: the reviewer could not read {pages}':
    '人の確認が必要です。レビューで {pages} を読み取れませんでした',
  'Needs a person: {reason}': '人の確認が必要です: {reason}',
}
