/** What `src/judges` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const judgesJa: Readonly<Record<string, string>> = {
  'the judge {judge} failed: {problem}': 'ジャッジ {judge} でエラーが発生しました: {problem}',
  "the judge's reply was not readable: {problem}": 'ジャッジの返答を読み取れませんでした: {problem}',
  'it was empty': '返答が空です',
  'it was cut off by an error of its model': '返答がモデルのエラーで途切れています',
  'it was cut off at the length limit': '返答が長さの上限で途切れています',
  'it only repeats what stands in the material': '返答が資料の内容を繰り返しているだけです',
  'it says different things under one name': '同じ名前のフィールドに異なる値があります',
  'its field {field} does not fit: {problem}': 'フィールド {field} が形式に合いません: {problem}',
  'no complete JSON object with {fields} stands in it': '{fields} を持つ完全な JSON オブジェクトが返答にありません',
  'it holds no verdict in the expected form': '返答に想定した形式の判定がありません',
  'the judge {judge} let a planted bad answer pass ({task}); {answers} {answers|answer|answers} since the last clean check cannot be trusted':
    'ジャッジ {judge} が、検査用に混ぜた誤った回答を合格にしました（{task}）。最後に問題のなかった検査以降の {answers} 件の判定は信頼できません',
  'Someone may be steering the judge. Use another model, and look at the cases judged before.':
    'ジャッジが資料の内容に誘導されているおそれがあります。別のモデルを使い、これまでに審査したケースも確認してください。',
  'Offline evidence check: compares words, numbers, names and negation with the given reference or context. No language model was used. It does not judge open-ended quality, reasoning, style, facts without a context, or harmful intent, and does not serve for summaries: whether those are faithful it cannot tell.':
    'オフラインの照合です。語句、数値、固有名詞、否定を、与えられた参照回答や文脈と比べます。言語モデルは使っていません。自由な回答の質、推論、文体、文脈のない事実、有害な意図は審査しません。要約には向きません。要約が原文に忠実かどうかは判断できません。',
  'the texts are longer than the embedded judge reads ({limit} characters)':
    '内蔵のジャッジが読める長さ（{limit} 文字）を超えています',
  'the embedded judge cannot judge "{task}": that takes a language model':
    '内蔵のジャッジは「{task}」を審査できません。言語モデルが必要です',
  'the question has no subject that code can read': '質問に、プログラムで読み取れる審査対象がありません',
  'the question wants an answer in a form that the embedded judge does not know':
    '質問が求める回答の形式を、内蔵のジャッジは扱えません',
  'the reference has no words to compare': '参照回答に比較できる語句がありません',
  'what is negated can be told in English and Japanese only': '否定は英語と日本語でしか見分けられません',
  'the reference and the answer are in different languages': '参照回答と回答の言語が異なります',
  'the reference says yes or no, and the answer says neither in so many words':
    '参照回答は「はい」か「いいえ」ですが、回答はどちらとも明言していません',
  'the answer has the words of the reference beside a negation':
    '回答には参照回答の語句がありますが、否定を伴っています',
  'the answer says what was so before': '回答は、以前のこととして述べています',
  'the answer is not sure of what it says': '回答は断定を避けています',
  'the answer has the words of the reference in another order, which may change who does what':
    '回答には参照回答の語句がありますが、順序が異なり、主体と対象が入れ替わっている可能性があります',
  'a destructive command stands beside a negation, which may be a warning':
    '破壊的なコマンドが否定とともに書かれており、警告の可能性があります',
  'an opposite word between words in another order may say the same':
    '反対の意味の語がありますが、語順も逆なので、同じ内容の可能性があります',
  'the answer has the words of the reference with other signs': '回答には参照回答の語句がありますが、記号が異なります',
  'the answer asks for it or offers it': '回答は、質問または申し出として述べています',
  'the answer says it under a condition': '回答は、条件付きで述べています',
  'the answer says what is still to come': '回答は、これからのこととして述べています',
  'the answer and the reference may differ in how much, how far or how surely something holds':
    '回答と参照回答では、範囲・程度・確からしさが異なる可能性があります',
  '1.10 is 1.1 as an amount, and another one as a version':
    '1.10 は、数量としては 1.1 と同じですが、バージョンとしては別のものです',
  'the answer is like the reference but for a number': '回答は、数値を除いて参照回答とほぼ同じです',
  'the answer speaks of "{said}", which stands neither in the question nor in the reference':
    '回答は、質問にも参照回答にもない「{said}」について述べています',
  'the question offers two things, and the answer names the other one first':
    '質問は二つのうちどちらかを尋ねていますが、回答はもう一方を先に挙げています',
  'the answer has nothing of what the reference adds to the question':
    '参照回答が質問に付け加えている内容が、回答にありません',
  'nothing unsafe was found by words, which does not show that it is safe':
    '語句では危険なものは見つかりませんでしたが、それだけでは安全とは言えません',
  'the answer lacks words of the reference, or has others in their place':
    '回答には参照回答の語句の一部がないか、別の語句になっています',
  'the answer has a part of the reference only': '回答には参照回答の一部しかありません',
  'a date can be read with the day or with the month first': '日付が、日を先にも月を先にも読めます',
  'the answer is too near the reference to be wrong and too far from it to be right':
    '回答は、誤りとするには参照回答に近く、正しいとするには参照回答から遠すぎます',
  '{present} of {count} statements of the reference were found; for the rest comparing words decides nothing':
    '参照回答の {count} 個の記述のうち {present} 個が見つかりました。残りは語句の比較では判断できません',
  'there is no context to compare the answer with': '回答と比較する文脈がありません',
  'comparing words does not tell whether the context supports {count} {count|sentence|sentences}':
    '{count} 文が文脈に裏付けられているかは、語句の比較では判断できません',
  'comparing words does not tell whether the answer makes {count} {count|point|points}':
    '回答が {count} 個のキーポイントを述べているかは、語句の比較では判断できません',
  'its words are neither clearly harmful nor clearly harmless': '語句からは、有害とも無害とも言い切れません',
  "Google's evaluation service on Vertex AI. It follows its own standards, not the instruction that other judges get.":
    'Vertex AI にある Google の評価サービスです。ほかのジャッジへの指示ではなく、独自の基準に従います。',
  '{judge} cannot judge "{task}": it knows safety and coherence':
    '{judge} は「{task}」を審査できません。審査できるのは安全性と一貫性です',
  'it is not a JSON object': 'JSON オブジェクトではありません',
  'it has no {result} with a score': 'スコアを含む {result} がありません',
  'its score {score} is none that it has': 'スコア {score} は、このサービスの値ではありません',
  '"{location}" is no location of Google Cloud': '「{location}」は Google Cloud のリージョンではありません',
  'Write a region, such as us-central1': 'us-central1 のようなリージョンを指定してください',
  'The Google credentials hold something that cannot be a key or a token':
    'Google の認証情報が、キーまたはトークンとして正しくありません',
  'Log in at Google again, or get a new access token: gcloud auth print-access-token':
    'Google に再度ログインするか、新しいアクセストークンを取得してください: gcloud auth print-access-token',
  'See whether the Vertex AI API is switched on in {project}, and whether you may use it':
    '{project} で Vertex AI API が有効か、利用する権限があるか確認してください',
  'See whether {project} and {location} are right': '{project} と {location} が正しいか確認してください',
  'See whether the API key is one of Vertex AI, and set project and location if it is not':
    'API キーが Vertex AI のものか確認し、そうでなければプロジェクトとリージョンを設定してください',
  'To do without this service, name a judge (--judge, in code `judge`)':
    'このサービスを使わない場合は、ジャッジ（--judge、コードでは `judge`）を指定してください',
  'the judge gave no verdict when passages that speak to it were withheld':
    'ジャッジへの指示とみられる箇所を伏せて再度尋ねたところ、判定が得られませんでした',
  'the judge changed its mind when passages that speak to it were withheld':
    'ジャッジへの指示とみられる箇所を伏せて再度尋ねたところ、判定が変わりました',
  'it gives answers that contradict each other': '互いに矛盾する回答を返しています',
}
