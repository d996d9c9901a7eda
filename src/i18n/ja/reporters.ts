/** What `src/reporters` says on the page too, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const reportersShownJa: Readonly<Record<string, string>> = {
  'Which tool was called where which was expected': '期待したツールと呼び出されたツール',
  'Of {expected} expected {expected|call|calls} {rightTool} went to the right tool, {rightArguments} of them with the right arguments.':
    '期待した呼び出し {expected} 件のうち、正しいツールが {rightTool} 件、うち引数も正しいものが {rightArguments} 件。',
  passed: '合格',
  failed: '不合格',
  error: 'エラー',
  'The datasets differ: on the {cases} {cases|case|cases} that are the same, it is worse than the baseline':
    'データセットが異なります: 内容が同じ {cases} ケースでは、基準より悪くなっています',
  'The datasets differ: on the {cases} {cases|case|cases} that are the same, it is better than the baseline':
    'データセットが異なります: 内容が同じ {cases} ケースでは、基準より良くなっています',
  'The datasets differ: on the {cases} {cases|case|cases} that are the same, no difference was found':
    'データセットが異なります: 内容が同じ {cases} ケースでは、差は見つかりませんでした',
  'The datasets differ: no case is the same in both': 'データセットが異なります: 両方で同じ内容のケースがありません',
  'No case was evaluated in both runs': '両方の実行で評価されたケースがありません',
  'Less was evaluated: {difference} points of {cases} {cases|case|cases} ({test}: {p})':
    '評価された割合が減っています: {cases} ケースで {difference} ポイント（{test}: {p}）',
  '{count} {count|case has|cases have} the same name and another content: {cases}':
    '名前が同じで内容の異なるケースが {count} 件: {cases}',
  '{count} in the baseline only: {cases}': '基準の実行のみ {count} 件: {cases}',
  '{count} in the compared run only: {cases}': '比較対象の実行のみ {count} 件: {cases}',
  '{count} not evaluated in either run': 'どちらの実行でも未評価 {count} 件',
  '{count} left out: not evaluated in {run}, the judge failed': '{count} 件を除外: {run} ではジャッジのエラーで未評価',
  '{count} left out: not evaluated in {run}, a metric failed': '{count} 件を除外: {run} では評価指標のエラーで未評価',
  '{count} left out: not evaluated in {run}, the dataset is at fault':
    '{count} 件を除外: {run} ではデータセットの不備で未評価',
  '{count} left out: not evaluated in {run}, the simulated user failed':
    '{count} 件を除外: {run} では模擬ユーザーのエラーで未評価',
  '{count} left out: not evaluated in {run}, the world around the agent failed':
    '{count} 件を除外: {run} では環境のエラーで未評価',
  '{count} left out: not evaluated in {run}, there was nothing to go by':
    '{count} 件を除外: {run} では判断の材料がなく未評価',
  '{count} left out: {run} was stopped before them': '{count} 件を除外: {run} はその前に中断',
  'The dataset differs: {first} → {second}': 'データセットが異なります: {first} → {second}',
  'The selection of cases differs: {first} → {second}': 'ケースの選択が異なります: {first} → {second}',
  'The target differs: {first} → {second}': '評価対象が異なります: {first} → {second}',
  'The models of the agent differ: {first} → {second}': 'エージェントのモデルが異なります: {first} → {second}',
  'What answers the agent’s tools differs: {first} → {second}':
    'エージェントのツールに答えるものが異なります: {first} → {second}',
  'The simulated user differs: {first} → {second}': '模擬ユーザーが異なります: {first} → {second}',
  'The number of repeats differs: {first} → {second}': '繰り返しの回数が異なります: {first} → {second}',
  'Counting as ADK does differs: {first} → {second}': 'ADK 互換の数え方が異なります: {first} → {second}',
  'The version of Shinsa differs: {first} → {second}': 'Shinsa のバージョンが異なります: {first} → {second}',
  'The metrics differ: {first} → {second}': '評価指標が異なります: {first} → {second}',
  '{metric}: the threshold differs: {first} → {second}': '{metric}: しきい値が異なります: {first} → {second}',
  '{metric}: the options differ: {first} → {second}': '{metric}: オプションが異なります: {first} → {second}',
  '{metric}: the judge differs: {first} → {second}': '{metric}: ジャッジが異なります: {first} → {second}',
  '{metric}: the instruction of the judge differs: {first} → {second}':
    '{metric}: ジャッジへの指示が異なります: {first} → {second}',
  '{metric}: {first} → {second}, {difference} ({low} to {high}), {p} by Holm, {cases} {cases|case|cases}':
    '{metric}: {first} → {second}、{difference}（{low} ～ {high}）、Holm 補正後 {p}、{cases} ケース',
  '{metric} (lower is better): {first} → {second}, {difference} ({low} to {high}), {p} by Holm, {cases} {cases|case|cases}':
    '{metric}（低いほど良い）: {first} → {second}、{difference}（{low} ～ {high}）、Holm 補正後 {p}、{cases} ケース',
  'Seconds of the agent: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}':
    'エージェントの時間（秒）: {first} → {second}、{difference}（{low} ～ {high}）、{cases} ケース',
  'Input tokens: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}':
    '入力トークン: {first} → {second}、{difference}（{low} ～ {high}）、{cases} ケース',
  'Output tokens: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}':
    '出力トークン: {first} → {second}、{difference}（{low} ～ {high}）、{cases} ケース',
  'Tool calls: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}':
    'ツール呼び出し: {first} → {second}、{difference}（{low} ～ {high}）、{cases} ケース',
  'Dollars of the agent: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}':
    'エージェントの費用（ドル）: {first} → {second}、{difference}（{low} ～ {high}）、{cases} ケース',
  'Dollars of the judge: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}':
    '審査の費用（ドル）: {first} → {second}、{difference}（{low} ～ {high}）、{cases} ケース',
  '{count} not applicable': '対象外 {count} 件',
  '{failed} failed': '不合格 {failed} 件',
  '{errors} {errors|error|errors}': 'エラー {errors} 件',
  '{count} not evaluated': '未評価 {count} 件',
  '{count} cut off at the limit of turns of the simulated user': '模擬ユーザーのターン数の上限で打ち切り {count} 件',
  '{count} {count|case|cases} of the dataset not selected': 'データセットの {count} ケースは選択外',
  '{count} reported only in part': '一部だけ報告 {count} 件',
  '{count} not run: the run was stopped': '未実行 {count} 件（実行が中断されました）',
  metric: '評価指標',
  mean: '平均',
  expected: '期待',
  actual: '実際',
  matched: '一致',
  missing: '不足',
  extra: '余分',
  forbidden: '禁止',
  calls: '呼び出し',
  '{milliseconds} ms': '{milliseconds} ミリ秒',
  '{seconds} s': '{seconds} 秒',
  '{minutes} min {seconds} s': '{minutes} 分 {seconds} 秒',
  '{hours} h {minutes} min': '{hours} 時間 {minutes} 分',
  'The runs have no case in common': '2 つの実行に共通のケースがありません',
  'Worse than the baseline': '基準より悪化しています',
  'Better than the baseline': '基準より改善しています',
  'Cannot tell: better in what both runs evaluated, but too much is not evaluated any more':
    '判断できません: 両方の実行で評価できたものでは改善していますが、評価できなくなったものが多すぎます',
  'No difference found': '差は見つかりませんでした',
  'Cannot tell with {cases} {cases|case|cases}': '{cases} ケースでは判断できません',
  'Cannot tell with {cases} {cases|case|cases}; it would take about {needed} to see 5 points':
    '{cases} ケースでは判断できません（5 ポイントの差を見るには約 {needed} ケース必要です）',
  'Difference {difference} points ({level} interval {low} to {high}); {test}: {p}':
    '差 {difference} ポイント（{level} 信頼区間 {low} ～ {high}）、{test}: {p}',
  'Difference {difference} points ({level} interval {low} to {high}); {test}: {p} by Holm':
    '差 {difference} ポイント（{level} 信頼区間 {low} ～ {high}）、{test}: Holm 補正後 {p}',
  'Of those that are the same, scores went up in {better}, down in {worse}, both ways in {other}':
    '変化なしのうち、スコアが上がったもの {better} 件、下がったもの {worse} 件、両方向のもの {other} 件',
  'The commit differs: {first} → {second}': 'コミットが異なります: {first} → {second}',
  'The config differs: {first} → {second}': '設定ファイルが異なります: {first} → {second}',
  'What the agent was told differs: {first} → {second}': 'エージェントへの指示が異なります: {first} → {second}',
  '{run} against {baseline}': '{run}（基準: {baseline}）',
  change: '変化',
  case: 'ケース',
  values: '値',
  none: 'なし',
  run: '実行',
  verdict: '判定',
  dataset: 'データセット',
  target: '評価対象',
  '{count} not run: the gate was decided early': '未実行 {count} 件（ゲートの結果が早期に決まりました）',
  value: '値',
  order: '指示',
  user: 'ユーザー',
  agent: 'エージェント',
  verdicts: '判定',
  '{count} agent {count|error|errors}': 'エージェントのエラー {count} 件',
  'Only {count} {count|verdict|verdicts}: below {few} this is a hint and no measurement.':
    '判定は {count} 件だけです。{few} 件未満では目安であり、測定とは言えません。',
  'There is no verdict of both to compare.': '双方の判定がそろったものがなく、比べられません。',
  'Kappa cannot be told: label results of both kinds, and enough of each.':
    'カッパ係数を求められません。合格と不合格の両方に、十分な数のラベルを付けてください。',
  'These verdicts cannot tell the agreement of the judge with people from chance (kappa {kappa}, n = {n}).':
    'これらの判定からは、ジャッジと人の一致を偶然と区別できません（カッパ {kappa}、n = {n}）。',
  'The judge agrees with people in {share} of the verdicts, more than chance would (kappa {kappa}, n = {n}).':
    'ジャッジは判定の {share} で人と一致し、偶然を上回ります（カッパ {kappa}、n = {n}）。',
  'The judge agrees with people less than people agree with each other (kappa {kappa} against {people}, n = {n}).':
    'ジャッジと人の一致は、評価者間の一致を下回ります（カッパ {kappa} 対 {people}、n = {n}）。',
  'The judge agrees with people more than people agree with each other (kappa {kappa} against {people}, n = {n}).':
    'ジャッジと人の一致は、評価者間の一致を上回ります（カッパ {kappa} 対 {people}、n = {n}）。',
  'The judge agrees with people about as much as people agree with each other (kappa {kappa} against {people}, n = {n}).':
    'ジャッジと人の一致は、評価者間の一致と同程度です（カッパ {kappa} 対 {people}、n = {n}）。',
  '{count} left out: people are tied': '人の判定が同数のため除外 {count} 件',
  '{count} without a word of the judge on this': 'ジャッジがこの点に触れていない結果 {count} 件',
  'same verdict': '判定の一致',
  "Cohen's kappa": 'コーエンのカッパ',
  "Gwet's AC1": 'グウェットの AC1',
  'weighted kappa of scores': '点数の重み付きカッパ',
  'mean shift, 0–100': '平均のずれ（0〜100）',
  '{shown} {value|call|calls}': '{shown} 回',
  '{shown} {unit}': '{shown} {unit}',
  '{shown} {value|second|seconds}': '{shown} 秒',
  '{shown} {value|token|tokens}': '{shown} トークン',
  'Corrected by labels: people would pass {rate} ({interval})':
    'ラベルによる補正後: 人の判断では合格率 {rate}（{interval}）',
  '{labels} {labels|label|labels} and {results} {results|verdict|verdicts} are worth {worth} {worth|label|labels}':
    'ラベル {labels} 件と判定 {results} 件は、ラベル {worth} 件分に相当します',
  'labels alone {labels} ({interval}), verdicts alone {verdicts}':
    'ラベルのみ {labels}（{interval}）、判定のみ {verdicts}',
  'labels alone {labels} ({interval}), verdicts alone {verdicts}, their weight {weight}':
    'ラベルのみ {labels}（{interval}）、判定のみ {verdicts}（判定の重み {weight}）',
  'labels are not a random draw: {labelled} of the labelled results passed and {others} of the others, so they were weighed by verdict':
    'ラベルは無作為抽出ではありません（合格の割合はラベル付きの結果 {labelled}、その他 {others}）。判定ごとに重み付けしました',
  'labels are not a random draw: {labelled} of the labelled results passed and {others} of the others; label some of each verdict (`shinsa labels plan`)':
    'ラベルは無作為抽出ではありません（合格の割合はラベル付きの結果 {labelled}、その他 {others}）。各判定の結果にラベルを付けてください（`shinsa labels plan`）',
  '{metric}, corrected by labels: people would give {mean} on average ({interval})':
    '{metric}、ラベルによる補正後: 人の採点では平均 {mean}（{interval}）',
  'by slice: {slices}': '分類別: {slices}',
  'by slice: too few labels to tell ({few})': '分類別: ラベルが少なすぎて判断できません（{few}）',
  'by slice: {slices}; too few labels to tell: {few}': '分類別: {slices}。ラベルが少なすぎて判断できない分類: {few}',
  "Krippendorff's alpha of {people} people": '評価者 {people} 人の Krippendorff の α',
  "Krippendorff's alpha of {people} people, scores": '評価者 {people} 人の Krippendorff の α（点数）',
  'no case was evaluated': '評価できたケースがありません',
  '{count} {count|answer|answers} cut by length': '長さの上限で途切れた応答 {count} 件',
  '{count} {count|answer|answers} cut by a filter': 'フィルターで途切れた応答 {count} 件',
  '{count} {count|answer|answers} cut by an error': 'エラーで途切れた応答 {count} 件',
  '{count} not run: the comparison was decided early': '未実行 {count} 件（比較の結果が早期に決まりました）',
  'tool calls': 'ツール呼び出し',
  instructions: '指示',
  'tool declarations': 'ツール定義',
  tokens: 'トークン数',
  cost: '費用',
  'finish reason': '終了理由',
  state: '状態',
  'Of {count} {count|exchange|exchanges} nothing but the answer is known':
    '{count} 件のやり取りについてわかるのは応答だけです',
  'Known of {count} {count|exchange|exchanges}: {known}': '{count} 件のやり取りについてわかること: {known}',
  'Known of {count} {count|exchange|exchanges}: {known}; unknown: {unknown}':
    '{count} 件のやり取りについてわかること: {known}。不明: {unknown}',
  '{kind} reported': '{kind}（報告）',
  '{kind} reported in {known}': '{kind}（{known} 件で報告）',
  '{kind} reported or observed ({listener}) in {known}': '{kind}（{known} 件で報告または {listener} で観測）',
  '{kind} observed ({listener})': '{kind}（{listener} で観測）',
  '{kind} observed ({listener}) in {known}': '{kind}（{known} 件で {listener} により観測）',
  '{metric}: the judge has changed ({first} → {second})': '{metric}: ジャッジは変化しました（{first} → {second}）',
  '{metric}: the judge has not changed by {limit} points or more ({first} → {second})':
    '{metric}: ジャッジに {limit} ポイント以上の変化はありません（{first} → {second}）',
  '{metric}: nobody can tell whether the judge has changed ({first} → {second})':
    '{metric}: ジャッジが変化したかどうかは判断できません（{first} → {second}）',
  '{flipped} of {answered} verdicts are others now, on {results} {results|result|results} that both have':
    '両方にある結果 {results} 件について、判定 {answered} 件中 {flipped} 件が以前と異なります',
  'passes: {difference} points ({low} to {high}), {p}': '合格: {difference} ポイント（{low} ～ {high}）、{p}',
  'agreement with people: {difference} points ({low} to {high}), {p}':
    '人との一致: {difference} ポイント（{low} ～ {high}）、{p}',
  'so few cases could not show any change': 'このケース数では、どのような変化も検出できません',
  'so many cases show a change of {points} points four times out of five':
    'このケース数で、{points} ポイントの変化を 5 回に 4 回検出できます',
}

/** With what only the command line and files of reports say. */
/** The steps of `shinsa improve`, which the page tells too. */
export const improveJa: Readonly<Record<string, string>> = {
  'change {change} is registered: {what} ({why})': '変更 {change} を登録しました: {what}（{why}）',
  '{by} signed what has changed ({why}); the agent of now is the baseline':
    '{by} が変更に署名しました（{why}）。現在のエージェントが基準です',
  'not comparable: beside the agent, this has changed': '比較できません。エージェント以外に次が変わっています',
  'Put it back, or have a person sign it: shinsa improve accept-change --by NAME --why "…"':
    '元に戻すか、人が署名してください: shinsa improve accept-change --by NAME --why "…"',
  '{open} open {open|case|cases}, {sealed} sealed; goal: {goal}':
    '公開 {open} ケース、封印 {sealed} ケース。目標: {goal}',
  '{open} open and {sealed} sealed cases could not be evaluated: they are in no comparison with this baseline':
    '公開 {open} ケースと封印 {sealed} ケースは評価できず、この基準との比較に入りません',
  'the baseline has {mean} of the open cases': '基準は公開分で {mean}',
  'Read .shinsa/improve/open-cases.jsonl. {dataset} holds the sealed cases too: put it where the loop cannot read it; it is not needed any more.':
    '.shinsa/improve/open-cases.jsonl を読んでください。{dataset} には封印分も入っているので、読めない場所へ移してください。もう必要ありません。',
  'change {change} on the open cases: {difference} (shinsa show {run})':
    '変更 {change}、公開分で {difference}（shinsa show {run}）',
  '{asked} cases again under another id, with other white space: no difference beyond chance':
    '{asked} ケースを別の ID と空白でもう一度: 偶然を超える差はありません',
  'the agent may know cases by heart: {lost} of {asked} came out worse under another id, with other white space: {ids}':
    'ケースを丸暗記しているおそれがあります: 別の ID と空白では {asked} 件のうち {lost} 件が悪化: {ids}',
  'Open cases were looked at: this is no proof. shinsa improve confirm asks the sealed ones.':
    '公開分は見ながら試したもので、根拠にはなりません。封印分で確かめるのは shinsa improve confirm です。',
  '{count} {count|repeat|repeats} of sealed cases could not be evaluated: of a change, only further ones count as lost':
    '封印分の {count} 回の繰り返しは評価できませんでした。変更後は、それより増えた分だけを失敗に数えます',
  '{count} {count|repeat|repeats} of sealed cases could not be evaluated, which is no success':
    '封印分の {count} 回の繰り返しは評価できず、成功には数えません',
  '{count} sealed {count|case|cases} could not be evaluated, which is no success':
    '封印分の {count} ケースは評価できず、成功には数えません',
  'change {change}: not better on the open cases; no look was spent':
    '変更 {change}: 公開分で良くなっていません。封印分は使っていません',
  'look {look}, which may be wrong in {alpha} % of loops': '{look} 回目の確認（誤る割合は最大 {alpha} %）',
  'change {change}: better {difference}; it is the new baseline':
    '変更 {change}: 良くなりました {difference}。これが新しい基準です',
  'change {change}: cannot tell yet': '変更 {change}: まだ分かりません',
  'about {needed} sealed cases would show the smallest difference that matters':
    '意味のある最小の差を示すには、封印分がおよそ {needed} ケース必要です',
}

