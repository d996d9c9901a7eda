/** What `src/metrics` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const metricsJa: Readonly<Record<string, string>> = {
  'The case says nothing about tools': 'ケースにツールについての記述がありません',
  'The turn says nothing about tools': 'このターンにツールについての記述がありません',
  '{actual} was called, which nobody expected': '期待されていない {actual} が呼び出されました',
  '{expected} was not called': '{expected} が呼び出されませんでした',
  '{actual} was called in place of {expected}': '{expected} の代わりに {actual} が呼び出されました',
  '{expected} was called with other arguments': '{expected} が別の引数で呼び出されました',
  'The case has no check of a workspace': 'ケースに作業用フォルダーのチェックがありません',
  '{command} took too long: {output}': '{command} が時間内に終わりませんでした: {output}',
  '{command} ended with {exitCode}: {output}': '{command} が終了コード {exitCode} で終わりました: {output}',
  'the criterion of {metric} does not fit: {problem}': '{metric} の評価基準が正しくありません: {problem}',
  'Its options are: {options}.': '使えるオプション: {options}',
  'The case has no reference conversation': 'ケースに参照会話がありません',
  'No turn of the case could be compared with a reference answer': '参照回答と比較できるターンがありません',
  'The judge passed a decoy, so that its passes say nothing here: “{decoy}”, as it passed “{judged}”':
    'ジャッジがおとりまで合格にしたため、この合格は当てになりません。「{judged}」と同じく「{decoy}」も合格にしました',
  'The judge left out a decoy, so that its passes say nothing here: “{decoy}”, beside “{judged}”':
    'ジャッジがおとりの判定を省いたため、この合格は当てになりません。「{judged}」と並べた「{decoy}」に判定がありません',
  'The judge had no answer to a decoy: {problem}': 'おとりについてジャッジの判定がありません: {problem}',
  'The agent gave no answer': 'エージェントが回答していません',
  'The reference has no such turn': '参照会話にこのターンはありません',
  'The reference has no final response': '参照会話に最終回答がありません',
  'The agent never reached this turn': 'エージェントはこのターンに到達しませんでした',
  'The pattern {pattern} is not a regular expression': 'パターン {pattern} は正規表現ではありません',
  '{problem}. In JSON a backslash is written twice.': '{problem}。JSON ではバックスラッシュを 2 つ重ねて書きます。',
  '{path} is not a path to an argument': '{path} は引数へのパスではありません',
  'Write it like {example}; * stands for any key or index.':
    '{example} のように書いてください。* は任意のキーまたは添字を表します。',
  'There is a matcher for {path} and one for what it is part of': '{path} と、それを含む引数の両方に照合規則があります',
  'Remove one of them: a matcher decides about all that is inside its argument.':
    'どちらかを削除してください。照合規則は引数の中身全体に適用されます。',
  'The argument matcher at {path} is not readable': '{path} の引数照合規則を解釈できません',
  'Matchers are {matchers}. They stand under a tool (or *) and a path (or *).':
    '照合規則は {matchers} です。ツール（または *）とパス（または *）の下に書きます。',
  'The metric found nothing to evaluate': '評価する対象がありません',
  '{reason}': '{reason}',
  'Metric {metric} returned something that is not a score for case {case}: {problem}':
    '評価指標 {metric} がケース {case} に対してスコアではない値を返しました: {problem}',
  'Return a number from 0 to 1, true or false, nothing, or { value, passed, reason, parts }.':
    '0 から 1 の数値、true か false、値なし、または { value, passed, reason, parts } を返してください。',
  'The budget of {metric} is {budget}': '{metric} の上限が {budget} になっています',
  'A budget is a number from 0 up: the most that a turn may need on average.':
    '上限は 0 以上の数値で、1 ターンあたりの平均の最大値です。',
  '{value} {value|call|calls} per turn, within the budget of {budget}':
    '1 ターンあたり {value} 回、上限 {budget} 回以内です',
  '{value} {value|token|tokens} per turn, within the budget of {budget}':
    '1 ターンあたり {value} トークン、上限 {budget} トークン以内です',
  '{value} {value|second|seconds} per turn, within the budget of {budget}':
    '1 ターンあたり {value} 秒、上限 {budget} 秒以内です',
  '{value} {value|call|calls} per turn, over the budget of {budget}':
    '1 ターンあたり {value} 回、上限 {budget} 回を超えています',
  '{value} {value|token|tokens} per turn, over the budget of {budget}':
    '1 ターンあたり {value} トークン、上限 {budget} トークンを超えています',
  '{value} {value|second|seconds} per turn, over the budget of {budget}':
    '1 ターンあたり {value} 秒、上限 {budget} 秒を超えています',
  'The case expects no final state': 'ケースに期待する最終状態がありません',
  'The agent never reached the last turn, so there is no final state':
    'エージェントが最後のターンに到達しなかったため、最終状態がありません',
  'The target does not tell the state of the session': '評価対象がセッションの状態を報告していません',
  'The final state has {count} {count|difference|differences}: {path} should be {wanted}, is {given}':
    '最終状態に {count} か所の差異があります: {path} の期待は {wanted}、実際は {given}',
  'The reference answer holds no readable JSON': '参照回答に読み取れる JSON がありません',
  'The answer holds no readable JSON': '回答に読み取れる JSON がありません',
  'The JSON differs at {path}: expected {expected}, got {actual} ({count} {count|difference|differences})':
    'JSON が {path} で異なります: 期待 {expected}、実際 {actual}（差異 {count} か所）',
  'there is no match_type {matchType}': 'match_type に {matchType} はありません',
  'Use EXACT, IN_ORDER or ANY_ORDER.': 'EXACT、IN_ORDER、ANY_ORDER のいずれかを指定してください。',
  'Case {case} has no reference conversation': 'ケース {case} に参照会話がありません',
  'Write a conversation for the case, or choose a metric that needs no reference.':
    'ケースに会話を書くか、参照を必要としない評価指標を選んでください。',
  'Case {case} has {expected} {expected|turn|turns}, the agent produced {actual}':
    'ケース {case} は {expected} ターンですが、エージェントは {actual} ターンでした',
  'ADK compares conversations of equal length only. Without ADK mode missing turns score 0.':
    'ADK は同じ長さの会話だけを比較します。ADK 互換モードでなければ、足りないターンは 0 点になります。',
  'The answer does not match {pattern}': '回答が {pattern} に一致しません',
  'The pattern of regex_match is empty': 'regex_match のパターンが空です',
  'Leave the pattern out to take it from the reference of each case.':
    'パターンを省略すると、各ケースの参照回答が使われます。',
  '{pattern} is not a pattern: {problem}': '{pattern} は正しいパターンではありません: {problem}',
  'Write it as a JavaScript regular expression, without slashes around it.':
    '前後のスラッシュを付けずに、JavaScript の正規表現で書いてください。',
  'The reference {pattern} is not a pattern: {problem}': '参照回答 {pattern} は正しいパターンではありません: {problem}',
  'The answer is {length} characters long, patterns are tried on {limit} at most':
    '回答は {length} 文字ですが、パターンの照合は {limit} 文字までです',
  'The reference answer has no words to compare': '参照回答に比較できる語がありません',
  '{measure} with the reference answer is {value}, at least {threshold} is needed':
    '参照回答との {measure} は {value} です（{threshold} 以上が必要）',
  'The answer is {answer}, not {expected}': '回答は {answer} で、{expected} ではありません',
  '{metric} has no text to compare with, or an empty one': '{metric} の比較する文字列がないか、空です',
  'Give it a text, or leave the text out to compare with the reference of each case.':
    '文字列を指定してください。省略すると、各ケースの参照回答と比較します。',
  'The answer does not contain {text} ({count} of {wanted} {wanted|text|texts} missing)':
    '回答に {text} が含まれていません（{wanted} 件中 {count} 件が不足）',
  'The case has no turns': 'ケースにターンがありません',
  '{expected} expected and {actual} made tool calls are too many for the best pairing: paired in order':
    '期待 {expected} 件、実際 {actual} 件のツール呼び出しは多すぎて最適な対応付けができないため、順番どおりに対応付けました',
  'No tool calls were expected, the agent made {count}: {tool} first':
    'ツール呼び出しは期待されていませんが、エージェントは {count} 回呼び出しました（最初は {tool}）',
  'Tool call {tool} is missing; {matched} of {expected} expected {expected|call|calls} matched':
    'ツール呼び出し {tool} がありません（期待した {expected} 回中 {matched} 回が一致）',
  'Tool call {tool} was not expected; {matched} of {expected} expected {expected|call|calls} matched':
    'ツール呼び出し {tool} は期待されていません（期待した {expected} 回中 {matched} 回が一致）',
  'Tool call {tool} was made out of order; {matched} of {expected} expected {expected|call|calls} matched':
    'ツール呼び出し {tool} の順序が違います（期待した {expected} 回中 {matched} 回が一致）',
  'The arguments of tool call {tool} are not readable: {arguments}; {matched} of {expected} expected {expected|call|calls} matched':
    'ツール呼び出し {tool} の引数を読み取れません: {arguments}（期待した {expected} 回中 {matched} 回が一致）',
  'Tool call {tool} should have the arguments {wanted}, got {given}; {matched} of {expected} expected {expected|call|calls} matched':
    'ツール呼び出し {tool} の引数の期待は {wanted}、実際は {given}（期待した {expected} 回中 {matched} 回が一致）',
  'Tool call {tool} lacks {path}, expected {wanted}; {matched} of {expected} expected {expected|call|calls} matched':
    'ツール呼び出し {tool} に {path} がありません。期待は {wanted}（期待した {expected} 回中 {matched} 回が一致）',
  'Tool call {tool} has {path} = {given}, which was not expected; {matched} of {expected} expected {expected|call|calls} matched':
    'ツール呼び出し {tool} の {path} = {given} は期待されていません（期待した {expected} 回中 {matched} 回が一致）',
  'Tool call {tool}: {path} should be {wanted}, got {given}; {matched} of {expected} expected {expected|call|calls} matched':
    'ツール呼び出し {tool}: {path} の期待は {wanted}、実際は {given}（期待した {expected} 回中 {matched} 回が一致）',
  'No tool calls are expected': 'ツール呼び出しは期待されていません',
  'The agent finished no turn': 'エージェントが完了したターンがありません',
  'The tool rules are not readable: {problem}': 'ツールの規則を解釈できません: {problem}',
  'Give forbidden, required, counts, order or sources, such as {example}.':
    'forbidden、required、counts、order、sources のいずれかを書いてください。例: {example}',
  '{tool} was called without {argument}': '{tool} が {argument} なしで呼ばれました',
  '{tool} was called without an earlier call of {after}': '{tool} が、先に {after} を呼ばずに呼ばれました',
  '{tool}: {argument} is {value}, which stands nowhere before':
    '{tool}: {argument} の {value} は、それより前のどこにもありません',
  '{tool}: {argument} is {value}, which is not what {source} gave back':
    '{tool}: {argument} の {value} は、{source} が返した値ではありません',
  'Where arguments come from is unknown: the agent did not tell what its tools gave back':
    '引数の出どころは不明です。ツールが何を返したかをエージェントが伝えていません',
  'The forbidden tool call {tool} was made {count|once|more than once}': '禁止されたツール {tool} が呼び出されました',
  'The required tool call {tool} was not made': '必須のツール {tool} が呼び出されていません',
  '{count} {count|call|calls} of {tool}, at least {min} expected':
    '{tool} の呼び出しは {count} 回です（{min} 回以上が必要）',
  '{count} {count|call|calls} of {tool}, at most {max} allowed': '{tool} の呼び出しは {count} 回です（{max} 回まで）',
  '{count} rules about tools are broken: {tools}': 'ツールの規則 {count} 件に違反しています: {tools}',
  'Nothing is known of the agent {agent}': 'エージェント {agent} の情報がありません',
  'ADK looks up the instructions of the author of the first event.': 'ADK は最初のイベントの作成者の指示を参照します。',
  'The judge gave no verdict': 'ジャッジは判定を示しませんでした',
  'The text has no sentence to check': '確認できる文がありません',
  'The judge left out {count} of {total} {total|sentence|sentences}: {first}':
    'ジャッジが {total} 文のうち {count} 文を判定しませんでした: {first}',
  'The rubric {name} has no criteria': 'ルーブリック {name} に観点がありません',
  'The rubric {name} has two criteria with the id {id}': 'ルーブリック {name} に id が {id} の観点が二つあります',
  'The rubric {name} gives {id} a weight that is not above 0':
    'ルーブリック {name} の {id} の重みが 0 より大きくありません',
  'The rubric {name} has a scale of {scale}': 'ルーブリック {name} の尺度が {scale} になっています',
  'There are two rubrics with the id {rubric}': 'id が {rubric} のルーブリックが二つあります',
  'Case {case} has two rubrics with the id {rubric}': 'ケース {case} に id が {rubric} のルーブリックが二つあります',
  'Give every rubric of the criterion, the case and its turns an id of its own.':
    '評価基準、ケース、ターンのルーブリックには、それぞれ異なる id を付けてください。',
  'Judged with the last turn, as part of the whole conversation':
    '会話全体の一部として、最後のターンとまとめて判定しました',
  'The agent produced no turn': 'エージェントのターンがありません',
  'No turn of the case could be judged': 'このケースで判定できたターンはありません',
  'The turn has no text to check': 'このターンに確認する文章がありません',
  '{count} of {total} {total|sentence is|sentences are} not borne out: {first}':
    '{total} 文のうち {count} 文は裏付けがありません: {first}',
  'Case {case} has no key points': 'ケース {case} にキーポイントがありません',
  'The judge left out {count} of {total} {total|key point|key points}: {first}':
    'ジャッジが {total} 個のキーポイントのうち {count} 個を判定しませんでした: {first}',
  '{count} of {total} {total|key point is|key points are} not fully made: {first}':
    '{total} 個のキーポイントのうち {count} 個が十分に述べられていません: {first}',
  'The key points of case {case} are not a list of texts': 'ケース {case} のキーポイントが文字列の配列ではありません',
  'Write them as "key_points": ["…", "…"] beside the id of the case.':
    'ケースの id と並べて "key_points": ["…", "…"] の形で書いてください。',
  'The judge left out {count} of {total} {total|rubric|rubrics}: {rubrics}':
    'ジャッジが {total} 個のルーブリックのうち {count} 個を判定しませんでした: {rubrics}',
  'There is no rubric of type {type} for it': '種類が {type} のルーブリックがありません',
  '{count} of {total} {total|rubric is|rubrics are} not fulfilled: {rubrics}':
    '{total} 個のルーブリックのうち {count} 個が満たされていません: {rubrics}',
  'Case {case} has no scenario, so no user was simulated':
    'ケース {case} にはシナリオがないため、模擬ユーザーは使われていません',
  'The simulated user said nothing': '模擬ユーザーが何も発言していません',
  'The conversation did not begin with the starting prompt': '会話が開始プロンプトで始まっていません',
  'The agent said {said} things on its way in this turn; at most {most} are checked':
    'このターンの途中でエージェントは {said} 個の発言をしました。確認するのは最大 {most} 個です',
  "Choose 'yes-no', or a whole number of points from 2 to 100.":
    "'yes-no'、または 2 から 100 までの整数の段階数を指定してください。",
  '{place}: {option} is there twice': '{place}: {option} が重複しています',
  'The reference names no tool calls': '参照にツール呼び出しがありません',
  '{name} said nothing: true, false, a number or {outcome} is expected':
    '{name} は何も返しませんでした。true、false、数値、{outcome} のどれかが必要です',
  '{name} returned {given}, which is no verdict': '{name} が返した {given} は判定ではありません',
  'Return true or false, a number from 0 to 1, or {outcome}.':
    'true か false、0 から 1 の数値、または {outcome} を返してください。',
  '{name} said no ({failed} of {all} {all|check|checks})': '{name} が否と判定しました（{all} 件中 {failed} 件）',
  '{name}: {reason}': '{name}: {reason}',
  'The case states nothing for it': 'ケースはこれについて何も述べていません',
  'The case states nothing for this turn': 'ケースはこのターンについて何も述べていません',
  'An object has a key twice: {text}': 'オブジェクトにキーの重複があります: {text}',
  'What a tool was called with is unknown: the agent did not tell the arguments of its call ({} would say that there were none)':
    'ツールの引数が不明です。エージェントが呼び出しの引数を伝えていません（{} なら引数なしという意味です）',
  'Which tools were called is unknown: a tool answered a call that the agent did not tell, so there may be others':
    'どのツールが呼び出されたかは不明です。エージェントが報告していない呼び出しにツールが応答しており、ほかにも呼び出しがあったかもしれません',
  'Which tools were called after the answer broke off is unknown: the stream of the agent ended without an end':
    '回答が途切れた後にどのツールが呼び出されたかは不明です。エージェントのストリームが終わりの印なしに途切れました',
  'Which tools were called is unknown: the agent did not tell, and nothing was heard of it. An answer with toolCalls ([] where there are none), OpenTelemetry spans, or a library that is listened to would tell (docs/agents.md)':
    'どのツールが呼ばれたかは不明です。エージェントは報告せず、観測もされていません。応答に toolCalls（呼び出しがなければ []）を含めるか、OpenTelemetry のスパンを送るか、観測できるライブラリを使うとわかります（docs/agents.md）',
  'What the agent had to go by is unknown: it did not tell its tool calls, nothing was heard of them, and the case brings no documents. An answer with toolCalls ([] where there are none) or citations would tell (docs/agents.md)':
    'エージェントが何を根拠にできたかは不明です。ツール呼び出しは報告も観測もされず、ケースにも文書がありません。応答に toolCalls（呼び出しがなければ []）か citations を含めるとわかります（docs/agents.md）',
  'What the tools gave back is unknown: the agent told calls without their results, and the case brings no documents. A response beside each call would tell (docs/agents.md)':
    'ツールの結果は不明です。エージェントは結果のない呼び出しだけを報告し、ケースにも文書がありません。呼び出しごとに response を含めるとわかります（docs/agents.md）',
  'words do not tell whether the answer says what the reference says; a model can: --metric final_response_match_v2 --judge MODEL':
    '応答が参照と同じことを述べているかは語句では判断できません。モデルなら判断できます: --metric final_response_match_v2 --judge MODEL',
  'The case says nothing about skills': 'このケースはスキルについて何も述べていません',
  'The agent had none of these skills': 'エージェントはこれらのスキルを持っていませんでした',
  'The skill {skill} was not used': 'スキル {skill} が使われませんでした',
  'The skill {skill} was used and should not be': 'スキル {skill} が使われましたが、使うべきではありません',
}
