/** What `src/text` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const textJa: Readonly<Record<string, string>> = {
  'the answer is empty': '回答が空です',
  'the answer is only punctuation': '回答が記号だけです',
  'the answer is only formatting, without content': '回答が書式だけで、内容がありません',
  'the answer announces an answer and gives none: {answer}': '回答の前置きだけで、回答がありません: {answer}',
  'invalid output: the answer has no JSON object with a result':
    '無効な出力: 回答に result を持つ JSON オブジェクトがありません',
  'invalid output: the bounding box {coordinates} is none within the image, from 0 to 1000':
    '無効な出力: バウンディングボックス {coordinates} は画像内（0〜1000）の矩形ではありません',
  'invalid output: there is no image {index} among {images} {images|image|images} counted from 0':
    '無効な出力: 画像 {index} はありません（画像は {images} 枚、0 から数えます）',
  'invalid output: {index} is no place of an image, counted from 0':
    '無効な出力: {index} は画像の番号（0 から数える整数）ではありません',
  'invalid output: the answer has results that contradict each other':
    '無効な出力: 回答の中の result が互いに矛盾しています',
  'invalid output: the result is {result}, and neither pass nor fail':
    '無効な出力: result が {result} で、pass でも fail でもありません',
  'Needs a person: the reviewer could not read {pages}':
    '人の確認が必要です。レビューで {pages} を読み取れませんでした',
  'Needs a person: {reason}': '人の確認が必要です: {reason}',
}