export const reportersJa: Readonly<Record<string, string>> = {
  ...improveJa,
  '{count} {count|worker|workers}': 'ワーカー {count} 件',
  ...reportersShownJa,
  'Mean per case: {values}': 'ケースあたりの平均: {values}',
  '{metric} {value}': '{metric} {value}',
  '{metric} {value} ({missing})': '{metric} {value}（{missing}）',
  'from the store: the agent was asked in run {run}': '保存済みの回答: エージェントには実行 {run} で尋ねました',
  PASSED: '合格',
  FAILED: '不合格',
  'not evaluated': '未評価',
  'Gate: {reason}': 'ゲート: {reason}',
  'The run is not finished: there is no verdict yet': '実行が終わっていないため、まだ判定はありません',
  'No case was evaluated': '評価できたケースがありません',
  '{passed} of {total} {total|case|cases} passed, {rate} ({level} interval {interval})':
    '{total} ケース中 {passed} ケースが合格、合格率 {rate}（{level} 信頼区間 {interval}）',
  'Pass rate –: nothing was evaluated': '合格率 –: 何も評価されませんでした',
  '{passed} of {total} evaluated {total|result|results} passed, {rate} ({level} interval {interval})':
    '評価した結果 {total} 件中 {passed} 件が合格、合格率 {rate}（{level} 信頼区間 {interval}）',
  '{passed} of {total} evaluated {total|case|cases} passed, {rate} ({level} interval {interval})':
    '評価したケース {total} 件中 {passed} 件が合格、合格率 {rate}（{level} 信頼区間 {interval}）',
  '{count} of {total} not evaluated': '{total} 件中 {count} 件が未評価',
  '{count} of {total} not evaluated, {broken} of them because something other than the agent broke':
    '{total} 件中 {count} 件が未評価（うち {broken} 件はエージェント以外のエラー）',
  '{count} of {total} not evaluated: with them, the pass rate lies between {low} and {high}':
    '{total} 件中 {count} 件が未評価: それらを含めると合格率は {low} から {high} の間です',
  '{count} of {total} not evaluated, {broken} of them because something other than the agent broke: with them, the pass rate lies between {low} and {high}':
    '{total} 件中 {count} 件が未評価（うち {broken} 件はエージェント以外のエラー）: それらを含めると合格率は {low} から {high} の間です',
  'NOT GATED': 'ゲートなし',
  '○ not gated': '○ ゲートなし',
  'the agent failed': 'エージェントが失敗しました',
  '{passed} of {total} {total|result|results} passed, {rate} ({level} interval {interval})':
    '{total} 件の結果中 {passed} 件が合格、合格率 {rate}（{level} 信頼区間 {interval}）',
  'pass rate': '合格率',
  'not scored': '未採点',
  'No case is flaky: each gave the same verdict in all {repeat} repeats':
    '不安定なケースはありません（{repeat} 回の繰り返しで判定がすべて一致）',
  '{flaky} flaky {flaky|case|cases} (passed in some of {repeat} repeats only): {cases}':
    '不安定なケース {flaky} 件（{repeat} 回のうち一部だけ合格）: {cases}',
  'pass@{k} (at least one of {k} passes): {rate} ({interval})':
    'pass@{k}（{k} 回中 1 回以上合格）: {rate}（{interval}）',
  'pass^{k} (all of {k} pass): {rate} ({interval})': 'pass^{k}（{k} 回すべて合格）: {rate}（{interval}）',
  '{caseId} (repeat {repeat} of {repeats})': '{caseId}（{repeats} 回中 {repeat} 回目）',
  '{value} is below the threshold {threshold}': '{value} はしきい値 {threshold} 未満です',
  'the agent did not finish': 'エージェントが最後まで実行できませんでした',
  'the judge failed': 'ジャッジのエラー',
  'the dataset is at fault': 'データセットの不備',
  'the metric failed': '評価指標のエラー',
  'no metric gave a score': 'どの評価指標でも採点されていません',
  'The transcript has {turns} of the {all} turns of the case: what was recorded is shorter, or was cut.':
    'トランスクリプトには、ケースの {all} ターンのうち {turns} ターンしかありません。記録された会話が短いか、途中で切れています。',
  'the agent never got to this turn': 'エージェントはこのターンに到達しませんでした',
  'turn {turn}': 'ターン {turn}',
  '(nothing)': '（なし）',
  '(absent)': '（なし）',
  'wrong arguments': '引数違い',
  'wrong order': '順序違い',
  differences: '差異',
  'and {more} more ({noun})': '他 {more} 件（{noun}）',
  'and {matched} that matched': '他に一致 {matched} 件',
  '{path}: expected {expected}, actual {actual}': '{path}: 期待 {expected}、実際 {actual}',
  'tokens not reported by the agent': 'トークン数はエージェントから報告されていません',
  '{input} input and {output} output tokens': '入力 {input} トークン、出力 {output} トークン',
  '{calls} tool {calls|call|calls}': 'ツール呼び出し {calls} 回',
  '{time} of agent time': 'エージェントの処理時間 {time}',
  'the agent cost ${dollars}': 'エージェントの費用 ${dollars}',
  'took {time}': '所要時間 {time}',
  'and {more} more': '他 {more} 件',
  'and {more} more {more|run|runs}': '他 {more} 件の実行',
  'All of it: {command}': '詳細: {command}',
  '{shown} of {of} results, filtered by {filter}': '結果 {of} 件中 {shown} 件（絞り込み: {filter}）',
  'Of these {passed} of {evaluated} evaluated passed, {rate} ({level} interval {interval})':
    'このうち {evaluated} 件中 {passed} 件が合格、{rate}（{level} 信頼区間 {interval}）',
  'and {more} more: --all shows them': '他 {more} 件: --all ですべて表示',
  'Verdict, gate and metrics are those of the whole run: shinsa show {runId}':
    '判定、ゲート、評価指標は実行全体のものです: shinsa show {runId}',
  'and {more} more: shinsa show {runId}': '他 {more} 件: shinsa show {runId}',
  'All of a case: shinsa show {runId} CASE': 'ケースの詳細: shinsa show {runId} CASE',
  'Exit code {exitCode}': '終了コード {exitCode}',
  '{done} of {total} done': '{total} 件中 {done} 件完了',
  '{count} from before': '前回までに {count} 件',
  '{count} passed': '合格 {count} 件',
  '{rate} cases/s': '毎秒 {rate} 件',
  '{time} left': '残り {time}',
  '${dollars} spent': '${dollars} 使用',
  'Against {runId}: {better} better, {worse} worse, {same} the same':
    '{runId} との比較: 改善 {better} 件、悪化 {worse} 件、変化なし {same} 件',
  'pass rate {first} → {second}': '合格率 {first} → {second}',
  'and {more} more that changed': '他に変化したケース {more} 件',
  'There are no runs in {store} yet: shinsa run DATASET makes one.':
    '{store} に実行はまだありません。shinsa run DATASET で作成できます。',
  run: '実行',
  verdict: '判定',
  dataset: 'データセット',
  target: '評価対象',
  '{count} not run: the gate was decided early': '未実行 {count} 件（ゲートの結果が早期に決まりました）',
  '{second} and {first} are not compared: one of them was stopped early':
    '{second} と {first} は比較していません: 早期終了した arm があります',
  '{second} is {reason}; decided early, after {after} of {of} results; whole runs say otherwise at most {risk} times in 100':
    '{second} は {reason}。{of} 件のうち {after} 件で早期に決まりました。全体の実行と食い違うのは 100 回に {risk} 回以下です',
  '✓ passed early': '✓ 合格（早期終了）',
  '✗ failed early': '✗ 不合格（早期終了）',
  '… stopped': '… 中断',
  '✓ passed': '✓ 合格',
  '✗ failed': '✗ 不合格',
  '… running': '… 実行中',
  '… killed': '… 強制終了',
  'and more: the JSON report has all of it': 'ほかにもあります。JSON のレポートにすべて入っています',
  figure: '指標',
  meaning: '意味',
  'Note: {note}': '備考: {note}',
  'the simulated user failed before turn {turn}': '{turn} ターン目の前に模擬ユーザーでエラー',
  'the simulated environment failed in turn {turn}': '{turn} ターン目で模擬環境のエラー',
  'the agent did not finish turn {turn}': 'エージェントが {turn} ターン目を完了できませんでした',
  '! passages that speak to the judge': '! ジャッジへの指示とみられる箇所',
  '{confirmed} of {total} {total|answer|answers} confirmed without them':
    'その箇所を伏せても同じだった判定: {total} 件中 {confirmed} 件',
  'ready verdict': 'あらかじめ書かれた判定',
  'false end of the material': '資料の偽の終端',
  'claim about the judging': '審査についての主張',
  'hidden text': '隠しテキスト',
  '{count} {count|result|results} with passages that speak to the judge':
    'ジャッジへの指示とみられる箇所のある結果 {count} 件',
  'took {duration}': '所要時間 {duration}',
  '! error': '! エラー',
  '? not evaluated': '? 未評価',
  called: '呼び出し',
  '(never got here)': '（到達せず）',
  'expected call': '期待した呼び出し',
  '{value} (threshold {threshold})': '{value}（しきい値 {threshold}）',
  'the simulated user failed': '模擬ユーザーのエラー',
  'the simulated environment failed': '模擬環境のエラー',
  'judged by {judges}': '審査: {judges}',
  '{calls} judge {calls|call|calls}': '審査の呼び出し {calls} 回',
  '{cached} from the cache': '保存済みの回答 {cached} 件',
  'simulated users: {calls} {calls|call|calls}': '模擬ユーザー: {calls} 回の呼び出し',
  'the agent’s own model: {calls} {calls|call|calls}': 'エージェント自身のモデル: {calls} 回の呼び出し',
  'simulated tools: {calls} {calls|call|calls}': '模擬ツール: {calls} 回の呼び出し',
  '{calls} {calls|call|calls} more at an unknown price': '他に料金不明の呼び出し {calls} 回',
  'and up to ${dollars} for {calls} {calls|call|calls} that {calls|was|were} cut off':
    '打ち切った呼び出し {calls} 回の分が最大 ${dollars}',
  '{saved} not needed': '省略 {saved} 件',
  '${dollars}': '${dollars}',
  'The embedded judge is no language model: offline, it compares words, numbers, names and negation, and abstains where that does not tell (docs/judges.md; --judge MODEL asks a model).':
    '内蔵のジャッジは言語モデルではありません。オフラインで語句、数値、固有名詞、否定を比較し、それで判断できない場合は判定を控えます（docs/judges.md を参照。--judge MODEL でモデルによる審査）。',
  '! the simulated user reached its limit of turns': '! 模擬ユーザーがターン数の上限に達しました',
  'expected {expected}, got {actual}': '期待 {expected}、実際 {actual}',
  'expected {expected}, got {actual}, confidence {stated}': '期待 {expected}、実際 {actual}、信頼度 {stated}',
  "{value} (by the judge's verdict)": '{value}（ジャッジの判定による）',
  '{value} (passes below {threshold})': '{value}（{threshold} 未満で合格）',
  '{value}, not passed': '{value}（不合格）',
  '{value} is not below the threshold {threshold}, and lower is better':
    '{value} はしきい値 {threshold} を下回っていません（低いほど良い指標）',
  '{metric}: lower is better': '{metric}: 低いほど良い',
  '{metric}: high means that the agent refused, and a refusal passes':
    '{metric}: 高い値はエージェントが拒否したことを意味し、拒否が合格',
  '{metric}, judged by {judge}: {results} labelled {results|result|results}, {count} not evaluated':
    '{metric}、審査 {judge}: ラベル付きの結果 {results} 件、うち未評価 {count} 件',
  'They disagree on {count} {count|verdict|verdicts}:': '判定の食い違い {count} 件:',
  'held against “{reference}”': '照合した参照回答「{reference}」',
  or: 'または',
  'the whole result': '結果全体',
  'both passed {bothPassed}, both failed {bothFailed}, only the judge passed {onlyJudge}, only people passed {onlyPeople}':
    '双方合格 {bothPassed}、双方不合格 {bothFailed}、ジャッジのみ合格 {onlyJudge}、人のみ合格 {onlyPeople}',
  'of {cases} {cases|case|cases}; intervals count these': '{cases} 件のケースについて（区間はケース数による）',
  'people among themselves:': '評価者間:',
  'people {people}, judge {judge}': '人 {people}、ジャッジ {judge}',
  'Arms, compared in pairs on the same cases': 'arm を同じケースで 2 つずつ比較',
  arm: 'arm',
  '{second} and {first}: no case was evaluated in both': '{second} と {first}: 両方で評価されたケースがありません',
  '{second} is better than {first}: {difference} points ({level} interval {low} to {high}); {test} with Holm’s correction: p {p}':
    '{second} は {first} より良い結果です: 差 {difference} ポイント（{level} 区間 {low} ～ {high}）、{test}（Holm 補正）: p {p}',
  '{second} is worse than {first}: {difference} points ({level} interval {low} to {high}); {test} with Holm’s correction: p {p}':
    '{second} は {first} より悪い結果です: 差 {difference} ポイント（{level} 区間 {low} ～ {high}）、{test}（Holm 補正）: p {p}',
  'no difference found between {second} and {first}: {difference} points ({level} interval {low} to {high}); {test} with Holm’s correction: p {p}':
    '{second} と {first} に差は見つかりません: 差 {difference} ポイント（{level} 区間 {low} ～ {high}）、{test}（Holm 補正）: p {p}',
  'cannot tell {second} from {first} yet: {difference} points ({level} interval {low} to {high}); {test} with Holm’s correction: p {p}; it would take about {needed} cases to see 5 points':
    '{second} と {first} の優劣はまだ判断できません: 差 {difference} ポイント（{level} 区間 {low} ～ {high}）、{test}（Holm 補正）: p {p}。5 ポイントの差を見るには約 {needed} 件のケースが必要です',
  '{metric}, corrected by labels: people would pass {rate} ({interval})':
    '{metric}、ラベルによる補正後: 人の判断では合格率 {rate}（{interval}）',
  '{metric}, corrected by labels: difference {value} on average ({level} interval {low} to {high})':
    '{metric}、ラベルによる補正後: 平均の差 {value}（{level} 信頼区間 {low} ～ {high}）',
  'Corrected by labels: difference {value} points ({level} interval {low} to {high})':
    'ラベルによる補正後: 差 {value} ポイント（{level} 信頼区間 {low} ～ {high}）',
  '{metric}, corrected by labels: difference {value} points ({level} interval {low} to {high})':
    '{metric}、ラベルによる補正後: 差 {value} ポイント（{level} 信頼区間 {low} ～ {high}）',
  'labels alone {labels} ({low} to {high}), verdicts alone {verdicts}':
    'ラベルのみ {labels}（{low} ～ {high}）、判定のみ {verdicts}',
  'labels alone {labels} ({low} to {high}), verdicts alone {verdicts}, their weights {first} and {second}':
    'ラベルのみ {labels}（{low} ～ {high}）、判定のみ {verdicts}（判定の重み {first} と {second}）',
  'labels are not a random draw, so they were weighed by verdict':
    'ラベルは無作為抽出ではないため、判定ごとに重み付けしました',
  'labels are not a random draw; label some of each verdict (`shinsa labels plan`)':
    'ラベルは無作為抽出ではありません。各判定の結果にラベルを付けてください（`shinsa labels plan`）',
  '{judges} judges on {results} labelled {results|result|results} of {cases} {cases|case|cases}':
    'ジャッジ {judges} 件、ラベル付きの結果 {results} 件（{cases} ケース）',
  judge: 'ジャッジ',
  'agrees with people': '人との一致',
  answered: '回答',
  'dollars each': '1 件あたりドル',
  'seconds each': '1 件あたり秒',
  '{answered} of {results}': '{results} 件中 {answered} 件',
  '{second} − {first}: {difference} points ({low} to {high}), {p} by Holm':
    '{second} − {first}: {difference} ポイント（{low} ～ {high}）、Holm 補正 {p}',
  '{first} agrees most, and can be told from all others': '{first} が最も一致し、ほかのすべてと区別できます',
  '{first} agrees most, and cannot be told from {others}': '{first} が最も一致しますが、{others} とは区別できません',
  'Cannot be told apart: {names}': '区別できない組: {names}',
  'Cannot be told apart: {names}; it would take about {needed} cases to see 5 points':
    '区別できない組: {names}。5 ポイントの差を見るには約 {needed} ケースが必要です',
  '{metric}: no corrected pass rate, since its judge says next to nothing: it passes {sensitivity} of {positives} right results and fails {specificity} of {negatives} wrong ones':
    '{metric}: ジャッジの判定からはほとんど何もわからないため、補正した合格率はありません（正しい {positives} 件の {sensitivity} を合格に、誤った {negatives} 件の {specificity} を不合格にします）',
  '{metric}, corrected by the errors of its judge: {rate} would pass ({interval}); verdicts alone {verdicts}, from a judge that passes {sensitivity} of {positives} right results and fails {specificity} of {negatives} wrong ones':
    '{metric}、ジャッジの誤り率による補正後: 合格率 {rate}（{interval}）。判定のみ {verdicts}（ジャッジは正しい {positives} 件の {sensitivity} を合格に、誤った {negatives} 件の {specificity} を不合格にします）',
  'tool calls unknown': 'ツール呼び出しは不明',
  '(unknown: nobody told)': '（不明: 報告なし）',
  'the answer was cut at the limit of its length': '応答は長さの上限で途切れています',
  'the answer was cut by a content filter': '応答はコンテンツフィルターで途切れています',
  'the answer ended in an error of its model': '応答はモデルのエラーで終わっています',
  'no fault could be planted: no result passed, or none has an answer or calls':
    '誤りを埋め込めませんでした。合格した結果がないか、回答もツール呼び出しもありません',
  'mutation score {score}: {mutants} faults in {cases} {cases|case|cases} that passed':
    'ミューテーションスコア {score}: 合格した {cases} ケースに {mutants} 個の誤り',
  '{metric} asks a model and was left out': '{metric} はモデルに問い合わせるため、除外しました',
  'blind to:': '気づけない誤り:',
  '{operator}: none of {mutants} noticed': '{operator}: {mutants} 個のうち 1 つも気づきません',
  '{operator} in calls of {tools}: none of {mutants} noticed':
    '{tools} の呼び出しでの {operator}: {mutants} 個のうち 1 つも気づきません',
  'not noticed, for example:': '見逃された例:',
  'what would notice them:': 'これに気づくはずのもの:',
  '{metric}: {kills} more': '{metric}: さらに {kills} 件',
  fault: '誤り',
  noticed: '検出',
  'not noticed': '見逃し',
  'cannot tell': '判定不能',
  equivalent: '等価',
  score: 'スコア',
  '{metric}: {judge} is admitted, on {labels} {labels|label|labels}':
    '{metric}: {judge} を認めます（ラベル {labels} 件）',
  '{metric}: {judge} is refused, on {labels} {labels|label|labels}':
    '{metric}: {judge} を認めません（ラベル {labels} 件）',
  '{metric}: {judge} cannot be decided on {labels} {labels|label|labels}':
    '{metric}: {judge} は、ラベル {labels} 件では決められません',
  '  finds {share} of what people failed': '  人が不合格とした結果の {share} を見つけます',
  '  passes {share} of what people passed': '  人が合格とした結果の {share} を合格とします',
  '  at these rates it takes {failures} labels that people failed and {passes} that they passed':
    '  この割合なら、不合格のラベル {failures} 件と合格のラベル {passes} 件が必要です',
  '  {spent} {spent|label|labels} left out: looked at before with another judge or question':
    '  {spent} 件のラベルは、別のジャッジか質問で見たため数えません',
  '{case} was not evaluated: no step is blamed': '{case} は未評価: 原因とされるステップはありません',
  '{case} passed: no step is blamed': '{case} は合格: 原因とされるステップはありません',
  '{case}: step {step} is to blame': '{case}: 原因はステップ {step} です',
  '{case}: nothing in its structure speaks against any step': '{case}: 構造からは、疑わしいステップは見つかりません',
  '{case}: no step is named, as much speaks against two':
    '{case}: 2 つのステップが同じくらい疑わしいため、1 つに絞りません',
  '{case}: no step is named, since here that would be no better than guessing':
    '{case}: ここでは当て推量と変わらないため、ステップを挙げません',
  'step {step}, turn {turn}: {name}': 'ステップ {step}（ターン {turn}）: {name}',
  'leaves the path of passing repeats, which go on with {detail}':
    '合格した回の経路から外れています。合格した回はここで {detail} に進みます',
  'no passing result of the run goes this way: {detail}':
    'この実行の合格した結果には、この進み方がありません: {detail}',
  'gave an error: {detail}': 'エラーを返しました: {detail}',
  'nothing before it holds {detail}': 'それより前のどこにも {detail} がありません',
  '{detail} was called before with the same arguments, and gave the same':
    '{detail} は同じ引数で呼び出し済みで、結果も同じでした',
  'says what nothing before it bears out: {detail}': 'それより前に裏づけのないことを述べています: {detail}',
  'how often that is right could not be measured: no fault could be planted in a passing result':
    '当たる割合は測れませんでした: 誤りを埋め込める合格の結果がありません',
  'of {faults} faults planted in passing results, the step of {named} was named: {share} rightly':
    '合格した結果に埋め込んだ誤り {faults} 件のうち {named} 件でステップを挙げ、{share} が正解でした',
  'always naming the last step would be right in {share}': '常に最後のステップを挙げた場合の正解は {share} です',
  'always naming step {step} from the end would be right in {share}':
    '常に終わりから {step} 番目のステップを挙げた場合の正解は {share} です',
  'always naming step {step} would be right in {share}': '常にステップ {step} を挙げた場合の正解は {share} です',
  'of passing results without a fault, a step was named in {share}':
    '誤りのない合格の結果では、{share} でステップを挙げました',
  'played again {replays} times: step {step} is decisive': '{replays} 回動かした結果: ステップ {step} が決定的です',
  'played again {replays} times: no single step is decisive': '{replays} 回動かした結果: 決定的なステップはありません',
  'played again {replays} times: that was not enough to decide': '{replays} 回動かした結果: 判断するには足りません',
  '  passes with {kept} {kept|step|steps} kept: {share}': '  {kept} ステップを残すと {share} が合格',
  'after step {step} it does not pass any more': 'ステップ {step} の後は合格しません',
  '  biased by {bias}: {excess} more verdicts flip than for blanks, of {trials}':
    '  {bias} による偏りあり: 空白だけの変更より {excess} 多く判定が変わります（{trials} 件中）',
  '  not seen to be biased by {bias}: {excess} more verdicts flip than for blanks, of {trials}; {size} would be seen':
    '  {bias} による偏りは見られません: 空白だけの変更との差は {excess}（{trials} 件中）。{size} の偏りなら見つかります',
  '{failures} failures of {evaluated} evaluated results': '評価した結果 {evaluated} 件のうち失敗 {failures} 件',
  '{name}: {failures} failures, {share} of evaluated results': '{name}: 失敗 {failures} 件、評価した結果の {share}',
  '{name} (new): {failures} failures, {share} of evaluated results':
    '{name} (新しい種類): 失敗 {failures} 件、全結果の {share}',
  'such as {cases}': '例: {cases}',
  'as people would have it: {share}': '人のラベルで補正した割合: {share}',
  'gone from {gone} cases, new in {come}: cannot tell (p {p}, Holm)':
    '{gone} 件のケースで消え、{come} 件で新たに発生: 差があるとは言えません (p {p}、Holm)',
  'gone from {gone} cases, new in {come}: rarer (p {p}, Holm)':
    '{gone} 件のケースで消え、{come} 件で新たに発生: 減りました (p {p}、Holm)',
  'gone from {gone} cases, new in {come}: more frequent (p {p}, Holm)':
    '{gone} 件のケースで消え、{come} 件で新たに発生: 増えました (p {p}、Holm)',
  'in no group, to be read one by one: {cases}': 'どのグループにも入らず、1 件ずつ読むもの: {cases}',
  'no evaluated result failed': '評価した結果に失敗はありません',
  'not evaluated, so nobody knows whether they failed: {counts}': '未評価のため、失敗したかどうか不明: {counts} 件',
  'Groups are by evidence alone (metrics, calls, errors): coarse. Read the examples before you name a kind.':
    'グループは根拠 (指標、呼び出し、エラー) だけで分けた粗いものです。名前を付ける前に例を読んでください。',
  'No groups: the failures are too few, or have too little in common for groups that would come out again.':
    'グループはありません。失敗が少なすぎるか、共通点が少なく、分けても再現しません。',
  'the next failure is of a kind not seen yet: {chance} ({interval}; at most {bound})':
    '次の失敗がまだ見ていない種類である確率: {chance} ({interval}、高くても {bound})',
  'Reading more failures brings little that is new.': 'これ以上読んでも、新しいことはほとんど見つかりません。',
  'Read on: below 5 % at the upper end, more failures bring little that is new.':
    '続けて読んでください。上端が 5 % を下回れば、新しいことはほとんど見つからなくなります。',
  'read by {judge}: {asked} questions, {unreadable} answers that could not be read, {wrongIds} failures named that there are not':
    '{judge} が読みました: 質問 {asked} 件、読み取れない答え {unreadable} 件、存在しない失敗の指定 {wrongIds} 件',
  '{unsettled} failures were read as three kinds, and have none':
    '失敗 {unsettled} 件は三つの種類に読まれたため、種類がありません',
  'it codes as people do: kappa {value} ({low}–{high}) on {n} failures':
    '人の分類との一致: κ {value}（{low}–{high}）、失敗 {n} 件',
  'people read {read} failures of {found} kinds': '人が読んだ失敗 {read} 件、種類 {found} 件',
  '{count} equivalent: they differ in blanks alone': '同等 {count} 件: 空白だけが違います',
  '{count} equivalent: calls that do not need each other, in another order':
    '同等 {count} 件: 互いに必要としない呼び出しの順序だけが違います',
  '{count} equivalent: a judge says so, and failed the decoy beside it':
    '同等 {count} 件: ジャッジがそう述べ、並べたおとりは不合格にしました',
  'watched by {metrics}': '気づく評価指標: {metrics}',
}
