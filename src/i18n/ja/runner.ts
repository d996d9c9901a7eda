/** What `src/runner` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const runnerJa: Readonly<Record<string, string>> = {
  'nothing was evaluated: {count} {count|result|results} without a verdict':
    '何も評価されていません: 判定のない結果が {count} 件',
  'nothing was scored: the agent failed wherever it was evaluated':
    '何も採点されていません: 評価したすべての結果でエージェントが失敗しました',
  '{name} is {value} with {missing} not evaluated counted against it, below {limit}':
    '{name} は、未評価 {missing} 件を不利に数えて {value} で、{limit} を下回っています',
  '{name} is {value} with {missing} not evaluated counted against it, above {limit}':
    '{name} は、未評価 {missing} 件を不利に数えて {value} で、{limit} を上回っています',
  '{count} {count|result is|results are} missing: the run was stopped':
    '結果が {count} 件足りません（実行が中断されました）',
  '{rule} is not a rule for the gate': '{rule} はゲートの規則ではありません',
  'Rules are: failed, error, not-evaluated, cut, unadmitted-judge, unadmitted-judge-no-battery, none, pass-rate<0.9, pass-rate-low<0.8, corrected-pass-rate-low<0.8, METRIC<0.7, METRIC>0.3, METRIC.pass-rate<0.7.':
    '使える規則: failed、error、not-evaluated、cut、unadmitted-judge、unadmitted-judge-no-battery、none、pass-rate<0.9、pass-rate-low<0.8、METRIC<0.7、METRIC>0.3、METRIC.pass-rate<0.7',
  'Rules are: failed, error, not-evaluated, cut, unadmitted-judge, unadmitted-judge-no-battery, none, pass-rate<0.9, pass-rate-low<0.8, corrected-pass-rate-low<0.8, METRIC<0.7, METRIC>0.3, METRIC.pass-rate<0.7; of all results together {rules}.':
    '使える規則: failed、error、not-evaluated、cut、unadmitted-judge、unadmitted-judge-no-battery、none、pass-rate<0.9、pass-rate-low<0.8、METRIC<0.7、METRIC>0.3、METRIC.pass-rate<0.7。結果全体については {rules} も使えます',
  'the set metric {name} says nothing: {problem}': '集計指標 {name} は結果を出せませんでした: {problem}',
  '{count} {count|result|results} failed': '不合格の結果が {count} 件あります',
  '{count} {count|result|results} ended in an error': 'エラーの結果が {count} 件あります',
  '{count} {count|result|results} could not be evaluated': '評価できない結果が {count} 件あります',
  '{name} was not measured, and the gate asks for {limit}':
    '{name} は測定されていませんが、ゲートは {limit} を求めています',
  '{name} is {value}, below {limit}': '{name} は {value} で、{limit} 未満です',
  'the case is a scenario, and no simulated user is there to play it':
    'ケースはシナリオですが、演じる模擬ユーザーがいません',
  'Evaluate scenarios on recorded transcripts: --target recorded:FILE.':
    'シナリオは記録済みの会話で評価してください: --target recorded:FILE',
  'the case could not be played to its end: {error}': 'ケースを最後まで実行できませんでした: {error}',
  'something that nobody waited for threw {error}': '待たれていない処理で例外が発生しました: {error}',
  'in case {case} something that nobody waited for threw {error}':
    'ケース {case} で、待たれていない処理から例外が発生しました: {error}',
  'the agent threw {error}': 'エージェントで例外が発生しました: {error}',
  'the agent failed ({code}), so there was nothing to score':
    'エージェントが失敗したため（{code}）、採点するものがありません',
  'the metric threw {error}': '評価指標で例外が発生しました: {error}',
  'the metric gave {value}, which is no value from 0 to 1': '評価指標の値 {value} は 0 から 1 の範囲にありません',
  '{target} answered none of the first {count} cases within the time limit, so the run was stopped':
    '{target} が最初の {count} ケースのどれにも制限時間内に回答しなかったため、実行を止めました',
  'See why it hangs, or raise the time limit (--timeout SECONDS, in code `timeoutMs`); `shinsa resume {run}` asks the rest.':
    '応答しない原因を調べるか、制限時間を延ばしてください（--timeout 秒数、コードでは `timeoutMs`）。残りは `shinsa resume {run}` で続けられます。',
  'the simulated user threw {error}': '模擬ユーザーで例外が発生しました: {error}',
  'the simulated user failed, so there was nothing to score': '模擬ユーザーが失敗したため、採点するものがありません',
  'the simulated environment failed, so there was nothing to score': '模擬環境が失敗したため、採点するものがありません',
  'there is no rule for the gate': 'ゲートの規則がありません',
  'Say `none` for a gate that is always open.': '常に開いたゲートにするには `none` と指定してください。',
  '{name} is {value}, above {limit}': '{name} は {value} で、{limit} を上回っています',
  '{rule} is decided by result {after} of the order of play': '{rule} は実行順で {after} 件目の結果により決まりました',
  '{rule} is decided: {passed} of the first {after} {after|result|results} passed':
    '{rule} は決まりました: 最初の {after} 件のうち {passed} 件が合格',
  'worse than the baseline: {lost} lost, {won} won of the first {cases} {cases|case|cases}':
    '基準より悪くなりました: 最初の {cases} ケースのうち悪化 {lost}、改善 {won}',
  'better than the baseline: {won} won, {lost} lost of the first {cases} {cases|case|cases}':
    '基準より良くなりました: 最初の {cases} ケースのうち改善 {won}、悪化 {lost}',
  'not to be called worse than the baseline: {lost} lost, {won} won of the first {cases} {cases|case|cases}':
    '基準より悪いとはいえません: 最初の {cases} ケースのうち悪化 {lost}、改善 {won}',
  'stopped early: the gate was decided after {after} of {of} results, whatever the others would have been':
    '早期終了: {of} 件のうち {after} 件でゲートの結果が決まりました。残りの結果には左右されません',
  'stopped early: the gate was decided after {after} of {of} results; the whole run says otherwise at most {risk} times in 100':
    '早期終了: {of} 件のうち {after} 件でゲートの結果が決まりました。全体の実行と食い違うのは 100 回に {risk} 回以下です',
  'stopped early: the comparison with {arm} was decided after {after} of {of} results; the whole run says otherwise at most {risk} times in 100':
    '早期終了: {of} 件のうち {after} 件で {arm} との比較が決まりました。全体の実行と食い違うのは 100 回に {risk} 回以下です',
  'worse than {arm}: {lost} lost, {won} won of the first {cases} {cases|case|cases}':
    '{arm} より悪い結果です: 最初の {cases} ケースのうち悪化 {lost}、改善 {won}',
  'better than {arm}: {won} won, {lost} lost of the first {cases} {cases|case|cases}':
    '{arm} より良い結果です: 最初の {cases} ケースのうち改善 {won}、悪化 {lost}',
  'the rest is played by shinsa resume {run} --all, and then the whole run decides':
    '残りは shinsa resume {run} --all で実行でき、その後は全体の実行で決まります',
  '{name} cannot be told before people labelled some results: `shinsa labels plan` says which':
    '{name} は、人が一部の結果にラベルを付けるまで求められません。どの結果に付けるかは `shinsa labels plan` が示します',
  'The answer is unknown: the trace does not hold it, because it was cut or has no contents':
    '回答が不明です。トレースが途中で終わっているか、内容が記録されていないため、残っていません',
  'passed, though an answer was cut: {end}': '途切れた応答（{end}）ですが合格しました',
  '{count} {count|answer was|answers were} cut': '途切れた応答が {count} 件あります',
  'not evaluated: {judges} {count|was|were} not admitted as {count|it is|they are} asked now':
    '評価対象外: {judges} は、今の尋ね方では認められていません',
  'not evaluated: {judges} {count|was|were} admitted without a look for biases: `shinsa judge admit --battery`, or the rule unadmitted-judge-no-battery':
    '未評価: {judges} は偏りを調べずに認められました。`shinsa judge admit --battery` を使うか、規則 unadmitted-judge-no-battery を指定してください',
}
