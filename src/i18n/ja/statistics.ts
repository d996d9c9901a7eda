/** What `src/statistics` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const statisticsJa: Readonly<Record<string, string>> = {
  'nothing was scored by both': '双方が点数を付けたものがありません',
  'one side gave one verdict only, and chance alone explains any agreement':
    '一方の判定が一種類だけのため、一致が偶然かどうか区別できません',
  'fewer than {count} cases were scored by both': '双方が採点したケースが {count} 件未満です',
  'all but one of the scores of one side are the same': '一方の点数が 1 件を除いてすべて同じです',
  'one side gave one score only': '一方の点数がすべて同じです',
  'it is a quantity, and no verdict': '量の測定であり、判定ではありません',
  'no row could be scored': '採点できた行がありません',
  'no violation in the data': 'データに違反がありません',
  'nothing in the data should pass': 'データに適合のケースがありません',
  'nothing was flagged': '違反と判定したものがありません',
  'no violation in the data and nothing flagged': 'データに違反がなく、違反と判定したものもありません',
  'no row has a confidence from 0 to 1': '信頼度が 0 から 1 の範囲にある行がありません',
  'infinite: {count} {count|row was|rows were} wrong with a confidence of exactly 0 or 1':
    '無限大: 信頼度がちょうど 0 または 1 で外れた行が {count} 件あります',
  'every row is right': 'すべての行が正解です',
  'every row is wrong': 'すべての行が不正解です',
  'no row is confident': '高信頼度の行がありません',
  'no row has a confidence below 0.5': '信頼度が 0.5 未満の行がありません',
  '{right} right and {wrong} wrong rows are too few to fit and judge a recalibration':
    '正解 {right} 行と不正解 {wrong} 行では、再キャリブレーションの当てはめと検証に足りません',
  'no labelled row could be approved': '承認できるラベル付きの行がありません',
  'even the highest threshold lets {missed} of {size} violations through; it takes {needed} to allow for that':
    '最も高いしきい値でも、違反 {size} 件のうち {missed} 件を通してしまいます。それを許すには {needed} 件が必要です',
  'even the highest threshold lets {missed} {missed|violation|violations} in {size} rows through; it takes {needed} to allow for that':
    '最も高いしきい値でも、{size} 行のうち違反 {missed} 件を通してしまいます。それを許すには {needed} 行が必要です',
  '{size} labelled {size|violation is|violations are} too few; it takes at least {needed}':
    'ラベル付きの違反が {size} 件では足りません。少なくとも {needed} 件が必要です',
  '{size} labelled {size|row is|rows are} too few; it takes at least {needed}':
    'ラベル付きの行が {size} 件では足りません。少なくとも {needed} 件が必要です',
  '{approved} labelled {approved|row|rows} could be approved; the tests start at {needed}':
    '承認できるラベル付きの行は {approved} 件です。検定は {needed} 件から始まります',
  '{missed} of the {approved} most certain rows {missed|is a violation|are violations}: too many':
    '信頼度の高い順に {approved} 行のうち {missed} 件が違反で、多すぎます',
  'none of {steps} {steps|threshold|thresholds} tried keeps the bound below the target':
    '試した {steps} 個のしきい値では、どれも上限が目標を下回りません',
  '{cases} {cases|case is|cases are} too few: the intervals are what to look at':
    '{cases} ケースでは少なすぎます。値ではなく信頼区間を見てください',
  'no case is a violation: recall cannot be told': '違反のケースがないため、再現率は分かりません',
  'every case is a violation: false alarms cannot be told': 'すべてのケースが違反のため、誤検出は分かりません',
  '{count} of {total} {total|row|rows} not scored: the agent failed':
    '{total} 行のうち {count} 行は、エージェントのエラーのため採点できませんでした',
  '{count} of {total} {total|row|rows} not scored: the answer cannot be read':
    '{total} 行のうち {count} 行は、応答を読み取れないため採点できませんでした',
  '{count} of {total} {total|row|rows} not scored: the answer is neither pass nor fail':
    '{total} 行のうち {count} 行は、応答が pass でも fail でもないため採点できませんでした',
  '{count} of {total} {total|row|rows} not scored: the label is neither pass nor fail':
    '{total} 行のうち {count} 行は、正解ラベルが pass でも fail でもないため採点できませんでした',
  '{count} of {total} {total|row|rows} not scored: skipped':
    '{total} 行のうち {count} 行は、スキップされたため採点していません',
  '{count} of {scored} {scored|row has|rows have} no confidence from 0 to 1':
    '{scored} 行のうち {count} 行は、信頼度が 0 から 1 の範囲にありません',
  '{count} {count|violation was|violations were} missed': '違反を {count} 件見逃しました',
  '{count} {count|violation was|violations were} passed with high confidence':
    '違反 {count} 件を高い信頼度で合格にしました',
  'confidence is too low: the calibration error is {ece}, and {share} of it comes from {n} {n|row|rows} with a confidence around {confidence} of which {right} {right|is|are} right':
    '信頼度が低すぎます（過小信頼）。キャリブレーション誤差は {ece} で、そのうち {share} は信頼度 {confidence} 前後の {n} 行（正解 {right} 行）によるものです',
  'confidence is too high: the calibration error is {ece}, and {share} of it comes from {n} {n|row|rows} with a confidence around {confidence} of which {right} {right|is|are} right':
    '信頼度が高すぎます（過信）。キャリブレーション誤差は {ece} で、そのうち {share} は信頼度 {confidence} 前後の {n} 行（正解 {right} 行）によるものです',
  '{count} of {total} {total|row|rows} not evaluated: the reviewer could not tell, and is counted neither way':
    '{total} 行中 {count} 行は未評価です。レビュー側が判定できず、正解にも不正解にも数えていません',
  'nothing has a verdict of both': '双方が判定したものがありません',
  'no pair was judged': '判定された組がありません',
  'no verdict preferred one of two': '一方を選んだ判定がありません',
  'no pair with answers of different lengths has a winner': '長さの異なる回答で勝敗のついた組がありません',
  'nobody labelled what another did': '同じ結果に 2 人以上がラベルを付けていません',
  'people gave one verdict only': '評価者全員の判定が同じです',
}
