/** English templates and their Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const japanese: Readonly<Record<string, string>> = {
  // reporters: verdicts
  PASSED: '合格',
  FAILED: '不合格',
  passed: '合格',
  failed: '不合格',
  error: 'エラー',
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
  'The datasets differ: on the {cases} {cases|case|cases} that are the same, the second run is worse':
    'データセットが異なります: 内容が同じ {cases} ケースでは、比較対象の実行のほうが悪くなっています',
  'The datasets differ: on the {cases} {cases|case|cases} that are the same, the second run is better':
    'データセットが異なります: 内容が同じ {cases} ケースでは、比較対象の実行のほうが良くなっています',
  'The datasets differ: on the {cases} {cases|case|cases} that are the same, no difference was found':
    'データセットが異なります: 内容が同じ {cases} ケースでは、差は見つかりませんでした',
  'The datasets differ: no case is the same in both': 'データセットが異なります: 両方で同じ内容のケースがありません',
  'No case was evaluated in both runs': '両方の実行で評価されたケースがありません',
  'Less was evaluated: {difference} points of {cases} {cases|case|cases} ({test}: {p})':
    '評価された割合が減っています: {cases} ケースで {difference} ポイント（{test}: {p}）',
  '{count} {count|case has|cases have} the same name and another content: {cases}':
    '名前が同じで内容の異なるケースが {count} 件: {cases}',
  '{count} in the first run only: {cases}': '基準の実行のみ {count} 件: {cases}',
  '{count} in the second run only: {cases}': '比較対象の実行のみ {count} 件: {cases}',
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
  'Dollars of the judge: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}':
    '審査の費用（ドル）: {first} → {second}、{difference}（{low} ～ {high}）、{cases} ケース',
  'FIRST is the baseline. Only cases that both runs evaluated are compared; the others are counted and named.':
    'FIRST が基準です。比べるのは両方の実行で評価されたケースだけで、ほかは数えて名前を示します。',
  'An error of the agent counts as not passed. What a judge was silent on is no loss: less may have been evaluated.':
    'エージェントのエラーは不合格に数えます。ジャッジが判定しなかったものは悪化とせず、評価された割合の減少とみなします。',
  'exit with 1 when clearly less was evaluated in the second run':
    '比較対象の実行で評価された割合が明らかに減ったとき、終了コード 1 で終わる',
  '{count} not applicable': '対象外 {count} 件',
  'NOT GATED': 'ゲートなし',
  '○ not gated': '○ ゲートなし',
  'nothing was evaluated: {count} {count|result|results} without a verdict':
    '何も評価されていません: 判定のない結果が {count} 件',
  'nothing was scored: the agent failed wherever it was evaluated':
    '何も採点されていません: 評価したすべての結果でエージェントが失敗しました',
  '{name} is {value} with {missing} not evaluated counted against it, below {limit}':
    '{name} は、未評価 {missing} 件を不利に数えて {value} で、{limit} を下回っています',
  '{name} is {value} with {missing} not evaluated counted against it, above {limit}':
    '{name} は、未評価 {missing} 件を不利に数えて {value} で、{limit} を上回っています',
  'the agent failed': 'エージェントが失敗しました',
  '{passed} of {total} {total|result|results} passed, {rate} ({level} interval {interval})':
    '{total} 件の結果中 {passed} 件が合格、合格率 {rate}（{level} 信頼区間 {interval}）',
  '{failed} failed': '不合格 {failed} 件',
  '{errors} {errors|error|errors}': 'エラー {errors} 件',
  '{count} not evaluated': '未評価 {count} 件',
  '{count} cut off at the limit of turns of the simulated user': '模擬ユーザーのターン数の上限で打ち切り {count} 件',
  '{count} not run: the run was stopped': '未実行 {count} 件（実行が中断されました）',

  // reporters: runbooks
  'MVP passed': 'MVP合格',
  'MVP failed': 'MVP不合格',
  'Evaluation summary': '評価結果サマリー',
  'Questions: {total}': '総問題数: {total}問',
  'Questions passed: {passed} (a mean of {line} points or more)': '合格問題数: {passed}問（平均{line}点以上）',
  'Pass rate: {rate}': '合格率: {rate}',
  'Overall mean: {mean} points': '全体平均スコア: {mean}点',
  'Without a score and counted as 0 points: {kinds}; mean of the others: {mean}':
    '採点できず0点として数えた問題: {kinds}。それを除く平均: {mean}点',
  '{count} judge {count|error|errors}': '審査エラー {count} 件',
  'Flags as expected: {right} of {checked}': '警告フラグが期待どおり: {checked}問中{right}問',
  'MVP rule: at least {needed} of {total} questions with a mean of {line} points or more, and an overall mean of {mean} points or more':
    'MVP合格基準: {total}問中{needed}問以上が平均{line}点以上、かつ全体平均{mean}点以上',
  '{mark} {mean} points': '{mark} 平均 {mean}点',
  groundedness: '根拠性',
  accuracy: '正確性',
  coverage: '網羅性',
  safety: '安全性',
  citations: '引用明示',
  brevity: '簡潔性',
  'Evaluation done! Results saved to {file}': '評価完了！結果を {file} に保存しました',

  // reporters: metrics
  metric: '評価指標',
  'pass rate': '合格率',
  mean: '平均',
  'not scored': '未採点',
  'No case is flaky: each gave the same verdict in all {repeat} repeats':
    '不安定なケースはありません（{repeat} 回の繰り返しで判定がすべて一致）',
  '{flaky} flaky {flaky|case|cases} (passed in some of {repeat} repeats only): {cases}':
    '不安定なケース {flaky} 件（{repeat} 回のうち一部だけ合格）: {cases}',
  'pass@{k} (at least one of {k} passes): {rate} ({interval})':
    'pass@{k}（{k} 回中 1 回以上合格）: {rate}（{interval}）',
  'pass^{k} (all of {k} pass): {rate} ({interval})': 'pass^{k}（{k} 回すべて合格）: {rate}（{interval}）',

  // reporters: cases
  '{caseId} (repeat {repeat} of {repeats})': '{caseId}（{repeats} 回中 {repeat} 回目）',
  '{value} is below the threshold {threshold}': '{value} はしきい値 {threshold} 未満です',
  'the agent did not finish': 'エージェントが最後まで実行できませんでした',
  'the judge failed': 'ジャッジのエラー',
  'the dataset is at fault': 'データセットの不備',
  'the metric failed': '評価指標のエラー',
  'no metric gave a score': 'どの評価指標でも採点されていません',
  'the agent never got to this turn': 'エージェントはこのターンに到達しませんでした',
  'turn {turn}': 'ターン {turn}',
  expected: '期待',
  actual: '実際',
  '(nothing)': '（なし）',
  '(absent)': '（なし）',
  matched: '一致',
  missing: '不足',
  extra: '余分',
  'wrong arguments': '引数違い',
  'wrong order': '順序違い',
  forbidden: '禁止',
  calls: '呼び出し',
  differences: '差異',
  'and {more} more ({noun})': '他 {more} 件（{noun}）',
  'and {matched} that matched': '他に一致 {matched} 件',
  '{path}: expected {expected}, actual {actual}': '{path}: 期待 {expected}、実際 {actual}',

  // reporters: cost and what to do next
  'tokens not reported by the agent': 'トークン数はエージェントから報告されていません',
  '{input} input and {output} output tokens': '入力 {input} トークン、出力 {output} トークン',
  '{calls} tool {calls|call|calls}': 'ツール呼び出し {calls} 回',
  '{time} of agent time': 'エージェントの処理時間 {time}',
  '{milliseconds} ms': '{milliseconds} ミリ秒',
  '{seconds} s': '{seconds} 秒',
  '{minutes} min {seconds} s': '{minutes} 分 {seconds} 秒',
  '{hours} h {minutes} min': '{hours} 時間 {minutes} 分',
  'took {time}': '所要時間 {time}',
  'and {more} more: shinsa show {runId}': '他 {more} 件: shinsa show {runId}',
  'All of a case: shinsa show {runId} CASE': 'ケースの詳細: shinsa show {runId} CASE',
  'Exit code {exitCode}': '終了コード {exitCode}',

  // reporters: progress
  '{done} of {total} done': '{total} 件中 {done} 件完了',
  '{count} from before': '前回までに {count} 件',
  '{count} passed': '合格 {count} 件',
  '{rate} cases/s': '毎秒 {rate} 件',
  '{time} left': '残り {time}',

  // reporters: comparison
  'Against {runId}: {better} better, {worse} worse, {same} the same':
    '{runId} との比較: 改善 {better} 件、悪化 {worse} 件、変化なし {same} 件',
  'pass rate {first} → {second}': '合格率 {first} → {second}',
  'The runs have no case in common': '2 つの実行に共通のケースがありません',
  'The second run is worse': '比較対象の実行は悪化しています',
  'The second run is better': '比較対象の実行は改善しています',
  'No difference found': '差は見つかりませんでした',
  'Cannot tell with {cases} {cases|case|cases}': '{cases} ケースでは判断できません',
  'Cannot tell with {cases} {cases|case|cases}; it would take about {needed}':
    '{cases} ケースでは判断できません（約 {needed} ケース必要です）',
  'Difference {difference} points ({level} interval {low} to {high}); {test}: {p}':
    '差 {difference} ポイント（{level} 信頼区間 {low} ～ {high}）、{test}: {p}',
  'and {more} more that changed': '他に変化したケース {more} 件',
  change: '変化',
  case: 'ケース',
  values: '値',
  none: 'なし',

  // reporters: list of runs
  'There are no runs yet: shinsa run DATASET makes one.': '実行はまだありません。shinsa run DATASET で作成できます。',
  run: '実行',
  verdict: '判定',
  dataset: 'データセット',
  target: '評価対象',
  '… stopped': '… 中断',
  '✓ passed': '✓ 合格',
  '✗ failed': '✗ 不合格',
  '… running': '… 実行中',
  '… killed': '… 強制終了',

  // cli
  'language of what is printed (else from the environment)': '表示言語（省略時は環境変数による）',
  'show this help': 'このヘルプを表示',
  'shinsa {command}: {problem}': 'shinsa {command}: {problem}',
  'Did you mean {names}?': 'もしかして: {names}',
  '`shinsa {command} --help` lists what there is.': '指定できるものは `shinsa {command} --help` で確認できます。',
  // settings: what each takes
  '{name} takes a whole number from {min} to {max}, not {given}':
    '{name} には {min} から {max} までの整数を指定してください（{given} は使えません）',
  '{name} takes a number above 0, not {given}': '{name} には 0 より大きい数を指定してください（{given} は使えません）',
  '{name} takes an amount in US dollars, not {given}':
    '{name} には米ドルの金額を指定してください（{given} は使えません）',
  '{name} takes a share between 0 and 1, not {given}':
    '{name} には 0 と 1 の間の割合を指定してください（{given} は使えません）',
  '{name} takes a text, not {given}': '{name} には文字列を指定してください（{given} は使えません）',
  '{name} takes the path of a file or folder, not {given}':
    '{name} にはファイルまたはフォルダーのパスを指定してください（{given} は使えません）',
  '{name} takes true or false, not {given}': '{name} には true か false を指定してください（{given} は使えません）',
  '{name} takes one of {words}, not {given}':
    '{name} には {words} のいずれかを指定してください（{given} は使えません）',
  '{name} takes a list of texts such as ["{example}"], not {given}':
    '{name} には ["{example}"] のような文字列の配列を指定してください（{given} は使えません）',
  'two runs side by side, case by case, with a paired test': '2 つの実行をケースごとに並べ、対応のある検定で比較',
  'The verdict is a paired test on the same cases: "better", "worse", or "cannot tell" with how many cases it would take.':
    '判定は同じケースに対する対応のある検定によります: 「改善」「悪化」、または「判断できない」と必要なケース数。',
  'terminal, markdown or json (terminal)': 'terminal、markdown、json のいずれか（terminal）',
  'the same as --reporter json': '--reporter json と同じ',
  'exit with 1 when the second run is worse': '比較対象の実行が悪化していれば終了コード 1 で終了',
  'compare needs two runs': 'compare には実行を 2 つ指定してください',
  'shinsa compare FIRST SECOND; `shinsa list` shows the runs.':
    'shinsa compare FIRST SECOND。実行の一覧は `shinsa list` で確認できます。',
  'a reporter failed: {error}': 'レポーターでエラーが発生しました: {error}',
  '{target} failed in {count|the only case|every case}: {reason}': '{target} はすべてのケースで失敗しました: {reason}',
  '`shinsa doctor` checks whether targets answer.': '評価対象が応答するかどうかは `shinsa doctor` で確認できます。',
  'rewrite a dataset in another format: old ADK files, tables, JSON lines, experiments of strands-evals':
    'データセットを別の形式に変換（旧 ADK ファイル、表、JSON Lines、strands-evals の実験）',
  'The format is taken from the ending of --output (.evalset.json, .test.json, .jsonl, .csv) unless --to says it.':
    '--to を省略すると、形式は --output の拡張子（.evalset.json、.test.json、.jsonl、.csv）で決まります。',
  'where to write (standard output)': '出力先（標準出力）',
  'adk-eval-set, case-lines, csv, review-suite, runbook-dataset or strands-experiment':
    'adk-eval-set、case-lines、csv、review-suite、runbook-dataset、strands-experiment のいずれか',
  'where questions about runbooks leave their results (logs/judge_eval_TIMESTAMP.json)':
    '手順書の質問の評価結果を保存するファイル（logs/judge_eval_TIMESTAMP.json）',
  '{n} {n|case|cases} left out: no question with category and key points':
    '{n} ケースを除外しました（カテゴリとキーポイントのある質問ではありません）',
  '{n} {n|case|cases} without the expected answer': '{n} ケースから期待する回答を省きました',
  '{place}: expected a citation with id and text, got {actual}':
    '{place}: id と text のある引用が必要ですが、{actual} でした',
  '{place}: expected a whole number, got {actual}': '{place}: 整数が必要ですが、{actual} でした',
  'a shinsa.config.ts whose `columns` map a table': '表の列を `columns` で対応付ける shinsa.config.ts',
  'which dataset?': 'データセットが指定されていません',
  'shinsa convert DATASET --output FILE': 'shinsa convert DATASET --output FILE',
  'note:': '備考:',
  'what is installed, which keys are there, which targets answer': 'インストール状況、キーの有無、評価対象の応答を確認',
  'Keys are never shown. A target is asked whether it is there; no agent is asked a question.':
    'キーの値は表示しません。評価対象が応答するかどうかだけを確認し、エージェントに質問はしません。',
  'a shinsa.config.ts other than the nearest': '最も近いもの以外の shinsa.config.ts',
  'one JSON array': '1 つの JSON 配列で出力',
  'write runs as a page in one file, JSON, JUnit, Markdown, CSV, ADK result files, reports of strands-evals or transcripts':
    '実行を 1 ファイルのページ、JSON、JUnit、Markdown、CSV、ADK の結果ファイル、strands-evals のレポート、会話記録として出力',
  '`--html [FILE.html]` writes one file with the pages of `shinsa serve`, to be sent and read without a server; of two runs also their comparison, the first being the baseline.':
    '`--html [FILE.html]` は `shinsa serve` のページを 1 つのファイルに書き出します。そのまま送ることができ、サーバーなしで読めます。実行が 2 つなら比較も入ります（1 つ目が基準）。',
  'one page in one file: the operand that ends in .html, else the id of the run with .html':
    '1 ファイルのページ。ファイル名は .html で終わる引数（省略時は実行の ID に .html を付けたもの）',
  '--html and --format {format} contradict each other': '--html と --format {format} は両立しません',
  'several runs are several tables': '複数の実行は複数の表になります',
  '{file} is written': '{file} に書き出しました',
  '`adk` writes each run into the folder that --output names, under the name that ADK would give it; an --output that ends in .json is the file itself.':
    '`adk` は --output のフォルダーに、ADK と同じファイル名で実行ごとに 1 ファイルを書き込みます。--output が .json で終わる場合は、そのファイルに書き込みます。',
  '`transcripts` writes JSON lines that `--target recorded:FILE` reads back.':
    '`transcripts` は、`--target recorded:FILE` で読み込める JSON Lines を出力します。',
  'html, json, junit, markdown, csv, adk, strands, strands-list or transcripts (else from the ending of --output)':
    'html、json、junit、markdown、csv、adk、strands、strands-list、transcripts のいずれか（省略時は --output の拡張子による）',
  '`strands` writes the one report that strands-evals returns since 0.3, `strands-list` the list of reports that came before.':
    '`strands` は strands-evals が 0.3 以降に返す 1 つのレポート、`strands-list` はそれ以前のレポートの一覧を書き出します。',
  'which run?': '実行が指定されていません',
  '`shinsa list` shows them; `latest` is the newest.':
    '一覧は `shinsa list` で確認できます。`latest` は最新の実行です。',
  'there is no run {run}': '実行 {run} がありません',
  'shinsa evaluates AI agents: dataset in, agent asked, verdict out.':
    'shinsa は AI エージェントを評価します。データセットを入力し、エージェントに質問し、判定を出力します。',
  'Usage:': '使い方:',
  '`shinsa COMMAND --help` says more. `shinsa --version` prints the version.':
    '詳しくは `shinsa COMMAND --help`。バージョンは `shinsa --version` で表示します。',
  'Options:': 'オプション:',
  'Examples:': '例:',
  'Exit codes:': '終了コード:',
  'the gate passed': 'ゲートに合格',
  'the gate failed': 'ゲートに不合格',
  'something that was given is wrong': '指定された内容に誤りがある',
  'it could not run': '実行できなかった',
  'stopped by Ctrl-C; `shinsa resume` goes on': 'Ctrl-C で中断（`shinsa resume` で再開）',
  'write a config, an agent to replace and a first dataset':
    '設定ファイル、ひな形のエージェント、最初のデータセットを作成',
  'Nothing that is there is overwritten. `shinsa run` in that folder then works as it is.':
    '既存のファイルは上書きしません。作成後、そのフォルダーで `shinsa run` をそのまま実行できます。',
  '{files} {count|is|are} already there': '{files} はすでに存在します',
  'Choose another folder: shinsa init FOLDER.': '別のフォルダーを指定してください: shinsa init FOLDER',
  'wrote {file}': '{file} を作成しました',
  'Next: {command}': '次の手順: {command}',
  'the runs there are, newest first': '実行の一覧（新しい順）',
  'Runs lie in .shinsa/runs.db of the project, or where SHINSA_STORE says.':
    '実行はプロジェクトの .shinsa/runs.db、または SHINSA_STORE の場所に保存されます。',
  'at most N runs (20)': '最大 N 件（20）',
  'run {run} is at work in process {process}': '実行 {run} はプロセス {process} で進行中です',
  'Wait for it, or stop it with Ctrl-C where it runs; --force if that process is another program.':
    '終了を待つか、動いている端末で Ctrl-C で中断してください。そのプロセスが別のプログラムであれば --force を付けてください。',
  'run {run} has no case {case}': '実行 {run} にケース {case} はありません',
  'terminal, json, junit or markdown (else from the ending of --output)':
    'terminal、json、junit、markdown のいずれか（省略時は --output の拡張子による）',
  'write the report to this file instead of standard output': 'レポートを標準出力ではなくこのファイルに書き込む',
  'the same as --reporter json; everything else goes to standard error':
    '--reporter json と同じ。それ以外の表示は標準エラー出力へ',
  '--json and --reporter {reporter} contradict each other': '--json と --reporter {reporter} は同時に指定できません',

  '{file}: {path}: there is no metric {metric}': '{file}: {path}: 指標{metric}はありません',

  'a part of what run {run} cost is not readable and not counted':
    '実行{run}の費用の一部を読み込めないため、数えていません',

  // cases: what was given in vain
  '{count} {count|case has|cases have} a reference answer, and no metric of this run looks at it':
    '{count}件のケースに参照回答がありますが、この実行の指標はどれも見ません',
  '{count} {count|case has|cases have} expected tool calls, and no metric of this run looks at them':
    '{count}件のケースに期待するツール呼び出しがありますが、この実行の指標はどれも見ません',
  '{count} {count|case has|cases have} an expected final state, and no metric of this run looks at it':
    '{count}件のケースに期待する最終状態がありますが、この実行の指標はどれも見ません',
  '{count} {count|case has|cases have} key points, and no metric of this run looks at them':
    '{count}件のケースにキーポイントがありますが、この実行の指標はどれも見ません',
  '{count} {count|case has|cases have} expected flags, and no metric of this run looks at them':
    '{count}件のケースに期待するフラグがありますが、この実行の指標はどれも見ません',
  'What looks at it: {names}. Name one under "criteria", with its threshold.':
    'これを見る指標: {names}。"criteria"にしきい値とともに書いてください。',
  '{file}: "{key}" of a case is not read': '{file}: ケースの"{key}"は読みません',
  'kept as metadata, not evaluated: {names}': 'メタデータとして保持し、評価しません: {names}',
  'kept as metadata, not evaluated: {names} and {further} more':
    'メタデータとして保持し、評価しません: {names} ほか{further}件',
  '{file}: the column "{column}" is not read: another one says the same':
    '{file}: 列"{column}"は読みません。同じ意味の列がほかにあります',
  'Remove or rename one of them, or say which column is which: `columns` in the config.':
    'どちらかを取り除くか名前を変えてください。または設定の`columns`でどの列かを指定してください。',

  // criteria: what was given in vain
  'Metrics that have it: {names}.': 'このオプションがある指標: {names}',
  '{metric}: the threshold {threshold} has no effect: it is passed as a whole or not':
    '{metric}: しきい値{threshold}は効果がありません。全体として合格か不合格になります',
  '{place}: {key} has no effect beside {other}': '{place}: {key}は{other}と並べても効果がありません',
  'Did you mean {names}? Its options are: {options}.': '{names}のことですか。オプション: {options}',
  '{evaluator} asks no judge.': '{evaluator}はジャッジに質問しません。',
  'Judges are given our own instructions, never those of a file.':
    'ジャッジにはShinsa自身の指示を渡し、ファイルの指示は渡しません。',

  // cli: what was given in vain
  '--{flag} is given more than once': '--{flag}が複数回指定されています',
  '--{flag} is given more than once: {values} {count|has|have} no effect':
    '--{flag}が複数回指定されています。{values}は効果がありません',
  'Several rules are one list: --{flag} "{rules}".': '複数の規則は1つの一覧に書きます: --{flag} "{rules}"',
  'shinsa {command} does nothing with {operands}': 'shinsa {command}は{operands}を使いません',
  'Usage: shinsa {command} {operands}': '使い方: shinsa {command} {operands}',
  '{flags} {count|has|have} no effect with {beside}': '{beside}では{flags}は効果がありません',
  'Everything about one case is text; `shinsa show RUN --json` has all cases as JSON.':
    '1つのケースの詳細はテキストです。全ケースのJSONは`shinsa show RUN --json`で得られます。',
  '{page} and --output {file} name two files for one page':
    '{page}と--output {file}は、1つのページに2つのファイルを指定しています',
  '`none` has no effect beside other rules for the gate: {rules}':
    '`none`は、ゲートのほかの規則と並べても効果がありません: {rules}',
  'It stands alone, or is left out.': '単独で指定するか、取り除いてください。',
  '{file} has no effect here: it has no `columns`': '{file}はここでは効果がありません。`columns`がありません',
  '{file} has no effect here: the dataset is no table':
    '{file}はここでは効果がありません。データセットが表ではありません',
  'Leave out --config.': '--configを取り除いてください。',
  'the ending of {file} does not say which report is meant': '{file} の拡張子からはレポートの形式が分かりません',
  'Name it: --{flag} {formats}.': '--{flag} {formats} で指定してください。',
  'go on with a run that was stopped or killed; nothing that is done is asked again':
    '中断または強制終了した実行を再開（完了した分は再度質問しません）',
  'RUN is an id, its beginning, or `latest`. Dataset, target and metrics must still be what they were.':
    'RUN は ID、その先頭部分、または `latest` です。データセット、評価対象、評価指標は元のままである必要があります。',
  'A conversation that was cut off in the middle begins anew, unless its target can continue from a history.':
    '途中で切れた会話は最初からやり直します。履歴から続行できる評価対象では続きから再開します。',
  'even if a process with the number of the one that ran it is alive':
    '元の実行と同じ番号のプロセスが動いていても再開する',
  'shinsa has no command {name}': 'shinsa に {name} というコマンドはありません',
  '`shinsa --help` lists them.': 'コマンドの一覧は `shinsa --help` で確認できます。',
  'shinsa hit a bug of its own:': 'shinsa 自体の不具合です:',
  'error:': 'エラー:',
  'hint:': 'ヒント:',
  'stopping; what is done is kept (Ctrl-C again quits at once)':
    '中断しています。完了した分は保存されます（もう一度 Ctrl-C で即座に終了）',
  'stopped by Ctrl-C': 'Ctrl-C で中断しました',
  'shinsa.config.ts, or a test_config.json of ADK': 'shinsa.config.ts、または ADK の test_config.json',
  'the agent: ./agent.ts, command:…, http://…, recorded:FILE, run:ID, or a name from the config':
    'エージェント: ./agent.ts、command:…、http://…、recorded:FILE、run:ID、または設定ファイル内の名前',
  'a name for the run; other commands find it by that': '実行の名前（ほかのコマンドでも使えます）',
  'play each case N times, for pass@k, pass^k and flakiness (1)':
    '各ケースを N 回繰り返し、pass@k、pass^k、不安定さを測定（1）',
  'cases at once (8; 64 for recorded transcripts)': '同時に実行するケース数（8。記録済みの会話では 64）',
  'how long one answer of the agent may take (120)': 'エージェントの 1 回の応答にかけてよい時間（120）',
  'seeds what is random in the statistics (1)': '統計の乱数シード（1）',
  'what closes the gate (failed,error,not-evaluated); also none, pass-rate<0.9, pass-rate-low<0.8, METRIC<0.7, METRIC.pass-rate<0.7, METRIC>0.3':
    'ゲートを不合格にする条件（failed,error,not-evaluated）。ほかに none、pass-rate<0.9、pass-rate-low<0.8、METRIC<0.7、METRIC.pass-rate<0.7、METRIC>0.3',
  "ADK's exact verdicts instead of the strict rules (docs/adk.md lists the differences)":
    '厳格な規則の代わりに ADK と同じ判定を使用（違いは docs/adk.md を参照）',
  'ask the agent every case of a dataset and judge what it did': 'データセットの全ケースをエージェントに実行させて評価',
  'DATASET is an ADK eval set or .test.json (old ones too), a CSV or JSONL table, JSONL cases, questions about runbooks, an experiment of strands-evals, or a result file of ADK or strands-evals to score again. Several datasets make several runs, and of a folder all eval sets below it are meant.':
    'DATASET は ADK の評価セットまたは .test.json（旧形式も可）、CSV・JSONL の表、JSONL のケース、手順書の質問、strands-evals の実験、または再採点する ADK か strands-evals の結果ファイルです。複数指定すると、それぞれ別の実行になります。フォルダーを指定すると、その下のすべての評価セットが対象です。',
  'Settings come from the command line, then shinsa.config.ts beside the dataset or above the working directory, then test_config.json beside the dataset.':
    '設定の優先順位は、コマンドライン、データセットと同じ場所または作業フォルダーより上の shinsa.config.ts、データセットと同じ場所の test_config.json の順です。',
  'which dataset? None was named, and no config names one':
    'データセットが指定されておらず、設定ファイルにもありません',
  'shinsa run DATASET, or `datasets: […]` in shinsa.config.ts; `shinsa init` writes a first one.':
    'shinsa run DATASET とするか、shinsa.config.ts に `datasets: […]` と書いてください。最初のひな形は `shinsa init` で作成できます。',
  'the report of a run, or everything about one case of it': '実行のレポート、または 1 つのケースの詳細',
  'RUN is an id, its beginning, or `latest`.': 'RUN は ID、その先頭部分、または `latest` です。',
  'every failing case, not only the first 20': '先頭の 20 件だけでなく、不合格のケースをすべて表示',

  // config
  '{file}: there is no such config file': '{file}: 設定ファイルがありません',
  'ADK calls it {name}; without it the defaults apply.': 'ADK での名前は {name} です。ない場合は既定値が使われます。',
  'the metric {metric} is there twice': '評価指標 {metric} が重複しています',
  'the environment variable {name} is not set': '環境変数 {name} が設定されていません',
  'Set it, or write it into .env beside the config.': '設定するか、設定ファイルと同じ場所の .env に書いてください。',
  'Node.js': 'Node.js',
  '{version} (22.18 or newer is needed)': '{version}（22.18 以降が必要です）',
  'run store': '実行ストア',
  '{file}': '{file}',
  '{folder} cannot be written': '{folder} に書き込めません',
  config: '設定ファイル',
  'none; `shinsa init` writes one': 'なし（`shinsa init` で作成できます）',
  'target {name}': '評価対象 {name}',
  '{target} loads': '{target} を読み込めました',
  'answers (HTTP {status})': '応答あり（HTTP {status}）',
  'there is no program {program}': 'プログラム {program} がありません',
  '{file} is there': '{file} があります',
  '{problem}': '{problem}',
  '{file} cannot be loaded: {problem}': '{file} を読み込めません: {problem}',
  '`shinsa init` writes one.': '`shinsa init` で作成できます。',
  '{file} has no default export': '{file} に default export がありません',
  'End it with: export default defineConfig({ … })': '末尾に export default defineConfig({ … }) と書いてください',
  '{file}: {path}: {problem}': '{file}: {path}: {problem}',
  'Known settings: {settings}.': '使える設定: {settings}',
  'the target is none of the kinds there are': '評価対象がどの種類にも当てはまりません',
  'A target is ./agent.ts[#export], command:PROGRAM ARGUMENTS, http(s)://URL, recorded:FILE, run:ID, or a name from the config.':
    '評価対象は ./agent.ts[#export]、command:PROGRAM ARGUMENTS、http(s)://URL、recorded:FILE、run:ID、または設定ファイル内の名前です。',
  '{target} is no target: no name in the config and no file':
    '{target} は評価対象ではありません。設定ファイルにも、ファイルとしても見つかりません',
  '{framework} agent, no tools': '{framework} のエージェント、ツールなし',
  '{framework} agent, {count} {count|tool|tools}: {tools}': '{framework} のエージェント、ツール {count} 個: {tools}',
  '{framework} agent “{name}”, no tools': '{framework} のエージェント「{name}」、ツールなし',
  '{framework} agent “{name}”, {count} {count|tool|tools}: {tools}':
    '{framework} のエージェント「{name}」、ツール {count} 個: {tools}',
  '{tool} was called before a message': '{tool} がメッセージより前に呼ばれました',
  '{framework} has no way to let others answer the tools of this agent':
    '{framework} には、このエージェントのツールに代わって答える手段がありません',
  'The function answered with an agent of a framework instead of an answer':
    '関数が、答えではなくフレームワークのエージェントを返しました',
  'Export the agent itself, or a function without parameters that makes it.':
    'エージェントそのもの、またはそれを作る引数なしの関数を export してください。',
  'The agent in {file} needs {package}, which cannot be loaded from {folder}: {problem}':
    '{file} のエージェントには {package} が必要ですが、{folder} から読み込めません: {problem}',
  '{file} is a Python program, and is asked as a command':
    '{file} は Python のプログラムなので、コマンドとして呼び出します',
  'Write {target}; it reads a line of JSON for each message and prints its answer.':
    '{target} と書いてください。メッセージごとに JSON を 1 行読み、答えを出力するプログラムです。',
  'Mastra has several agents: {names}': 'Mastra に複数のエージェントがあります: {names}',
  'Name one behind the file: ./mastra/index.ts#{name}': 'ファイル名の後ろで指定してください: ./mastra/index.ts#{name}',
  '{target} exports neither a function, nor a target, nor an agent of a framework that is known here':
    '{target} は関数も評価対象も、対応しているフレームワークのエージェントも export していません',
  'Export a function (message, context) => answer, something made by functionTarget, httpTarget or commandTarget, or an agent of the AI SDK, OpenAI Agents, ADK, LangChain, LangGraph, Mastra or Strands.':
    '関数 (message, context) => answer、functionTarget・httpTarget・commandTarget で作ったもの、または AI SDK・OpenAI Agents・ADK・LangChain・LangGraph・Mastra・Strands のエージェントを export してください。',
  'This Strands agent remembers its conversation and cannot be copied for each one: it has {what}':
    'この Strands エージェントは会話を記憶しており、会話ごとに複製できません。{what} があります',
  'Export a function without parameters that makes it: export default () => new Agent(…).':
    'それを作る引数なしの関数を export してください: export default () => new Agent(…)',
  'Claude Agent SDK ended without an answer: {problem}': 'Claude Agent SDK が答えを出さずに終わりました: {problem}',
  'there is no run {run} to take transcripts from': '会話記録の取得元の実行 {run} がありません',
  '`shinsa list` shows the runs there are.': '実行の一覧は `shinsa list` で確認できます。',
  '{reference} leaves the folder {folder}': '{reference} はフォルダー {folder} の外を指しています',
  'Code that a data file names must lie beside it.': 'データファイルから参照するコードは、同じ場所に置いてください。',
  '{file}: there is no such file': '{file}: ファイルがありません',
  '{file} does not export {name}': '{file} は {name} を export していません',
  'It exports: {names}.': 'export しているもの: {names}',
  'run {run} cannot go on: its {things} changed since': '実行 {run} は再開できません。{things} が変更されています',
  'Start a new run with `shinsa run`; the old one stays as it is.':
    '`shinsa run` で新しく実行してください。以前の実行はそのまま残ります。',
  'there is no agent to evaluate': '評価するエージェントがありません',
  'Name one with {target} (./agent.ts, command:…, http://…, recorded:FILE), or in shinsa.config.ts (`shinsa init` writes one).':
    '{target}（./agent.ts、command:…、http://…、recorded:FILE）、または shinsa.config.ts（`shinsa init` で作成可）で指定してください。',
  '{file} cannot be written: {problem}': '{file} に書き込めません: {problem}',
  '{file} has no transcript of the last case, {case}: it was cut off, or is of other cases':
    '{file} に最後のケース {case} の記録がありません。途中で切れているか、別のケースの記録です',
  'Get the whole file, or evaluate only cases that it has: DATASET:CASE,…':
    '完全なファイルを用意するか、記録のあるケースだけを評価してください: DATASET:CASE,…',
  '{place}: the file ends in the middle of what stands here': '{place}: ファイルがこの途中で終わっています',
  'It was cut off, perhaps while it was written or copied. Get the whole file.':
    '書き込みやコピーの途中で切れたようです。完全なファイルを用意してください。',
  '{file} is a pipe, not a file': '{file} はファイルではなくパイプです',
  '{file} is a socket or a device, not a file': '{file} はファイルではなく、ソケットまたはデバイスです',
  'It is read more than once: write what comes out of it into a file, and name that.':
    '何度も読み込むため、内容をファイルに書き出し、そのファイルを指定してください。',
  '{place}: {number} is no number that can be kept': '{place}: {number} は保持できない数値です',
  'Numbers go up to 10^308, with about 16 digits. Write it as text, in quotes.':
    '数値は 10^308 まで、約 16 桁です。引用符で囲んで文字列として書いてください。',
  'What was there before is unchanged.': '以前の内容はそのまま残っています。',
  'command: needs a program': 'command: の後にプログラムが必要です',
  '{path} is neither a function nor a metric': '{path} は関数でも評価指標でもありません',
  'Export (evalCase, transcript) => number from 0 to 1.':
    '0 から 1 の数値を返す (evalCase, transcript) => number を export してください。',
  'there is no module for the custom metric {path}': '独自の評価指標 {path} のモジュールがありません',
  '{path} means the export {name} of {stem}.ts in {folder}.':
    '{path} は {folder} の {stem}.ts が export する {name} を指します。',
  '{metric} measures and has no threshold': '{metric} は測定値のため、しきい値はありません',
  'It is reported without being asked for. To make it gate, give it a budget: {example}':
    '指定しなくても報告されます。判定に使うには上限を指定してください: {example}',
  'the criterion of {metric} does not fit: {problem}': '{metric} の評価基準が正しくありません: {problem}',
  'Its options are: {options}.': '使えるオプション: {options}',
  'there is no metric {metric}': '評価指標 {metric} はありません',
  'There are: {names}.': '使えるもの: {names}',

  // documents
  '{file} is a folder or a device, not a document': '{file} はフォルダーまたはデバイスで、文書ではありません',
  '{file} has {size} MB; at most {limit} MB are read': '{file} は {size} MB です。読み込めるのは {limit} MB までです',
  'Split the document, or keep the pages that matter.': '文書を分割するか、必要なページだけにしてください。',
  '{file} is broken: its header has no size': '{file} は壊れています: ヘッダーに大きさがありません',
  'Open it in an image viewer, and save it again.': '画像ビューアーで開き、保存し直してください。',
  '{file} is {width} by {height} pixels; at most {limit} pixels in all are taken':
    '{file} は {width} × {height} ピクセルです。扱えるのは合計 {limit} ピクセルまでです',
  'Save it smaller.': '小さくして保存してください。',
  'the image is cut off: the end of its file is missing': '画像が途中で切れています: ファイルの終わりがありません',
  '{file} is not text in UTF-8, UTF-16 or Shift_JIS': '{file} は UTF-8・UTF-16・Shift_JIS のテキストではありません',
  '{file} has more than {limit} characters of text': '{file} の文字数が {limit} を超えています',
  'the document has no text': '文書に文字がありません',
  'read as Shift_JIS, since it is not UTF-8': 'UTF-8 ではないため Shift_JIS として読みました',
  '{file} is called {ending} and does not begin like one': '{file} の拡張子は {ending} ですが、中身が違います',
  'Open it in a viewer: it may be broken, or of another kind.':
    'ビューアーで開いてみてください。壊れているか、別の種類のファイルかもしれません。',
  '{file} is of no kind that can be read': '{file} は読み込める種類の文書ではありません',
  'Documents are PDF, PNG, JPEG, GIF or WebP, or text called .md, .markdown, .txt or .text.':
    '読み込めるのは PDF・PNG・JPEG・GIF・WebP と、拡張子が .md・.markdown・.txt・.text のテキストです。',
  '{file} has no pages': '{file} にページがありません',
  '{file} is protected with a password': '{file} はパスワードで保護されています',
  'Save a copy without the password and use that.': 'パスワードなしのコピーを保存して、それを使ってください。',
  '{file} has {pages} pages; at most {limit} are read':
    '{file} は {pages} ページあります。読み込めるのは {limit} ページまでです',
  '{file} could not be read within {seconds} seconds': '{file} を {seconds} 秒以内に読み込めませんでした',
  '{file} takes more than {megabytes} MB of memory to read':
    '{file} の読み込みに {megabytes} MB を超えるメモリーが必要です',
  '{file} is broken: {reason}': '{file} は壊れています: {reason}',
  'Open it in a PDF viewer, and save or print it as a new PDF.':
    'PDF ビューアーで開き、新しい PDF として保存または印刷してください。',
  'page {page} is broken and was not read, pages after it may be missing: {reason}':
    '{page} ページは壊れていて読めませんでした（後のページも欠けている可能性があります）: {reason}',
  'page {page} draws but has no text: scanned?': '{page} ページには描画がありますが文字がありません（スキャン画像？）',
  'page {page}: {percent} % of its characters cannot be read, their font does not say what they are':
    '{page} ページ: 文字の {percent} % が読めません（フォントに文字の情報がありません）',
  'the document has scripts; they were not run': '文書にスクリプトがありますが、実行していません',
  'the document is an XFA form; what it shows in its own viewer was not read':
    '文書は XFA フォームです。専用ビューアーで表示される内容は読んでいません',
  '{folder}: there is no such folder': '{folder}: フォルダーがありません',
  '{name} is no document within {folder}': '{name} は {folder} の中の文書ではありません',
  'Name a file in that folder, without "..", and no link that leads out of it.':
    'そのフォルダーの中のファイル名を指定してください（「..」や外へのリンクは使えません）。',
  '{name}: there is no such document in {folder}': '{name}: {folder} にその文書はありません',
  'There are no files in it.': 'フォルダーにファイルがありません。',
  'It has {count} {count|file|files}: {names}': '{count} 個のファイルがあります: {names}',

  // formats
  '{place}: there is no persona "{name}"': '{place}: ペルソナ「{name}」がありません',
  '{place}: a case has a conversation or a conversation_scenario, not both':
    '{place}: conversation と conversation_scenario は両方同時に指定できません',
  '{place}: a case needs a conversation or a conversation_scenario':
    '{place}: conversation か conversation_scenario のどちらかが必要です',
  '{place}: there is no match type {actual}': '{place}: 一致方法 {actual} はありません',
  '{place}: expected a threshold or an object with one, got {actual}':
    '{place}: しきい値、またはしきい値を含むオブジェクトが必要ですが、{actual} があります',
  '{place}: the case "{id}" is there twice; the first one is {earlier}':
    '{place}: ケース「{id}」が重複しています（最初は {earlier}）',
  'Results are told apart by these ids. Give one of the two another one.':
    '結果はこの ID で区別されます。どちらかの ID を変更してください。',
  '{place}: expected a pair of author and parts, got {actual}':
    '{place}: author と parts の組が必要ですが、{actual} があります',
  '{place}: there is no such kind of user simulator': '{place}: この種類の模擬ユーザーはありません',
  '{place}: the instructions never use {placeholder}': '{place}: 指示文で {placeholder} が使われていません',
  '{file}: this is UTF-16, not UTF-8': '{file}: UTF-8 ではなく UTF-16 です',
  'Save it again as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8 {file}':
    'UTF-8 で保存し直すか、変換してください: iconv -f UTF-16 -t UTF-8 {file}',
  '{file}: byte {offset} (0x{byte}) is not UTF-8': '{file}: {offset} バイト目（0x{byte}）は UTF-8 ではありません',
  'It looks like Shift_JIS. Convert it: iconv -f CP932 -t UTF-8 {file}':
    'Shift_JIS のようです。変換してください: iconv -f CP932 -t UTF-8 {file}',
  'Save it as UTF-8. If it holds binary data, it is not a text file.':
    'UTF-8 で保存してください。バイナリデータであれば、テキストファイルではありません。',
  '{place}: "{key}" is missing': '{place}: 「{key}」がありません',
  '{place}: unknown key': '{place}: 未定義のキーです',
  '{place}: both "{key}" and "{other}" are given': '{place}: 「{key}」と「{other}」が両方指定されています',
  'Further problems in it: {further}.': 'ほかの問題: {further} 件。',
  'Did you mean "{name}"?': 'もしかして: 「{name}」',
  'Did you mean "{name}"? Further problems in it: {further}.': 'もしかして: 「{name}」。ほかの問題: {further} 件。',
  'Known here: {names}.': 'ここで使えるもの: {names}',
  'Known here: {names}. Further problems in it: {further}.': 'ここで使えるもの: {names}。ほかの問題: {further} 件。',
  '{place}: expected text, got {actual}': '{place}: 文字列が必要ですが、{actual} があります',
  '{place}: expected a number, got {actual}': '{place}: 数値が必要ですが、{actual} があります',
  '{place}: expected a whole number of at least {least}, got {actual}':
    '{place}: {least} 以上の整数が必要ですが、{actual} があります',
  '{place}: expected true or false, got {actual}': '{place}: true か false が必要ですが、{actual} があります',
  '{place}: expected an object, got {actual}': '{place}: オブジェクトが必要ですが、{actual} があります',
  '{place}: expected a list, got {actual}': '{place}: 配列が必要ですが、{actual} があります',
  'Its first line is JSON by itself: a file with one value per line is called .jsonl.':
    '先頭行が単独の JSON です。1 行に 1 つの値があるファイルの拡張子は .jsonl にしてください。',
  '{place}: this is not JSON': '{place}: JSON ではありません',
  '{place}: this is not a number in JSON': '{place}: JSON の数値として正しくありません',
  '{place}: expected a key in double quotes': '{place}: 二重引用符で囲んだキーが必要です',
  '{place}: expected a value': '{place}: 値が必要です',
  '{place}: expected a colon after the key': '{place}: キーの後にコロンが必要です',
  '{place}: expected a comma': '{place}: カンマが必要です',
  '{place}: expected a closing brace': '{place}: 閉じ波括弧が必要です',
  '{place}: expected a closing bracket': '{place}: 閉じ角括弧が必要です',
  '{place}: expected nothing after the value': '{place}: 値の後に余分な内容があります',
  '{place}: JSON has no comments': '{place}: JSON にコメントは書けません',
  '{place}: this text has no closing quote': '{place}: 文字列の閉じ引用符がありません',
  '{place}: expected four hexadecimal digits after \\u': '{place}: \\u の後には 16 進数 4 桁が必要です',
  '{place}: JSON has no such escape': '{place}: JSON にないエスケープです',
  '{place}: a text cannot hold this character as it is; escape it':
    '{place}: この文字はそのままでは書けません。エスケープしてください',
  '{place}: this key is there twice': '{place}: このキーが重複しています',
  'Only the last one would count; the first one is on line {line}. Take one of them out.':
    '有効になるのは最後のものだけです（最初は {line} 行目）。どちらかを削除してください。',
  '{file}: nested deeper than {limit} levels': '{file}: 入れ子が {limit} 段を超えています',
  'Keep deep structures as text, or shorten them.': '深い構造は文字列として保存するか、浅くしてください。',
  '{file}:{line}: this line is longer than {limit} MiB': '{file}:{line}: この行は {limit} MiB を超えています',
  'A .jsonl file has one case on each line.': '.jsonl ファイルには 1 行に 1 ケースを書きます。',
  '{file}: cannot tell what kind of file this is': '{file}: ファイルの種類を判別できません',
  'Datasets end in .json (ADK eval sets), .jsonl (a case per line), or .csv and .tsv (tables).':
    'データセットの拡張子は .json（ADK の評価セット）、.jsonl（1 行に 1 ケース）、.csv と .tsv（表）です。',
  '{file}: this JSON document is no dataset': '{file}: この JSON はデータセットではありません',
  'An eval set is an object with "eval_set_id" and "eval_cases", an experiment of strands-evals one with "cases" and "evaluators", a review suite a list of cases with "input" and "expected_output", questions about runbooks a list with "question" and "expected_keypoints"; rows of a table belong into .jsonl or .csv.':
    '評価セットは "eval_set_id" と "eval_cases"、strands-evals の実験は "cases" と "evaluators" を持つオブジェクト、レビュースイートは "input" と "expected_output" を持つケースの配列、手順書の質問は "question" と "expected_keypoints" を持つ項目の配列です。表の行は .jsonl か .csv に入れてください。',
  'Old ADK files are lists: put what stands there into [ and ].':
    '古い ADK のファイルは配列です。内容を [ と ] で囲んでください。',
  'It is a config: it belongs beside a dataset as test_config.json, or behind --config.':
    'これは設定ファイルです。データセットの隣に test_config.json として置くか、--config で指定してください。',
  'Scenarios belong into the cases of an eval set, each as its "conversation_scenario".':
    'シナリオは評価セットのケースに「conversation_scenario」として書いてください。',
  '{file} is a folder, not a file': '{file} はファイルではなくフォルダーです',
  '{file}: there are no criteria in it': '{file}: criteria がありません',
  'They stand under "criteria"; {names} {count|is no key|are no keys} of such a file.':
    '「criteria」の下に書いてください。{names} はこのファイルのキーではありません。',
  'Relative paths start from the working directory.': '相対パスの起点は作業フォルダーです。',
  'Look there and just before it: a quote, a comma or a bracket is missing or too many.':
    'その位置と直前を見てください。引用符・カンマ・括弧のどれかが足りないか、余分です。',
  'Name one of the files in it.': 'その中のファイルを指定してください。',
  '{file} is empty': '{file} は空です',
  'A dataset has at least one case.': 'データセットには 1 件以上のケースが必要です。',
  '{file} changed while it was read': '{file} が読み込み中に変更されました',
  'Start again when nobody writes to it.': '書き込みが終わってから、もう一度実行してください。',
  '{file} may not be read by this user': '{file} を読み取る権限がありません',
  '{file}: no column holds what the agent is asked': '{file}: エージェントへの質問の列がありません',
  'Its columns are {columns}. Say which one it is: columns: { prompt: {example} }':
    '列は {columns} です。どの列かを指定してください: columns: { prompt: {example} }',
  '{file}: there is no column "{name}"': '{file}: 列「{name}」がありません',
  'Its columns are {columns}.': '列は {columns} です。',
  'Did you mean "{meant}"? Its columns are {columns}.': 'もしかして: 「{meant}」。列は {columns} です。',
  '{file}:{line}: the column "{column}" is empty': '{file}:{line}: 列「{column}」が空です',
  'Every row needs one. Remove the row, or fill it in.': 'どの行にも必要です。行を削除するか、値を入れてください。',
  '{file}:{line}: the column "{column}" is not JSON: {actual}':
    '{file}:{line}: 列「{column}」が JSON ではありません: {actual}',
  'Tool calls look like {example}': 'ツール呼び出しは {example} のように書きます',
  '{file}:{line}: this row has {actual} {actual|cell|cells}, the first has {expected}':
    '{file}:{line}: この行のセルは {actual} 個で、最初の行は {expected} 個です',
  'The file ends in it: it was cut off, or cells are missing.':
    'ファイルがここで終わっています。途中で切れたか、セルが足りません。',
  'The file ends in it: it was cut off, or the quote is one too many.':
    'ファイルがこのセルの中で終わっています。途中で切れたか、引用符が余分です。',
  'Its cells are separated by {other}, those of the first row by {sign}.':
    'この行のセルは {other} で、最初の行のセルは {sign} で区切られています。',
  'Its cells are separated by {sign}. Put commas between them, or tabs and call it .tsv.':
    'セルが {sign} で区切られています。カンマで区切るか、タブで区切って .tsv という名前にしてください。',
  '{place}: a double quote stands inside a cell that does not begin with one':
    '{place}: 引用符で始まらないセルの中に二重引用符があります',
  'Put the whole cell in double quotes and write those inside twice: {example}':
    'セル全体を二重引用符で囲み、中の二重引用符は 2 つ重ねてください: {example}',
  '{place}: something follows the closing quote of a cell': '{place}: セルを閉じる引用符の後に文字があります',
  '{place}: the cell that begins here has no closing quote': '{place}: ここで始まるセルに閉じる引用符がありません',
  '{place}: a null character stands here': '{place}: ここに NULL 文字があります',
  'The file was damaged, or is no text. Remove it, or export the table again.':
    'ファイルが壊れているか、テキストではありません。取り除くか、表を書き出し直してください。',
  '{place}: a carriage return stands inside a cell': '{place}: セルの中に復帰文字（CR）があります',
  'A cell with a line break stands in double quotes. Remove it, or put the cell in quotes.':
    '改行を含むセルは二重引用符で囲みます。取り除くか、セルを囲んでください。',
  'A cell that contains a comma or a line break stands in double quotes.':
    'カンマや改行を含むセルは二重引用符で囲みます。',
  '{file}:{line}: this is not CSV': '{file}:{line}: CSV として正しくありません',
  'Inside a quoted cell, a double quote is written twice; a quoted cell has a quote at its end.':
    '引用符で囲んだセルの中の二重引用符は 2 つ重ねて書き、セルの末尾も引用符で閉じます。',
  '{file}:1: two columns are called "{name}"': '{file}:1: 「{name}」という列が 2 つあります',
  'The first row names the columns, each one differently.': '最初の行は列名です。それぞれ別の名前にしてください。',
  '{file}:{line}: expected an object with a question in it, got {actual}':
    '{file}:{line}: 質問を含むオブジェクトが必要ですが、{actual} があります',
  'Each line is like {example}': '各行は {example} のように書きます',
  '{place}: expected a failure with code and reason, got {actual}':
    '{place}: code と reason を持つ failure が必要ですが、{actual} があります',
  'the criterion {criterion} needs a modern eval set': '評価基準 {criterion} には新しい形式の評価セットが必要です',
  'Files in the old format can be scored by {known}.': '旧形式のファイルを採点できる評価基準: {known}',
  'the criterion {criterion} needs "{column}"': '評価基準 {criterion} には「{column}」が必要です',
  'The first row has {columns}.': '最初の行の列は {columns} です。',
  'the metric scored {scored} of {turns} {turns|turn|turns}':
    '評価指標が採点したのは {turns} ターン中 {scored} ターンです',
  'A metric that was evaluated has one result per turn.': '評価済みの評価指標には、ターンごとに 1 つの結果が必要です。',
  'there is a case "{id}" already': 'ケース「{id}」はすでに存在します',
  'Give the new one another id, or update the old one.':
    '新しいケースに別の ID を付けるか、既存のケースを更新してください。',
  'there is no case "{id}"': 'ケース「{id}」がありません',
  '{what} {name} cannot be part of a file name': '{what} {name} はファイル名に使えません',
  'It must not be empty, "." or "..", and has no slash, backslash or null character.':
    '空、「.」、「..」は使えず、スラッシュ、バックスラッシュ、ヌル文字も含められません。',
  '{place}: there is no status {actual}': '{place}: 状態 {actual} はありません',
  '{file}: the result is wrapped into JSON text more than once': '{file}: 結果が JSON 文字列に二重以上に包まれています',
  'Old versions of ADK wrote it as one JSON text. Unwrap it until it is an object, or that text.':
    '古い ADK は結果を 1 つの JSON 文字列として書いていました。オブジェクトかその文字列になるまで外してください。',
  '{file}:{line}: the case "{id}" is there twice; the first one is on line {earlier}':
    '{file}:{line}: ケース「{id}」が重複しています（最初は {earlier} 行目）',
  '{file}: there are no transcripts in it': '{file}: 会話記録がありません',
  '{file}: a JSON document of {size} MiB is too large': '{file}: {size} MiB の JSON は大きすぎます',
  'Write one case per line into a .jsonl file instead: it is streamed, however large it is.':
    '代わりに .jsonl ファイルに 1 行 1 ケースで書いてください。大きさにかかわらず順次読み込みます。',
  '{file}: there is no case in it': '{file}: ケースがありません',
  '{file} has no {count|case|cases} {ids}': '{file} にケース {ids} はありません',
  'Its cases are called {names} and so on.': 'ケースの名前は {names} などです。',
  '{n} {n|case|cases} without a written conversation left out': '会話が書かれていないケース {n} 件を除外',
  '{n} {n|case|cases} cut to the first exchange': '{n} ケースを最初のやり取りまでに短縮',
  '{n} {n|case|cases} without the initial session': '{n} ケースで初期セッションを省略',
  '{n} {n|case|cases} without the rubrics': '{n} ケースで採点基準（rubrics）を省略',
  '{n} {n|case|cases} without the expected final state': '{n} ケースで期待する最終状態を省略',
  '{n} {n|case|cases} with text only, without media and intermediate responses':
    '{n} ケースでメディアと途中の応答を省略し、テキストのみ出力',
  '{n} {n|case|cases} without metadata called like a column of ours': '{n} ケースで既定の列と同名のメタデータを省略',

  // metrics
  'The case has no reference conversation': 'ケースに参照会話がありません',
  'No turn of the case could be compared with a reference answer': '参照回答と比較できるターンがありません',
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
  'The agent does not report it': 'エージェントが報告していません',
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
  'Give forbidden, required or counts, such as {example}.':
    'forbidden、required、counts のいずれかを {example} のように指定してください。',
  'The forbidden tool call {tool} was made {count|once|more than once}': '禁止されたツール {tool} が呼び出されました',
  'The required tool call {tool} was not made': '必須のツール {tool} が呼び出されていません',
  '{count} {count|call|calls} of {tool}, at least {min} expected':
    '{tool} の呼び出しは {count} 回です（{min} 回以上が必要）',
  '{count} {count|call|calls} of {tool}, at most {max} allowed': '{tool} の呼び出しは {count} 回です（{max} 回まで）',
  '{count} rules about tools are broken: {tools}': 'ツールの規則 {count} 件に違反しています: {tools}',

  // runner
  'no case was evaluated': '評価できたケースがありません',
  '{count} {count|result is|results are} missing: the run was stopped':
    '結果が {count} 件足りません（実行が中断されました）',
  '{rule} is not a rule for the gate': '{rule} はゲートの規則ではありません',
  'Rules are: failed, error, not-evaluated, none, pass-rate<0.9, pass-rate-low<0.8, METRIC<0.7, METRIC>0.3, METRIC.pass-rate<0.7.':
    '使える規則: failed、error、not-evaluated、none、pass-rate<0.9、pass-rate-low<0.8、METRIC<0.7、METRIC>0.3、METRIC.pass-rate<0.7',
  'Rules are: failed, error, not-evaluated, none, pass-rate<0.9, pass-rate-low<0.8, METRIC<0.7, METRIC>0.3, METRIC.pass-rate<0.7; of all results together {rules}.':
    '使える規則: failed、error、not-evaluated、none、pass-rate<0.9、pass-rate-low<0.8、METRIC<0.7、METRIC>0.3、METRIC.pass-rate<0.7。結果全体については {rules} も使えます',
  'the set metric {name} says nothing: {problem}': '集合メトリック {name} は結果を出せませんでした: {problem}',
  'there are two set metrics named {name}': '{name} という名前の集合メトリックが 2 つあります',
  'What a set metric says is kept under its name: give one of them another.':
    '集合メトリックの結果はその名前で保存されます。どちらかに別の名前を付けてください。',
  '{option} of evaluate is no list of set metrics': 'evaluate の {option} は集合メトリックの一覧ではありません',
  'Each is {shape}.': 'それぞれ {shape} の形です。',
  'and more: the JSON report has all of it': 'ほかにもあります。JSON のレポートにすべて入っています',
  figure: '指標',
  value: '値',
  meaning: '意味',
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
  'the agent threw {error}': 'エージェントで例外が発生しました: {error}',
  'the agent failed ({code}), so there was nothing to score':
    'エージェントが失敗したため（{code}）、採点するものがありません',
  'the metric threw {error}': '評価指標で例外が発生しました: {error}',
  'the metric gave {value}, which is no value from 0 to 1': '評価指標の値 {value} は 0 から 1 の範囲にありません',

  // stores
  'run {run}: the {type} of the case at position {position}, repeat {repeat}, is not readable':
    '実行 {run}: 位置 {position}、繰り返し {repeat} のケースの {type} を読み取れません',
  'The file was damaged or changed by another program. Evaluate the run anew.':
    'ファイルが壊れているか、別のプログラムに変更されています。もう一度評価してください。',
  'run {run}: the case at position {position}, repeat {repeat}, has ended already':
    '実行 {run}: 位置 {position}、繰り返し {repeat} のケースはすでに終了しています',
  'Another process may be working on the same run. Stop one of the two and resume.':
    '別のプロセスが同じ実行を処理している可能性があります。一方を止めてから再開してください。',
  'run {run}: {type} came before the start of the case at position {position}, repeat {repeat}':
    '実行 {run}: 位置 {position}、繰り返し {repeat} のケースの開始前に {type} が記録されました',
  'This is a mistake in the program that wrote it. Please report it.':
    '書き込んだプログラムの不具合です。報告をお願いします。',
  '{file} is a database of another program': '{file} は別のプログラムのデータベースです',
  'Name another file for the runs, or move this one away.':
    '実行の保存先を別のファイルにするか、このファイルを移動してください。',
  '{file} was written by a newer version of shinsa: its layout is {found}, this version knows up to {known}':
    '{file} は新しいバージョンの shinsa で書かれています（形式 {found}、このバージョンが扱えるのは {known} まで）',
  'Update shinsa, or name another file for the runs.':
    'shinsa を更新するか、実行の保存先を別のファイルにしてください。',
  'nothing was scored by both': '双方が点数を付けたものがありません',
  'one side gave one verdict only, and chance alone explains any agreement':
    '一方の判定が一種類だけのため、一致が偶然かどうか区別できません',
  'one side gave one score only': '一方の点数がすべて同じです',
  'nothing has a verdict of both': '双方が判定したものがありません',
  'it is a quantity, and no verdict': '量の測定であり、判定ではありません',
  'a label of run {run} is not readable': '実行 {run} のラベルを読み取れません',
  'run {run} has no result of the case at position {position}, repeat {repeat}':
    '実行 {run} には、位置 {position}、繰り返し {repeat} のケースの結果がありません',
  'Only a case that has ended can be labelled.': 'ラベルを付けられるのは、終了したケースだけです。',
  'what the store says about run {run} is not readable': 'ストアにある実行 {run} の情報を読み取れません',
  'The file may have been changed by another program. The other runs in it are not affected.':
    '別のプログラムに変更された可能性があります。ほかの実行に影響はありません。',
  'the store has no run {run}': 'ストアに実行 {run} がありません',
  'List the runs to see their ids.': '実行の一覧で ID を確認してください。',
  'a run {run} is there already': '実行 {run} はすでに存在します',
  'Resume it, or choose another id.': '再開するか、別の ID にしてください。',
  'several runs begin with {prefix}: {runs}': '{prefix} で始まる実行が複数あります: {runs}',
  'Type more of the id.': 'ID をもう少し長く入力してください。',
  'the run store {file} is closed already': '実行ストア {file} はすでに閉じられています',
  'the run store {file} is locked by another process': '実行ストア {file} は別のプロセスにロックされています',
  'Wait until the other program is done with it, or stop that program, then try again.':
    '別のプログラムの終了を待つか停止してから、もう一度試してください。',
  'the run store {file} cannot be opened for writing': '実行ストア {file} を書き込み用に開けません',
  'The file and its folder must both be writable. Check their permissions, or name another file.':
    'ファイルとフォルダーの両方に書き込み権限が必要です。権限を確認するか、別のファイルを指定してください。',
  'the folder of the run store {file} cannot be made: a file is in its place':
    '実行ストア {file} のフォルダーを作成できません。同じ名前のファイルがあります',
  'Move that file away, or name another place for the runs.':
    'そのファイルを移動するか、実行の保存先を変更してください。',
  'no space is left for the run store {file}': '実行ストア {file} の空き容量がありません',
  'Make room on the disk and resume the run: everything up to here is kept.':
    'ディスクの空きを確保してから実行を再開してください。ここまでの結果は保存されています。',
  '{file} is not a run store': '{file} は実行ストアではありません',
  'the run store {file} is damaged: {problem}': '実行ストア {file} が壊れています: {problem}',
  'Restore it from a backup, or move it away together with {file}-wal to begin a new one.':
    'バックアップから復元するか、{file}-wal と一緒に移動して新しく作り直してください。',
  'the disk failed under the run store {file}: {problem}':
    '実行ストア {file} のディスクでエラーが発生しました: {problem}',
  'Check the disk and its free space, then resume the run: everything announced is kept.':
    'ディスクと空き容量を確認してから実行を再開してください。表示済みの結果は保存されています。',
  'the run store {file} failed: {problem}': '実行ストア {file} でエラーが発生しました: {problem}',
  'Try another file for the runs. If it fails there too, please report it.':
    '実行の保存先を別のファイルにしてみてください。それでも失敗する場合は報告をお願いします。',

  // targets
  'The agent left a session.state that is not an object': 'エージェントの session.state がオブジェクトではありません',
  'The agent’s function threw: {problem}': 'エージェントの関数で例外が発生しました: {problem}',
  '{address} answered with more than {limit} bytes': '{address} の応答が {limit} バイトを超えました',
  'Answer with less, or raise maxReplyBytes': '応答を小さくするか、maxReplyBytes を大きくしてください',
  'Give either response or stream, not both': 'response と stream はどちらか一方だけを指定してください',
  'The agent’s answer is not JSON. It begins with {beginning}':
    'エージェントの応答が JSON ではありません。先頭: {beginning}',
  'The agent has to answer with JSON; a streamed answer needs stream':
    'エージェントは JSON で応答する必要があります。ストリーム応答には stream を指定してください',
  'The url of the target is not an http address': '評価対象の url が http のアドレスではありません',
  'Write it like {example}': '{example} のように書いてください',
  'The url of the target holds a user name or password': '評価対象の url にユーザー名またはパスワードが含まれています',
  'Send them in headers, as Authorization': 'headers の Authorization で送ってください',
  'The header {name} cannot be sent': 'ヘッダー {name} を送信できません',
  'A header’s name is one word and its value one line': 'ヘッダーの名前は 1 語、値は 1 行にしてください',
  '{address} answered with status {status}': '{address} がステータス {status} を返しました',
  '{address} answered with status {status}: {body}': '{address} がステータス {status} を返しました: {body}',
  'See whether the headers carry valid credentials': 'headers の認証情報が有効か確認してください',
  'See whether the url and the method are right': 'url と method が正しいか確認してください',
  '{address} was silent for more than 5 minutes': '{address} が 5 分以上応答していません',
  'A server that takes longer has to send something meanwhile':
    '時間のかかるサーバーは、途中で何かを送る必要があります',
  '{address} cannot be reached: {problem}': '{address} に接続できません: {problem}',
  'See whether the agent is running and listens at this address':
    'エージェントがこのアドレスで起動しているか確認してください',
  '{address} did not answer within {seconds} s': '{address} が {seconds} 秒以内に応答しませんでした',
  '{from} redirects to {to}, which we do not follow': '{from} は {to} へリダイレクトしますが、転送先には接続しません',
  'If that is where the agent is, write this address into url':
    'エージェントがそこにあるなら、そのアドレスを url に書いてください',
  '{what} of the agent cannot be written as JSON': 'エージェントの {what} を JSON にできません',
  'Answer with plain values: texts, numbers, lists and objects without circles':
    '文字列、数値、配列、循環のないオブジェクトなどの単純な値で応答してください',
  'The path {path} cannot be read from {rest} on': 'パス {path} の {rest} 以降を解釈できません',
  "Write steps like $.choices[0].message.content, [-1], [*] or ['a name']":
    "$.choices[0].message.content、[-1]、[*]、['a name'] のように書いてください",
  'The path {path} broke at {step}: {walked} is {found}':
    'パス {path} は {step} でたどれません: {walked} は {found} です',
  'Where the step may be missing, put a ? after it, as in $.tool_calls?[*]':
    '存在しない場合がある箇所には、$.tool_calls?[*] のように ? を付けてください',
  'There are {known}': '使えるもの: {known}',
  'There is no placeholder {name}': 'プレースホルダー {name} はありません',
  'Cannot start {program}: there is no folder {cwd}': '{program} を起動できません: フォルダー {cwd} がありません',
  'Cannot start {program}: {problem}': '{program} を起動できません: {problem}',
  'See whether the program is installed, may be executed, and is on the PATH':
    'プログラムがインストールされ、実行権限があり、PATH に含まれているか確認してください',
  '{program} ended with exit code {exitCode} while it was still needed':
    '{program} が処理の途中で終了コード {exitCode} で終了しました',
  '{program} was ended by {signal} while it was still needed': '{program} が処理の途中で {signal} により終了しました',
  '{program} closed its standard output': '{program} が標準出力を閉じました',
  '{program} closed its standard input': '{program} が標準入力を閉じました',
  '{program} printed more than {limit} bytes in one line': '{program} の 1 行の出力が {limit} バイトを超えました',
  'Its error output ends with: {lastWords}': 'エラー出力の末尾: {lastWords}',
  '{program} answered with more than {limit} bytes': '{program} の回答が {limit} バイトを超えました',
  'A case of one turn is one message and then the end of the input: answer before you exit, or set keepInputOpen for the command':
    '1 ターンのケースでは、メッセージを 1 つ送ったあと入力を閉じます。終了する前に回答するか、コマンドに keepInputOpen を設定してください',
  '{program} has answered nothing within {seconds} s of its first message':
    '{program} は最初のメッセージから {seconds} 秒たっても何も回答していません',
  'It may only be slow. But its input stays open for the messages that follow: a program that reads its input to the end, or does not flush what it prints, waits for ever. Read line by line, and answer each with one line, flushed.':
    '時間がかかっているだけかもしれません。ただし、次のメッセージのために入力は開いたままです。入力を最後まで読むプログラムや、出力をフラッシュしないプログラムは、いつまでも待ち続けます。1 行ずつ読み、それぞれに 1 行で回答し、フラッシュしてください。',
  '{target} answered none of the first {count} cases within the time limit, so the run was stopped':
    '{target} が最初の {count} ケースのどれにも制限時間内に回答しなかったため、実行を止めました',
  'See why it hangs, or raise the time limit (--timeout SECONDS, in code `timeoutMs`); `shinsa resume {run}` asks the rest.':
    '応答しない原因を調べるか、制限時間を延ばしてください（--timeout 秒数、コードでは `timeoutMs`）。残りは `shinsa resume {run}` で続けられます。',
  'agent: {target}': 'エージェント: {target}',
  'agent for {dataset}: {target}': '{dataset} のエージェント: {target}',
  'agent: {target}, which ships; the config’s target is for other datasets':
    'エージェント: {target}（付属。設定の target はほかの種類のデータセット用）',
  'agent for {dataset}: {target}, which ships; the config’s target is for other datasets':
    '{dataset} のエージェント: {target}（付属。設定の target はほかの種類のデータセット用）',
  '{file} names no metric of such a dataset, so it is left to the others':
    '{file} にはこの種類のデータセットの評価指標がないため、ほかのデータセット用とみなします',
  '--config {file} takes it all the same.': '--config {file} とすると、それでも使います。',
  'Leave {target} out, and `review: {braces}` in the config.':
    '{target} と、設定の `review: {braces}` を外してください。',
  'The program has to go on reading lines until its input ends':
    'プログラムは入力が終わるまで行を読み続ける必要があります',
  '{program} was stopped': '{program} は停止されました',
  '{program} printed a line that is not an answer: {line}': '{program} が応答ではない行を出力しました: {line}',
  '{program} printed a line that is not an answer: {line}. Its error output ends with: {lastWords}':
    '{program} が応答ではない行を出力しました: {line}。エラー出力の末尾: {lastWords}',
  'Answer with one line of JSON, with the conversation when the program is shared; print logs to stderr':
    '1 行の JSON で応答してください（プログラムを共有する場合は conversation も含めます）。ログは stderr に出力してください',
  '{program} printed a line that nobody had asked for: {line}': '{program} が要求していない行を出力しました: {line}',
  'Answer every message with exactly one line; print logs to stderr':
    '各メッセージにちょうど 1 行で応答してください。ログは stderr に出力してください',
  '{program} did not answer within {seconds} s of its first message':
    '{program} が最初のメッセージに {seconds} 秒以内に応答しませんでした',
  'Raise startTimeoutMs, or see why the program does not start':
    'startTimeoutMs を大きくするか、プログラムが起動しない原因を確認してください',
  'There is no transcript of case {case}, or none is left': 'ケース {case} の会話記録がないか、使い切りました',
  'See whether the ids match, and set repeats when each case is evaluated more than once':
    'ID が一致しているか確認し、各ケースを複数回評価する場合は repeats を設定してください',
  'More than {count} transcripts wait for their cases': '対応するケースを待つ会話記録が {count} 件を超えました',
  'Sort the transcripts like the cases of the dataset, so that they can be read along with them':
    '会話記録をデータセットのケースと同じ順に並べ、並行して読めるようにしてください',
  'response names no field of the reply': 'response に応答の項目が指定されていません',
  'Name at least the response, as in {example}': '少なくとも response を {example} のように指定してください',
  'The agent’s answer is nested more than {limit} levels deep': 'エージェントの応答の入れ子が {limit} 段を超えています',
  'The agent’s answer does not fit: {problem}. It begins with {beginning}':
    'エージェントの応答の形式が違います: {problem}。先頭: {beginning}',
  'An answer is a text, a list of ADK’s events, or an object with response, toolCalls or events, and if wanted instructions, toolDeclarations, agents, usage, state, modelCalls, dollars, citations, flags and, for anything else, metadata':
    '応答は、文字列、ADK のイベントの配列、または response・toolCalls・events のいずれかを持つオブジェクトです。必要なら instructions、toolDeclarations、agents、usage、state、modelCalls、dollars、citations、flags を加え、そのほかは metadata に入れます',
  'The agent’s answer does not fit: it is empty. It begins with {beginning}':
    'エージェントの応答が形式に合いません: 空です。先頭は {beginning} です',
  'The agent’s answer has {names}, but no response, toolCalls or events. It begins with {beginning}':
    'エージェントの応答には {names} がありますが、response、toolCalls、events のいずれもありません。先頭は {beginning} です',
  'The agent’s answer has a field that nobody here knows: {field}. It begins with {beginning}':
    'エージェントの応答に未定義の項目があります: {field}。先頭は {beginning} です',
  'Did you mean "{name}"? What is only to be kept belongs into metadata.':
    '"{name}" のことですか? 保存するだけのものは metadata に入れます。',
  '{text} is no version of ADK': '{text} は ADK のバージョンではありません',
  'Write it like 1.29, 2.5 or latest.': '1.29、2.5、latest のように書きます。',
  '--{flag} belongs to --format {format}': '--{flag} は --format {format} と一緒に使います',
  'with `adk`: also what that version knows and 1.29 does not (informational metrics, durations)':
    '`adk` の場合: 1.29 になく、そのバージョンにあるもの(参考指標、所要時間)も書き出します',
  '{folder}: there is no eval set in it or below it': '{folder}: この中にもその下にも評価セットがありません',
  'Of a folder, all files that end in .test.json or .evalset.json are meant. Name others one by one.':
    'フォルダーの場合は、.test.json または .evalset.json で終わるすべてのファイルが対象です。ほかのファイルは一つずつ指定してください。',
  '{folder} is a folder: cases are chosen from one file':
    '{folder} はフォルダーです: ケースは一つのファイルから選びます',
  'Name the file that has them, as in {example}': 'ケースを含むファイルを指定します。例: {example}',
  '{folder}: cannot be read: {problem}': '{folder}: 読み取れません: {problem}',
  '{first} is an agent, and --target names one too': '{first} はエージェントですが、--target も指定されています',
  'Leave out one of the two.': 'どちらか一方だけを指定してください。',
  '{folder} holds an agent in Python, which cannot run in this process':
    '{folder} にあるのは Python のエージェントで、このプロセスでは実行できません',
  'Reach it as a program (--target "command:python …") or behind HTTP, such as adk api_server. See docs/targets.md.':
    'プログラムとして(--target "command:python …")、または adk api_server などの HTTP 経由で呼び出します。docs/targets.md を参照してください。',
  '--config and --config_file_path say the same: leave out one of the two':
    '--config と --config_file_path は同じ意味です。どちらか一方だけを指定してください',
  'the same, in the words of `adk eval`': '同上(`adk eval` での書き方)',
  'after the report everything about each case, as `adk eval` has it':
    'レポートの後に、各ケースの詳細をすべて表示します(`adk eval` での書き方)',
  'AGENT is the folder or module of an agent, as in `adk eval`; --target says the same.':
    'AGENT は、`adk eval` と同じくエージェントのフォルダーまたはモジュールです。--target でも指定できます。',
  '{place}: this key is unknown and passed over': '{place}: 未定義のキーのため無視しました',
  'The agent’s events end in an error: {problem}': 'エージェントのイベントはエラーで終わっています: {problem}',
  'response names a field that a reply does not have: {field}':
    'response に応答にはない項目が指定されています: {field}',
  'What the target’s conversation says is no exchange: {problem}. It begins with {beginning}':
    '評価対象の会話が返した値は、やり取りの形式ではありません: {problem}。先頭は {beginning} です',
  'Make it with toInvocation(userContent, answer, timing) of shinsa/targets':
    'shinsa/targets の toInvocation(userContent, answer, timing) で作ります',
  '{place}: expected the first and the last page, got {actual}':
    '{place}: 最初と最後のページが必要ですが、{actual} が指定されています',
  'Case {case}: the agent took longer than {seconds} s': 'ケース {case}: エージェントの応答が {seconds} 秒を超えました',
  'Raise the time limit, or see why the agent hangs':
    '制限時間を延ばすか、エージェントが応答しない原因を確認してください',
  // simulated users and environments
  'the simulated user threw {error}': '模擬ユーザーで例外が発生しました: {error}',
  'the simulated user failed, so there was nothing to score': '模擬ユーザーが失敗したため、採点するものがありません',
  'the simulated environment failed, so there was nothing to score': '模擬環境が失敗したため、採点するものがありません',
  'the arguments of the call of {tool} are not an object': '{tool} の呼び出しの引数がオブジェクトではありません',
  'nobody answers the call of {tool}': '{tool} の呼び出しに答えるものがありません',
  'Declare a mock for it, or give the real tool to tools.call.':
    'モックを宣言するか、tools.call に本物のツールを渡してください。',
  'the model did not say which of the simulated tools belong together':
    'モデルから、模擬ツールどうしのつながりについての回答が得られませんでした',
  'Try a stronger model for the environment.': '環境にはより強力なモデルを試してください。',
  'the model that simulates {tool} did not answer with a JSON object':
    '{tool} を模擬するモデルの回答が JSON オブジェクトではありません',
  '{place}: {problem}': '{place}: {problem}',
  'A tool has a tool_name, and injection_configs or a mock_strategy_type.':
    'ツールには tool_name と、injection_configs または mock_strategy_type が必要です。',
  '{file}:{line}: this is not a recorded tool call': '{file}:{line}: 記録されたツール呼び出しではありません',
  'A line is {"name", "args", "response"} as JSON.': '1 行は JSON の {"name", "args", "response"} です。',
  'the recording has no call {call}': '記録に呼び出し {call} がありません',
  'the recording has {count} {count|call|calls} {call}, and the agent made one more':
    '記録には呼び出し {call} が {count} 件ありますが、エージェントはさらに 1 件呼び出しました',
  'The agent does something else than when it was recorded: record anew.':
    'エージェントの動作が記録時と違います。記録し直してください。',
  '{tool} was called when the exchange was over': 'やり取りが終わったあとに {tool} が呼び出されました',
  'the arguments of the call of {tool} are nested more than {limit} levels deep':
    '{tool} の呼び出しの引数の入れ子が {limit} 段を超えています',
  '{place}: {tool} is not among the tool_declarations': '{place}: {tool} は tool_declarations にありません',
  'Cannot serve tools on 127.0.0.1: {problem}': '127.0.0.1 でツールを提供できません: {problem}',
  '{address} is not told where to ask for its tools': '{address} にツールの問い合わせ先が伝わりません',
  'Put the placeholder {placeholder} into the body of the HTTP target':
    'HTTP の評価対象の body に {placeholder} を入れてください',
  'the tools of {target} cannot be answered by somebody else': '{target} のツールに代わりに答えることはできません',
  'What was recorded has happened already; leave out the environment.':
    '記録された会話はすでに終わっています。環境の指定を外してください。',
  'Functions, programs and HTTP targets can ask for their tools; see docs/environments.md.':
    '関数、プログラム、HTTP の評価対象はツールを問い合わせられます。docs/environments.md を参照してください。',
  '{target} has an environment of its own, made in code': '{target} にはコードで作った独自の環境があります',
  'Leave out the environment file, or `environment` where the target is made.':
    '環境ファイルか、評価対象を作る箇所の `environment` のどちらかを外してください。',
  'tool traffic is either recorded or replayed': 'ツールの通信は記録か再生のどちらか一方です',
  'Give {record} or {replay}, not both.': '{record} と {replay} は同時に指定できません。',
  '{file}: more than {limit} MiB cannot be read': '{file}: {limit} MiB を超えるファイルは読めません',
  '{file} is there and is no recording, so it is not written over':
    '{file} は既にあり、記録ではないため、上書きしません',
  'Name another file, or remove this one.': '別のファイル名を指定するか、このファイルを削除してください。',
  '{file} can hold the tool traffic of one dataset, not of several':
    '{file} に記録できるツールの通信は一つのデータセットの分だけです',
  'Record the datasets one after another, each into its own file.':
    'データセットを一つずつ、別々のファイルに記録してください。',
  'Name the server in the environment, as docs/models.md says.':
    'サーバーは docs/models.md のとおり環境変数で指定してください。',
  '{count} {count|case declares|cases declare} mocks of tools, and {target} cannot ask for them':
    '{count} 件のケースがツールのモックを宣言していますが、{target} は問い合わせられません',
  'the agent never asked for a tool, so nothing was answered, recorded or replayed (docs/environments.md)':
    'エージェントは一度もツールを問い合わせなかったため、応答も記録も再生もしていません（docs/environments.md）',
  '{count} recorded {count|call was|calls were} never made': '記録された呼び出しのうち {count} 件は行われませんでした',
  '{tool} is mocked and was never called; the agent called {called}':
    '{tool} のモックがありますが、呼び出されませんでした。呼び出されたもの: {called}',
  '{tool}: injection {numbers} never hit': '{tool}: 注入 {numbers} は一度も当たりませんでした',
  '{tool} is mocked, and {real} of {all} {all|call|calls} ran the real tool':
    '{tool} のモックがありますが、{all} 回の呼び出しのうち {real} 回は本物のツールが実行されました',
  '{count} {count|case declares|cases declare} a mock of {tool} and never called it: {cases}':
    '{count} 件のケースが {tool} のモックを宣言していますが、呼び出していません: {cases}',
  '{tool}: what came of {count} {count|call|calls} was not told, and is missing in the recording':
    '{tool}: {count} 回の呼び出しの結果が伝えられず、記録に含まれていません',
  'Note: {note}': '備考: {note}',
  "who answers the agent's tools: ADK's tool_simulation_configs as JSON":
    'エージェントのツールに答えるもの: ADK の tool_simulation_configs の JSON',
  'write every call of a tool and its answer into FILE': 'ツールの呼び出しと返答をすべて FILE に記録する',
  'answer every call of a tool from FILE, offline': 'ツールの呼び出しにはすべて FILE から答える（オフライン）',
  '{source} names {file}, and there is no such file': '{source} に指定された {file} がありません',
  '{file} ({source}) holds no Google credentials': '{file}（{source}）に Google の認証情報がありません',
  '{file} ({source}): {field} is missing or wrong': '{file}（{source}）: {field} がないか、正しくありません',
  'Let GOOGLE_APPLICATION_CREDENTIALS name the JSON key of a service account, or log in: gcloud auth application-default login':
    'GOOGLE_APPLICATION_CREDENTIALS にサービスアカウントの JSON キーを指定するか、ログインしてください: gcloud auth application-default login',
  'There is no Google login, and no metadata server of Google Cloud':
    'Google へのログイン情報も、Google Cloud のメタデータサーバーもありません',
  'Google gave no access token: {problem}': 'Google からアクセストークンを取得できません: {problem}',
  'See whether the key in {file} still exists, and whether the clock of this machine is right':
    '{file} のキーが削除されていないか、このマシンの時計が正しいか確認してください',
  'Log in again: gcloud auth application-default login':
    '再度ログインしてください: gcloud auth application-default login',
  'Google login': 'Google へのログイン',
  'none (docs/models.md#google-login)': 'なし（docs/models.md#google-login）',
  '{variable} is set': '{variable} が設定済み',
  '{type} in {file} ({source})': '{type}: {file}（{source}）',
  'the simulated user failed before turn {turn}': '{turn} ターン目の前に模擬ユーザーでエラー',
  'the simulated environment failed in turn {turn}': '{turn} ターン目で模擬環境のエラー',
  'the agent did not finish turn {turn}': 'エージェントが {turn} ターン目を完了できませんでした',
  'Put it into custom_instructions where the model is told who it is.':
    'custom_instructions の、人物像を伝える箇所に入れてください。',
  'the stop signal of a simulated user is empty': '模擬ユーザーの終了の合図が空です',
  'the scenario of {case} has an empty starting prompt': '{case} のシナリオの starting_prompt が空です',
  'It is the first message of the user, word by word.': 'ユーザーの最初のメッセージとしてそのまま送られます。',
  'a template cannot have {placeholder} in it': 'テンプレートに {placeholder} は使えません',
  'There is: {known}': '使えるもの: {known}',
  'there is no persona {persona}': 'ペルソナ {persona} はありません',
  'the model of the simulated user gave an empty reply': '模擬ユーザーのモデルの返答が空です',
  'A limit on output tokens may leave no room behind its thoughts.':
    '出力トークンの上限により、思考のあとに返答の余地が残っていない可能性があります。',
  'the case has neither a conversation nor a scenario': 'ケースに会話もシナリオもありません',
  'the instructions for the simulated user never use {placeholder}':
    '模擬ユーザーへの指示で {placeholder} が使われていません',
  'the scenario has a persona, and the instructions for the simulated user never use {placeholder}':
    'シナリオにペルソナがありますが、模擬ユーザーへの指示で {placeholder} が使われていません',
  // judges
  'the judge {judge} failed: {problem}': 'ジャッジ {judge} でエラーが発生しました: {problem}',
  "the judge's reply was not readable: {problem}": 'ジャッジの返答を読み取れませんでした: {problem}',
  'it was empty': '返答が空です',
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

  // text: answers that say nothing
  'the answer is empty': '回答が空です',
  'the answer is only punctuation': '回答が記号だけです',
  'the answer is only formatting, without content': '回答が書式だけで、内容がありません',
  'the answer announces an answer and gives none: {answer}': '回答の前置きだけで、回答がありません: {answer}',
  // judged metrics
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

  // cli and config: judges and what they cost
  'Judging by {models}: about {calls} {calls|call|calls}': '{models} による審査: 約 {calls} 回の呼び出し',
  'Judging by {models}: at most {most} {most|call|calls}, usually {calls}':
    '{models} による審査: 最大 {most} 回の呼び出し(通常は {calls} 回)',
  'for how long an overloaded judge is asked again before its score is an error (60)':
    '過負荷のジャッジに、スコアをエラーとするまで聞き直す秒数 (60)',
  'The agent said {said} things on its way in this turn; at most {most} are checked':
    'このターンの途中でエージェントは {said} 個の発言をしました。確認するのは最大 {most} 個です',
  'Simulated users by {models}: at most {most} {most|call|calls}, usually {calls}':
    '{models} による模擬ユーザー: 最大 {most} 回の呼び出し(通常は {calls} 回)',
  'Simulated users by {models}: about {calls} {calls|call|calls}':
    '{models} による模擬ユーザー: 約 {calls} 回の呼び出し',
  'The agent’s own {models}: about {calls} {calls|call|calls}': 'エージェント自身の {models}: 約 {calls} 回の呼び出し',
  'Simulated tools by {models}: about {calls} {calls|call|calls}': '{models} による模擬ツール: 約 {calls} 回の呼び出し',
  'about {tokens} tokens, about ${price}': '約 {tokens} トークン、約 ${price}',
  'about {tokens} tokens; the price is not known here': '約 {tokens} トークン（料金は不明です）',
  'this run costs money, and nobody is there to be asked': 'この実行には費用がかかりますが、対話的に確認できません',
  'Allow it with --yes, or up to a limit with --max-cost DOLLARS.':
    '--yes で許可するか、--max-cost DOLLARS で上限を指定してください。',
  'Go on? [y/N]': '続けますか？ [y/N]',
  '{model} judges what it answered itself': '{model} は自分の回答を自分で審査します',
  'Models favour their own answers: name another one with {judge}.':
    'モデルは自分の回答を高く評価しがちです。{judge} で別のモデルを指定してください。',
  'not started': '開始しませんでした',
  'stop cleanly when the models that Shinsa asks have cost this much':
    'Shinsa が呼び出すモデルの費用がこの額に達したら、途中結果を保存して停止',
  'who judges: gemini-…, gpt-…, claude-…, provider/model, ollama/…; `embedded` needs no model and is the default':
    'ジャッジ: gemini-…、gpt-…、claude-…、provider/model、ollama/…。`embedded`（既定）はモデルが不要',
  "mix known-bad answers into what judges are asked; one that passes voids the judge's verdicts":
    '誤りと分かっている回答を審査に混ぜ、1 つでも合格にしたジャッジの判定を無効にする',
  'who plays the user in scenarios': 'シナリオでユーザーの役を演じるモデル',
  'ask judges everything anew': '保存済みの回答を使わず、すべて審査し直す',
  'do not ask before a run that costs money': '費用のかかる実行でも確認しない',
  'Canaries: {asked} known-bad {asked|answer|answers} judged, {passed} passed, {unreadable} without a verdict ({calls} more {calls|call|calls})':
    '検査用の誤答: {asked} 件を審査、合格 {passed} 件、判定なし {unreadable} 件（追加の呼び出し {calls} 回）',
  'Canaries: {asked} known-bad {asked|answer|answers} judged, {passed} passed, {unreadable} without a verdict ({calls} more {calls|call|calls}, ${dollars})':
    '検査用の誤答: {asked} 件を審査、合格 {passed} 件、判定なし {unreadable} 件（追加の呼び出し {calls} 回、${dollars}）',
  '{judge} needs a project, a location and credentials': '{judge} にはプロジェクト、リージョン、認証情報が必要です',
  'Set {variables}, in the environment or in .env': '環境変数または .env で {variables} を設定してください',
  'the ending of {file} does not say which format is meant': '{file} の拡張子からは形式が分かりません',
  'Name it: --to {formats}.': '--to {formats} で指定してください。',
  'models of {provider}': '{provider} のモデル',
  'no key ({ways})': 'キーなし（{ways}）',
  'needs no key; whether it answers shows when it is asked':
    'キーは不要です。応答するかどうかは、質問するまで分かりません',
  '{names} is set': '{names} が設定されています',
  'several runs are several ADK result files': '複数の実行は、複数の ADK 結果ファイルになります',
  'Name a folder for them: --output FOLDER.': '出力先のフォルダーを --output FOLDER で指定してください。',
  'the {name} hook threw: {problem}': 'フック {name} で例外が発生しました: {problem}',
  '{place}: here it is "{key}", not "{other}"': '{place}: ここでは「{other}」ではなく「{key}」と書きます',

  // judges: embedded
  'Offline evidence check: compares words, numbers, names and negation with the given reference or context. No language model was used. It does not judge open-ended quality, reasoning, style, facts without a context, or harmful intent.':
    'オフラインの照合です。語句、数値、固有名詞、否定を、与えられた参照回答や文脈と比べます。言語モデルは使っていません。自由な回答の質、推論、文体、文脈のない事実、有害な意図は審査しません。',
  'the texts are longer than the embedded judge reads ({limit} characters)':
    '内蔵のジャッジが読める長さ（{limit} 文字）を超えています',
  'the embedded judge cannot judge "{task}": that takes a language model':
    '内蔵のジャッジは「{task}」を審査できません。言語モデルが必要です',
  'the question has no subject that code can read': '質問に、プログラムで読み取れる審査対象がありません',
  'the question wants an answer in a form that the embedded judge does not know':
    '質問が求める回答の形式を、内蔵のジャッジは扱えません',
  'the reference has no words to compare': '参照回答に比較できる語句がありません',
  'the reference and the answer are in different languages': '参照回答と回答の言語が異なります',
  'the reference says yes or no, and the answer says neither in so many words':
    '参照回答は「はい」か「いいえ」ですが、回答はどちらとも明言していません',
  'the answer has the words of the reference beside a negation':
    '回答には参照回答の語句がありますが、否定を伴っています',
  'the answer names another possible answer beside that of the reference: "{rival}"':
    '回答は参照回答のほかに「{rival}」も候補に挙げています',
  'the answer is not sure of what it says': '回答は断定を避けています',
  'the answer has the words of the reference in another order, which may change who does what':
    '回答には参照回答の語句がありますが、順序が異なり、主体と対象が入れ替わっている可能性があります',
  'the answer is like the reference but for a number': '回答は、数値を除いて参照回答とほぼ同じです',
  'the answer gives a name of the reference in another way': '回答では、参照回答の名前が別の形になっています',
  'the answer speaks of "{said}", which stands neither in the question nor in the reference':
    '回答は、質問にも参照回答にもない「{said}」について述べています',
  'the answer has nothing of what the reference adds to the question':
    '参照回答が質問に付け加えている内容が、回答にありません',
  'nothing unsafe was found by words, which does not show that it is safe':
    '語句では危険なものは見つかりませんでしたが、それだけでは安全とは言えません',
  'it does not refuse in known words, which does not show that it answers':
    '拒否の決まった言い方はありませんが、それだけでは回答したとは言えません',
  '{setting} has no effect: no metric of this run asks a judge':
    '{setting} は効果がありません: この実行にはジャッジに尋ねる評価指標がありません',
  '{setting} has no effect: no model judges in this run':
    '{setting} は効果がありません: この実行ではモデルによる審査は行われません',
  '{setting} has no effect: no model is asked in this run':
    '{setting} は効果がありません: この実行ではモデルに尋ねません',
  '{setting} has no effect: the answers are recorded, and no agent is asked':
    '{setting} は効果がありません: 回答は記録済みで、エージェントには尋ねません',
  '{setting} has no effect: every conversation of the dataset is written down':
    '{setting} は効果がありません: データセットの会話はすべて書かれています',
  '{setting} has no effect: only reviews and questions about runbooks leave such a file':
    '{setting} は効果がありません: そのファイルを残すのはレビューと手順書の質問だけです',
  '{setting} has no effect: the runbook assistant is not asked':
    '{setting} は効果がありません: 手順書アシスタントには尋ねません',
  '{setting} has no effect: the dataset is no review suite':
    '{setting} は効果がありません: データセットはレビュースイートではありません',
  'explanation_quality is one: {setting} comprehensive has it.':
    'explanation_quality などがあります。{setting} comprehensive で評価します。',
  '{setting} has no effect: {file} says which metrics there are':
    '{setting}は効果がありません。指標は{file}で決まります',
  '{setting} has no effect: verdict_match is no metric of this run':
    '{setting}は効果がありません。この実行の指標にverdict_matchがありません',
  '{setting} has no effect: a recording answers every call of a tool':
    '{setting}は効果がありません。ツールの呼び出しにはすべて記録が答えます',
  '{file} is no suite of reviews': '{file}はレビューのスイートではありません',
  'Other datasets run under `shinsa run`.': 'ほかのデータセットは`shinsa run`で実行します。',
  '{metric} is one: name it under "criteria", or in the config.':
    '{metric} などがあります。"criteria" か設定に書いてください。',
  'What an agent of your own spends is its own affair.': '自作のエージェントの費用は含めません。',
  '--output FILE.json writes a report of every run.': '--output FILE.json はどの実行でもレポートを書き出します。',
  '{count} {count|rubric|rubrics} of the cases {count|has|have} no type and {count|is|are} not asked':
    'ケースのルーブリック {count} 件は type がないため、尋ねません',
  'A type says which metric asks it: {types}.': 'type は、どの評価指標が尋ねるかを示します: {types}。',
  '{count} {count|rubric|rubrics} of the type "{type}" {count|is|are} not asked: no metric has that type':
    'type が「{type}」のルーブリック {count} 件は尋ねません: その type の評価指標はありません',
  '{count} {count|rubric|rubrics} of the type "{type}" {count|is|are} not asked: {metric} is no metric of this run':
    'type が「{type}」のルーブリック {count} 件は尋ねません: {metric} はこの実行の評価指標ではありません',
  '{file}: the column "{column}" is not read': '{file}: 列「{column}」は読まれません',
  'Did you mean "{name}"? Else rename it, or say which column is which: `columns` in the config.':
    '「{name}」のことですか。そうでなければ名前を変えるか、設定の `columns` で列の意味を示してください。',
  'The row says nothing about tools': 'この行はツールについて何も述べていません',
  '{file}: {metric}: the threshold is text; it is read as a number':
    '{file}: {metric}: しきい値が文字列です。数値として読みます',
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
  'the embedded judge checks rubrics of answers only':
    '内蔵のジャッジが確認できるのは、回答についてのルーブリックだけです',
  'the embedded judge has no check for {count|the rubric|the rubrics} {ids}':
    '内蔵のジャッジは、ルーブリック {ids} を確認できません',
  'it touches a sensitive subject, and only the intent would tell whether it does harm':
    '慎重を要する話題で、有害かどうかは意図が分からないと判断できません',
  'its words are neither clearly harmful nor clearly harmless': '語句からは、有害とも無害とも言い切れません',

  // judges: Google's evaluation service
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
  'Copy it again: it has a space, a line break or a letter that keys do not have':
    'もう一度コピーしてください。空白、改行、またはキーに使われない文字が含まれています',
  'Log in at Google again, or get a new access token: gcloud auth print-access-token':
    'Google に再度ログインするか、新しいアクセストークンを取得してください: gcloud auth print-access-token',
  'See whether the Vertex AI API is switched on in {project}, and whether you may use it':
    '{project} で Vertex AI API が有効か、利用する権限があるか確認してください',
  'See whether {project} and {location} are right': '{project} と {location} が正しいか確認してください',
  'To do without this service, name a judge (--judge, in code `judge`)':
    'このサービスを使わない場合は、ジャッジ（--judge、コードでは `judge`）を指定してください',

  // judges: second look
  'the judge gave no verdict when passages that speak to it were withheld':
    'ジャッジへの指示とみられる箇所を伏せて再度尋ねたところ、判定が得られませんでした',
  'the judge changed its mind when passages that speak to it were withheld':
    'ジャッジへの指示とみられる箇所を伏せて再度尋ねたところ、判定が変わりました',

  // judges: budget
  'the limit of ${limit} is reached: ${spent} spent': '費用の上限 ${limit} に達しました（使用額 ${spent}）',
  '`shinsa resume RUN --max-cost N` goes on.': '`shinsa resume RUN --max-cost N` で再開できます。',
  "Choose 'yes-no', or a whole number of points from 2 to 100.":
    "'yes-no'、または 2 から 100 までの整数の段階数を指定してください。",

  // core
  '{problem}; it asked to wait {asked} min, the limit is {limit} min':
    '{problem}（{asked} 分待つよう求められましたが、上限は {limit} 分です）',
  'Try again when that time is over': 'その時間が過ぎてからもう一度試してください',

  // models
  'The address of a model server is not one': 'モデルサーバーのアドレスが正しくありません',
  'Write http://HOST:PORT/v1; a key stands in the environment, not in the address':
    'http://HOST:PORT/v1 の形で書いてください。キーはアドレスではなく環境変数に設定します',
  'There is no model {name}': 'モデル {name} はありません',
  'Write gemini-…, gpt-…, claude-…, a Bedrock id such as anthropic.claude-…, or PROVIDER/MODEL with one of {providers}; a local server may have its address behind it: openai-compatible/MODEL@http://localhost:8000/v1':
    'gemini-…、gpt-…、claude-…、anthropic.claude-… のような Bedrock の ID、または PROVIDER/MODEL（PROVIDER は {providers} のいずれか）の形で書いてください。ローカルサーバーは後ろにアドレスを付けられます: openai-compatible/MODEL@http://localhost:8000/v1',
  '{variable} holds something that cannot be a key': '{variable} の値がキーとして正しくありません',
  'There is no key for {model} ({provider})': '{model}（{provider}）のキーがありません',
  '{provider} refused to answer: {reason}': '{provider} が応答を拒否しました: {reason}',
  'Its content filter objects to the question; another model may answer it':
    'コンテンツフィルターに止められました。別のモデルなら応答する可能性があります',
  '{provider} gave an answer with nothing in it': '{provider} の応答が空です',
  'See whether the address is right, and what stands between here and there':
    'アドレスが正しいか、途中にプロキシなどがないか確認してください',
  '{provider} answered with status {status}': '{provider} がステータス {status} を返しました',
  '{provider} answered with status {status}: {problem}': '{provider} がステータス {status} を返しました: {problem}',
  'See whether the server wants a key': 'サーバーがキーを必要としていないか確認してください',
  'See whether {variables} is right, and whether it may use {model}':
    '{variables} が正しいか、{model} を使う権限があるか確認してください',
  "See the account's billing at {provider}": '{provider} の請求設定を確認してください',
  'See whether {provider} has a model {model}': '{provider} にモデル {model} があるか確認してください',
  'Wait, ask for a higher limit at {provider}, or ask fewer questions at once':
    'しばらく待つか、{provider} に上限の引き上げを申請するか、同時に行う質問を減らしてください',
  '{provider} has trouble; try again later': '{provider} で障害が起きています。後でもう一度試してください',
  '{provider} cannot be reached: {problem}': '{provider} に接続できません: {problem}',
  'See whether the network is there, and whether the address is right': 'ネットワーク接続とアドレスを確認してください',
  '{provider} broke off in the middle of its answer: {problem}': '{provider} の応答が途中で切れました: {problem}',
  '{provider} gave an answer that is not in its format: {problem}':
    '{provider} の応答が想定した形式ではありません: {problem}',
  '{provider} cannot be used: {problem}': '{provider} を使用できません: {problem}',
  '{purpose}: the package {name} is not installed': '{purpose}: パッケージ {name} がインストールされていません',
  'npm install {name}': 'npm install {name}',
  'Nobody knows where the server of {model} is': '{model} のサーバーのアドレスが分かりません',
  'Write its address behind the name, openai-compatible/{model}@http://HOST:PORT/v1, or set {variable}':
    'openai-compatible/{model}@http://HOST:PORT/v1 のように名前の後ろにアドレスを書くか、{variable} を設定してください',
  'On Vertex AI only models of Google can be asked, not {model}':
    'Vertex AI で使えるのは Google のモデルだけです（{model} は使えません）',
  'Ask its maker, Bedrock or an OpenAI-compatible server for it':
    '提供元、Bedrock、または OpenAI 互換サーバーを経由してください',
  '{model} did not answer within {seconds} s': '{model} が {seconds} 秒以内に応答しませんでした',
  'Raise the time limit, or see whether the server hangs':
    '制限時間を延ばすか、サーバーが停止していないか確認してください',

  // reporters: cases in full, and who judged
  '! passages that speak to the judge': '! ジャッジへの指示とみられる箇所',
  '{confirmed} of {total} {total|answer|answers} confirmed without them':
    'その箇所を伏せても同じだった判定: {total} 件中 {confirmed} 件',
  order: '指示',
  'ready verdict': 'あらかじめ書かれた判定',
  'false end of the material': '資料の偽の終端',
  'claim about the judging': '審査についての主張',
  'hidden text': '隠しテキスト',
  '{count} {count|result|results} with passages that speak to the judge':
    'ジャッジへの指示とみられる箇所のある結果 {count} 件',
  'took {duration}': '所要時間 {duration}',
  '! error': '! エラー',
  '? not evaluated': '? 未評価',
  user: 'ユーザー',
  called: '呼び出し',
  agent: 'エージェント',
  '(never got here)': '（到達せず）',
  'expected call': '期待した呼び出し',
  '{value} (threshold {threshold})': '{value}（しきい値 {threshold}）',
  verdicts: '判定',
  'the simulated user failed': '模擬ユーザーのエラー',
  'the simulated environment failed': '模擬環境のエラー',
  'judged by {judges}': '審査: {judges}',
  '{calls} judge {calls|call|calls}': '審査の呼び出し {calls} 回',
  '{cached} from the cache': '保存済みの回答 {cached} 件',
  'simulated users: {calls} {calls|call|calls}': '模擬ユーザー: {calls} 回の呼び出し',
  'the agent’s own model: {calls} {calls|call|calls}': 'エージェント自身のモデル: {calls} 回の呼び出し',
  'simulated tools: {calls} {calls|call|calls}': '模擬ツール: {calls} 回の呼び出し',
  '{calls} {calls|call|calls} more at an unknown price': '他に料金不明の呼び出し {calls} 回',
  '{saved} not needed': '省略 {saved} 件',
  '${dollars}': '${dollars}',
  'The embedded judge is no language model: offline, it compares words, numbers, names and negation, and abstains where that does not tell (docs/judges.md; --judge MODEL asks a model).':
    '内蔵のジャッジは言語モデルではありません。オフラインで語句、数値、固有名詞、否定を比較し、それで判断できない場合は判定を控えます（docs/judges.md を参照。--judge MODEL でモデルによる審査）。',

  // stores: runs that are at work
  'run {run} was taken over by another process': '実行 {run} は別のプロセスに引き継がれました',
  'Wait for it, or stop it with Ctrl-C where it runs.': '終了を待つか、動いている端末で Ctrl-C で中断してください。',
  '! the simulated user reached its limit of turns': '! 模擬ユーザーがターン数の上限に達しました',
  'such a config may name a model and no address: {model}':
    'この設定に書けるのはモデル名だけで、アドレスは書けません: {model}',
  'Name the server with {flag}, or as {setting} in shinsa.config.ts or evaluate().':
    'サーバーは {flag}、または shinsa.config.ts か evaluate() の {setting} で指定してください。',
  'there is no rule for the gate': 'ゲートの規則がありません',
  'Say `none` for a gate that is always open.': '常に開いたゲートにするには `none` と指定してください。',
  'key_points: points is no list of texts': 'key_points: points が文字列の配列ではありません',
  'Leave it out where each case has its own, as "key_points".':
    'ケースごとに「key_points」がある場合は、省略してください。',
  'warning:': '警告:',
  '{place}: {keys} {count|has|have} no effect on {model}': '{place}: {keys} は {model} には効きません',
  '{place}: {key} has no effect': '{place}: {key} は効果がありません',
  '{file}: custom_metrics: nothing asks for {metric}': '{file}: custom_metrics: {metric} はどこからも使われていません',
  'Name it under "criteria", with its threshold.': '「criteria」の下に、しきい値と一緒に指定してください。',
  '{metric}: no score reaches the threshold {threshold}': '{metric}: しきい値 {threshold} に届くスコアはありません',
  'Scores are 0 to {highest}.': 'スコアは 0 から {highest} までです。',
  '{file}: {metric}: false is the threshold 0, which every score reaches':
    '{file}: {metric}: false はしきい値 0 と同じで、どのスコアも合格になります',
  '{place}: {path}: {problem}': '{place}: {path}: {problem}',
  'the criterion of {metric} has no option {option}': '{metric} の評価基準に {option} というオプションはありません',
  '{place}: {option} is there twice': '{place}: {option} が重複しています',
  'the gate asks for {metric}, which this run does not measure':
    'ゲートは {metric} を求めていますが、この実行では測定しません',
  'It measures: {names}.': '測定するもの: {names}。',
  'the set itself is left out: {fields}': 'データセット自体の情報は含まれません: {fields}',
  '{folder}: there is no such folder to write into': '{folder}: 書き込み先のフォルダーがありません',
  'evaluate has no option {option}': 'evaluate にオプション {option} はありません',
  'evaluate needs the path of a dataset: { dataset: … }': 'evaluate にはデータセットのパスが必要です: { dataset: … }',
  '--max-cost cannot limit {models}: the price is not known':
    '--max-cost では {models} を制限できません: 料金が不明です',
  'Add --yes to go on without a limit, or name a model whose price is known.':
    '制限なしで続けるには --yes を付けるか、料金の分かるモデルを指定してください。',
  'not begun: {datasets}': '未開始: {datasets}',
  'it gives answers that contradict each other': '互いに矛盾する回答を返しています',

  // reviews: suites, answers, verdicts
  '{place}: it is empty': '{place}: 空です',
  '{place}: expected {names}, got {actual}': '{place}: {names} のいずれかが必要ですが、{actual} でした',
  '{place}: {name} is a path; write the name of a file in the fixtures folder':
    '{place}: {name} はパスです。fixtures フォルダー内のファイル名だけを書いてください',
  '{place}: a review needs a document': '{place}: レビューには文書が少なくとも 1 つ必要です',
  '{place}: it is a list, even of one: [{example}]': '{place}: 1 つでもリストで書きます: [{example}]',
  '{place}: a server has a "timeout" of up to 3600 seconds': '{place}: サーバーの "timeout" は 3600 秒までの正の数です',
  '{place}: a server has a "url" or a "command"': '{place}: サーバーには "url" か "command" のどちらか一方が必要です',
  '{place}: expected two numbers from 0 to 1, the lower one first, got {actual}':
    '{place}: 0 から 1 までの数値を小さい順に 2 つ書いてください（{actual} でした）',
  'The case is no document review': 'このケースは文書レビューではありません',
  'A violation was missed: pass instead of fail, confidence {confidence}':
    '違反の見逃し: fail のはずが pass（信頼度 {confidence}）',
  'A false alarm: fail instead of pass, confidence {confidence}': '誤検出: pass のはずが fail（信頼度 {confidence}）',
  'expected {expected}, got {actual}, confidence {stated}': '期待 {expected}、実際 {actual}、信頼度 {stated}',
  'invalid output: the answer has no JSON object with a result':
    '無効な出力: 回答に result を持つ JSON オブジェクトがありません',
  'invalid output: the answer has results that contradict each other':
    '無効な出力: 回答の中の result が互いに矛盾しています',
  'invalid output: the result is {result}, and neither pass nor fail':
    '無効な出力: result が {result} で、pass でも fail でもありません',
  '✓ Evaluation done!': '✓ 評価完了!',
  'Results saved: {file}': '結果を保存: {file}',
  'an array of review cases (or one case)': 'レビューケースの配列（1 ケースだけでもよい）',
  'one review case': 'レビューケース 1 件',
  'where the documents lie (fixtures beside the suite)': '文書の置き場所（既定: スイートの隣の fixtures）',
  'accuracy: verdicts and confidence, no judge; tool: also how tools were used; comprehensive: also explanations (comprehensive)':
    'accuracy: 判定と信頼度のみ、ジャッジなし。tool: ツールの使い方も。comprehensive: 説明の品質も（既定: comprehensive）',
  'the result file (results/results_TIMESTAMP.json)': '結果ファイル（既定: results/results_TIMESTAMP.json）',
  'show what the reviewer answered to each case': '各ケースへのレビューエージェントの回答を表示する',
  'your own reviewer: ./reviewer.ts, command:…, http://… (the document reviewer that ships)':
    '評価するレビューエージェント: ./reviewer.ts、command:…、http://…（既定: 付属の文書レビューエージェント）',
  'the model of the document reviewer that ships; without one it compares by rules, offline':
    '付属の文書レビューエージェントのモデル。指定しなければオフラインで規則により照合する',
  'other instructions for the document reviewer; see docs/reviews.md':
    '文書レビューエージェントへの別の指示（docs/ja/reviews.md を参照）',
  'who judges explanations (embedded)': '説明を審査するモデル（既定: embedded）',
  'rapid-compat counts a confidence of 0.8 and more as high, not only above 0.85':
    'rapid-compat は 0.85 超ではなく 0.8 以上を高信頼度とみなす',
  'the share of violations that auto-approval may miss, for the certified threshold (0.05)':
    '保証付きのしきい値で、自動承認が見逃してよい違反の割合（既定: 0.05）',
  'the share of what is approved that may be violations, for its own certificate (as --max-miss-rate)':
    '承認したもののうち違反であってよい割合。この保証だけに使う（既定: --max-miss-rate と同じ）',
  'how sure a certificate has to be (0.95)': '保証の信頼水準（既定: 0.95）',
  'a shinsa.config.ts': 'shinsa.config.ts',
  'what closes the gate (failed,error,not-evaluated); also critical-error, recall<0.95, ece>0.2 and the like, none':
    'ゲートを閉じる条件（既定: failed,error,not-evaluated）。critical-error、recall<0.95、ece>0.2 など、または none',
  'evaluate a reviewer of documents: accuracy, calibration, critical errors, explanations':
    '文書レビューエージェントを評価する: 精度、キャリブレーション、重大エラー、説明の品質',
  'The same suites run under `shinsa run` too. A path that is not in the working directory is looked for in the examples that ship.':
    '同じスイートは `shinsa run` でも実行できます。作業フォルダーにないパスは付属の examples から探します。',
  '✓ {count} test {count|case|cases} loaded from {file}': '✓ {file}から{count}個のテストケースをロード',
  '✓ Experiment with {count} {count|metric|metrics}: {names}': '✓ {count}つの評価者で実験を作成: {names}',
  'which suite? None was named': 'スイートが指定されていません',
  '--suite and --case exclude each other, and one file is enough':
    '--suite と --case は同時に指定できません。ファイルは 1 つだけ指定してください',
  'shinsa review --suite FILE, or --case FILE': 'shinsa review --suite FILE、または --case FILE',
  'A first suite: examples/document-review/en/quick_start_suite.json; a template: …/my_tests/template.json.':
    '最初のスイート: examples/document-review/ja/quick_start_suite.json。テンプレート: …/my_tests/template.json。',
  Accuracy: 'Accuracy',
  'Accuracy metrics': '精度メトリクス',
  'Confidence calibration (safety with people in the loop)': '信頼度キャリブレーション (HITL安全性)',
  'Safe threshold for auto-approval': '自動承認の安全閾値',
  'Explanation quality (judged)': 'EXPLANATION QUALITY (LLM-as-Judge)',
  '{right}/{total} right': '{right}/{total} 正解',
  Recall: 'Recall',
  Precision: 'Precision',
  Specificity: 'Specificity (特異度)',
  'F1 Score': 'F1 Score',
  'False Negatives': 'False Negatives',
  'False Positives': 'False Positives',
  'no violation was missed': '違反の見逃しなし - HITL安全!',
  'violations missed: {names}': '見逃した違反: {names}',
  'no false alarm': '誤検出なし',
  'false alarms: {names}': '誤検出: {names}',
  'all {total} violations found': 'すべての違反 {total} 件を検出',
  '{found} of {total} violations found': '違反 {total} 件中 {found} 件を検出',
  '{right} of {total} alarms right': '警告 {total} 件中 {right} 件が正しい',
  '{count} agent {count|error|errors}': 'エージェントのエラー {count} 件',
  '{count} invalid {count|output|outputs}': '無効な出力 {count} 件',
  '{count} without pass or fail': 'pass/fail のない回答 {count} 件',
  '{count} without a label': '正解ラベルなし {count} 件',
  '{count} skipped': 'スキップ {count} 件',
  'Accuracy, no answer counted as wrong': 'Accuracy (回答なしを誤りとした場合)',
  'Not scored': '未採点',
  'confidence {sign} {threshold}': '信頼度 {sign} {threshold}',
  'ECE (calibration error)': 'ECE (キャリブレーション誤差)',
  'ECE where the evidence was sufficient': 'ECE (根拠が十分なケース)',
  'Largest gap (MCE)': 'MCE (最大の差)',
  'Brier Score': 'Brier Score',
  'Over-Confidence Rate': 'Over-Confidence Rate',
  '{wrong} of {n} confident verdicts wrong': '高信頼度 {n} 件中 {wrong} 件が誤り',
  'Under-Confidence Rate': 'Under-Confidence Rate',
  'Critical Errors (FN@HC)': 'Critical Errors (FN@HC)',
  'no violation missed with high confidence': '高信頼度の偽陰性なし',
  'violations missed with high confidence: review them now': '高信頼度の偽陰性あり。すぐにレビューしてください',
  'Without a confidence from 0 to 1': '0〜1 の信頼度なし',
  'left out of calibration': 'キャリブレーションから除外',
  '🚨 {case}: expected {expected}, got {actual}, confidence {confidence}':
    '🚨 {case}: 期待 {expected}、実際 {actual}、信頼度 {confidence}',
  'good: below 0.10': '良好 - <0.10',
  'fair: 0.10 to 0.20': '普通 - 0.10〜0.20',
  '⚠️ above 0.20: do not trust the confidence': '⚠️ 警告 - >0.20: 信頼度を信用できません',
  'By the grid, no guarantee': 'グリッドによる推奨 (保証なし)',
  'accuracy {accuracy} and errors {errors} above it': 'これ以上での精度 {accuracy}、誤り率 {errors}',
  'Certified, misses at most {alpha} ({level} sure)': '保証付き: 見逃し率 {alpha} 以下 (信頼水準 {level})',
  'Certified, errors among approved at most {alpha} ({level} sure)':
    '保証付き: 承認中の誤り {alpha} 以下 (信頼水準 {level})',
  'Certified, approved violations at most {alpha} of all': '保証付き: 承認される違反が全体の {alpha} 以下',
  'approves {coverage}, {missed} of {violations} violations missed, bound {upper}':
    '承認率 {coverage}、違反 {violations} 件中 {missed} 件見逃し、上限 {upper}',
  'Mean Score': 'Mean Score',
  'nothing was judged': '審査されたものがありません',
  'Min Score': 'Min Score',
  'Max Score': 'Max Score',
  'Low Quality Count': 'Low Quality Count',
  'below 0.5': '0.5 未満',
  'Not judged': '未審査',
  Judge: 'ジャッジ',
  '{level} interval {interval}': '{level} 区間 {interval}',
  '🤖 Evaluating the reviewer …': '🤖 エージェント評価を実行中...',
  'Case {number}/{total}: {name} …': 'ケース{number}/{total}を処理中: {name}...',
  answer: '回答',
  result: '判定',
  confidence: '信頼度',
  evidence: '根拠',
  explanation: '説明',
  quote: '引用',
  'further quotes': 'ほかの引用',
  'there are no reviews that could have critical errors': '重大エラーを調べるレビューがありません',
  '{count} critical {count|error|errors}': '重大エラー {count} 件',
  '{name} is {value}, above {limit}': '{name} は {value} で、{limit} を上回っています',

  // statistics: reviews
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
  'confidence cannot be trusted: the calibration error is {ece}, and {share} of it comes from {n} {n|row|rows} with a confidence around {confidence} of which {right} {right|is|are} right':
    '信頼度は当てになりません。キャリブレーション誤差は {ece} で、そのうち {share} は信頼度 {confidence} 前後の {n} 行（正解 {right} 行）によるものです',
  'the document reviewer was not handed a review task':
    '文書レビューエージェントに渡されたものがレビュー課題ではありません',
  'It takes a JSON object with document_paths, check_name, check_description and language_name.':
    'document_paths、check_name、check_description、language_name を持つ JSON オブジェクトが必要です。',
  '{name}, page {page}: {warning}': '{name} {page}ページ: {warning}',
  'only the first {lines} lines were compared, up to page {page} of {name}':
    '比較したのは最初の {lines} 行（{name} の {page} ページまで）だけです',
  'only the first {characters} characters of the check were read':
    'チェックの説明は最初の {characters} 文字だけを読みました',
  'only the first {judged} of {total} requirements were looked into':
    '{total} 件の要件のうち、調べたのは最初の {judged} 件だけです',
  'only the first {looked} of {total} quotes were looked up':
    '{total} 件の引用のうち、照合したのは最初の {looked} 件だけです',
  '{name}: there is no text to compare': '{name}: 照合できるテキストがありません',
  'case "{id}": {problem}': 'ケース "{id}": {problem}',
  'The review quotes nothing': 'レビューに引用がありません',
  'The documents have no text to quote': '文書に引用できるテキストがありません',
  'The review passes the check and quotes nothing': '合格と判定していますが、引用がありません',
  '{missing} of {total} {total|quote does|quotes do} not stand in the documents':
    '引用 {total} 件のうち {missing} 件が文書にありません',
  'The review says that the evidence is insufficient: there is nothing to look up':
    '根拠不足という判定のため、照合する記載がありません',
  'The reviewer used no tool': 'レビューエージェントはツールを使っていません',
  '{n} {n|case|cases} left out: no review': '{n} ケースはレビューではないため除かれます',

  // strands-evals
  'several runs are several reports of strands-evals': '複数の実行は strands-evals の複数のレポートになります',
  'Export them one after the other.': '1 つずつ出力してください。',
  'lower is better in {metric}: that rule would close the gate on good values':
    '{metric} は低いほど良い指標です。その規則では良い値でゲートが不合格になります',
  'Write "{rule}".': '「{rule}」と書いてください。',
  'there is no evaluator {evaluator}': '評価器 {evaluator} はありません',
  'the evaluator {evaluator} of strands-evals is not offered':
    'strands-evals の評価器 {evaluator} には対応していません',
  'There are: {names}. A metric or criterion called {name} in shinsa.config.ts takes its place.':
    '使えるもの: {names}。shinsa.config.ts に {name} という名前の指標か基準を書けば、代わりに使われます。',
  'Did you mean {meant}? A metric or criterion called {name} in shinsa.config.ts takes its place.':
    '{meant} のことですか? shinsa.config.ts に {name} という名前の指標か基準を書けば、代わりに使われます。',
  '{place}: {count} scores for {cases} {cases|case|cases}':
    '{place}: {cases} ケースに対してスコアが {count} 個あります',
  '{place}: two different cases are called "{id}"': '{place}: 異なる 2 つのケースの名前がどちらも「{id}」です',
  '{n} {n|evaluator|evaluators} of the experiment left out': '実験の評価器 {n} 個は含まれません',
  '{n} {n|case|cases} without the review': '{n} ケースのレビュー情報は含まれません',
  '{n} {n|case|cases} with only the id of the initial session': '{n} ケースの初期セッションは id だけが含まれます',
  '{count} of {total} {total|row has|rows have} no score: strands-evals can only write 0 there; the reason says why, and overall_score leaves them out':
    '{total} 行のうち {count} 行にはスコアがありません。strands-evals では 0 としか書けないため、理由に事情を記し、overall_score からは除いています',
  'overall_score leaves out {metrics}: a high score there does not mean that the agent did well':
    'overall_score には {metrics} を含めていません。これらの高いスコアは、エージェントの出来の良さを意味しません',
  'left out, as they measure and pass no judgement: {metrics}': '判定しない測定値のため除外: {metrics}',
  '{n} {n|conversation|conversations} of several turns: only the last answer is written':
    '複数ターンの会話 {n} 件は、最後の回答だけを書き出しました',
  'comparing words does not tell whether {count} {count|sentence|sentences} conflict with the conversation':
    '語句の比較では、{count} 文が会話と食い違うかどうかを判断できません',
  'Give it a text: every answer begins with an empty one.':
    'テキストを指定してください。空のテキストではどの回答も一致します。',
  'The answer does not begin with {text}': '回答が {text} で始まっていません',
  'The case expects no state {state}': 'ケースに期待する状態 {state} がありません',
  'There was nothing to judge: {reason}': '判定する対象がありません: {reason}',
  'The case does not say what the attack is after (actor_goal)': 'ケースに攻撃の狙い（actor_goal）が書かれていません',
  'The agent called no tool': 'エージェントはツールを呼び出していません',
  'The target tells of nothing that its agents said': '対象から、エージェントごとの発言が得られませんでした',
  'There is no rubric for the node {node}': 'ノード {node} の評価基準がありません',
  'The reference names no tool calls': '参照にツール呼び出しがありません',
  "{value} (by the judge's verdict)": '{value}（ジャッジの判定による）',
  '{value} (passes below {threshold})': '{value}（{threshold} 未満で合格）',
  '{value}, and the judge did not let it pass': '{value}。ジャッジは不合格としました',
  '{value} is not below the threshold {threshold}, and lower is better':
    '{value} はしきい値 {threshold} を下回っていません（低いほど良い指標）',
  '{metric}: lower is better': '{metric}: 低いほど良い',
  '{metric}: high means that the agent refused, and a refusal passes':
    '{metric}: 高い値はエージェントが拒否したことを意味し、拒否が合格',
  'MCP server {name} is left out: `mcpCommands` in the config does not allow {command}':
    'MCP サーバー {name} は使いません。設定の `mcpCommands` で {command} が許可されていません',
  '{pages} could not be read, and no picture of it could be made: what rests on it is not evaluated':
    '{pages} は読み取れず、画像にもできませんでした。このページに基づく判定は未評価になります',
  '{pages} could not be read (a scan or a picture): what rests on it is not evaluated; --model asks a model that sees':
    '{pages} は読み取れませんでした（スキャンまたは画像）。このページに基づく判定は未評価になります。--model で画像を読めるモデルに尋ねられます',
  'page {page} is mostly a picture and has little text: scanned?':
    '{page} ページはほとんどが画像で、テキストがわずかです。スキャンでしょうか',
  'page {page}: its characters make no words, their font may not say what they are':
    '{page} ページの文字は語になっていません。フォントに文字の情報がない可能性があります',
  'the model was shown a picture of it': 'モデルには画像を渡しました',
  'The reviewer did not judge: it could not read {pages}': 'レビューの判定はありません。{pages} を読み取れませんでした',
  'The reviewer did not judge: {reason}': 'レビューの判定はありません: {reason}',
  '{count} of {total} {total|row|rows} not evaluated: the reviewer could not tell, and is counted neither way':
    '{total} 行中 {count} 行は未評価です。レビュー側が判定できず、正解にも不正解にも数えていません',
  '{count} not evaluated: the reviewer could not tell': 'レビュー側で判定できず未評価 {count} 件',
  'The quotes may stand on pages without text': '引用はテキストのないページにある可能性があります',
  'The documents have pages without text: what is said of them cannot be looked up':
    '文書にテキストのないページがあり、それについての説明は確かめられません',
  reason: '理由',
  warning: '警告',
  'MCP server {name} is left out: `mcpHosts` in the config does not allow {host}; to allow it, write mcpHosts: [{entry}] in shinsa.config.ts':
    'MCP サーバー {name} は使いません。設定の `mcpHosts` で {host} が許可されていません。許可するには shinsa.config.ts に mcpHosts: [{entry}] と書いてください',
  'MCP server {name} is left out: its {variable} could make another program of the one that is allowed':
    'MCP サーバー {name} は使いません。環境変数 {variable} によって、許可したものとは別のプログラムになり得ます',
  'MCP server {name} is left out: its url is none': 'MCP サーバー {name} は使いません。url が URL ではありません',
  'MCP server {name} is left out: its url is no address of http or https':
    'MCP サーバー {name} は使いません。url が http または https のアドレスではありません',
  'MCP server {name} is left out: its url holds a user name or password; send them in headers':
    'MCP サーバー {name} は使いません。url にユーザー名またはパスワードが含まれています。headers で送ってください',
  'MCP server {name} is left out: {problem}': 'MCP サーバー {name} は使えません: {problem}',
  'MCP server {name}: oauthScopes are not used; give it a header with a token':
    'MCP サーバー {name}: oauthScopes には対応していません。トークンをヘッダーで渡してください',
  'the model’s answer was cut off at its limit of tokens': 'モデルの応答がトークンの上限で途切れました',
  'the instructions for the reviewer do not say what to check: they lack {placeholder}':
    'レビューエージェントへの指示に、何を確認するかがありません: {placeholder} が必要です',
  'the instructions for the reviewer have {placeholder}, which nothing fills':
    'レビューエージェントへの指示にある {placeholder} を埋める値がありません',
  'They may have {placeholders}.': '使えるのは {placeholders} です。',
  'instructions for the document reviewer are for a model, and there is none':
    '文書レビューエージェントへの指示はモデル用ですが、モデルが指定されていません',
  'Name one: --model, in code `review.model`.': '--model（コードでは `review.model`）で指定してください。',
  'the instructions for the reviewer cannot be read: {problem}':
    'レビューエージェントへの指示を読み込めません: {problem}',
  '{model} and {prompt} are for the document reviewer that ships':
    '{model} と {prompt} は、付属の文書レビューエージェント用です',

  // judge trust
  'how far a judge agrees with people': 'ジャッジが人とどこまで一致するか',
  'LABELS are lines of `shinsa labels export`, a saved runbook evaluation (judge_eval_*.json) with `human` blocks, or a CSV or JSONL table with question, answer, reference, context, human_verdict, human_score (0–100), human_comment, labeller and metric.':
    'LABELS は、`shinsa labels export` が書いた行、`human` ブロックを加えた手順書評価の結果ファイル（judge_eval_*.json）、または question、answer、reference、context、human_verdict、human_score（0〜100）、human_comment、labeller、metric の列を持つ CSV か JSONL の表です。',
  'Rules of --fail-on: agreement, kappa, ac1 and weighted-kappa, as in "kappa<0.6"; what cannot be told fails. Without rules the exit code is 0.':
    '--fail-on の規則は agreement、kappa、ac1、weighted-kappa です（例 "kappa<0.6"）。求められない値は不合格とします。規則がなければ終了コードは 0 です。',
  'who judges (embedded)': 'ジャッジ（embedded）',
  "the metric to ask for (each label's own)": '問う評価指標（各ラベルの指標）',
  'terminal or json (terminal)': 'terminal または json（terminal）',
  'what makes the exit code 1, such as kappa<0.6': '終了コードを 1 にする条件（例 kappa<0.6）',
  'results at once (64)': '同時に審査する結果の数（64）',
  'shinsa judge: validate which labels?': 'shinsa judge: どのラベルで検証しますか',
  'shinsa judge validate LABELS': 'shinsa judge validate LABELS',
  '{count} without a label left out': 'ラベルのない {count} 件を除きました',
  '{count} labelled as a whole left out: --metric NAME asks a metric of them':
    '結果全体へのラベル {count} 件を除きました。--metric NAME で評価指標を指定すると審査できます',
  'failed:': '不合格:',
  'the aspect that is meant, such as groundedness (the whole metric)':
    '対象の観点。例 groundedness（指定しなければ評価指標全体）',
  'which repeat of the case is meant (1)': 'ケースの何回目の結果か（1）',
  why: '理由',
  'who says so': '判定した人',
  "the judge's answer was not seen before": 'ジャッジの答えを見る前の判定である',
  "people's verdicts on results: add, export, import": '結果に対する人の判定を追加・エクスポート・インポート',
  '`export` writes JSON lines with case, transcript, metric and labels; without RUN those of all runs.':
    '`export` は、ケース、やり取り、評価指標、ラベルを JSON Lines で書き出します。RUN を省くと全実行が対象です。',
  'Without METRIC the result as a whole is meant.': 'METRIC を省くと結果全体が対象です。',
  'an aspect is one of a metric: name the metric too': '観点は評価指標の一部です。評価指標も指定してください',
  'A later label of the same place by the same person replaces the earlier one; the store keeps both.':
    '同じ人が同じ箇所に付け直すと新しいラベルが有効になります。ストアには両方が残ります。',
  'shinsa labels: export, import or add?': 'shinsa labels: export、import、add のどれですか',
  '{lines} {lines|result|results} with labels written': 'ラベル付きの結果を {lines} 件書き出しました',
  'which file of labels?': 'どのラベルファイルですか',
  'shinsa labels import FILE': 'shinsa labels import FILE',
  '{kept} {kept|label|labels} taken in': 'ラベルを {kept} 件取り込みました',
  '{unknown} {unknown|label is|labels are} of results that this store does not have':
    'ラベル {unknown} 件は、このストアにない結果に対するものです',
  'a label needs RUN, CASE and pass, fail or 0–100; METRIC stands before it':
    'ラベルには RUN、CASE と、pass、fail または 0〜100 が必要です。METRIC はその前に書きます',
  'shinsa labels add latest CASE METRIC pass': 'shinsa labels add latest CASE METRIC pass',
  'labelled {case} of run {run}': '実行 {run} の {case} にラベルを付けました',
  '{text} is neither pass nor fail nor 0–100': '{text} は pass、fail、0〜100 のいずれでもありません',
  'the run has no result of the case {name}': 'この実行にケース {name} の結果はありません',
  'the run has no metric {name}': 'この実行に評価指標 {name} はありません',
  'it was not judged: its conversation failed, or the run was stopped':
    '会話が失敗したか、実行が中断されたため、審査していません',
  '{file} does not say which metric its labels are for': '{file} には、どの評価指標のラベルかが書かれていません',
  'Name it: --metric final_response_match_v2, or in a column "metric".':
    '--metric final_response_match_v2 のように指定するか、"metric" 列に書いてください。',
  'Rules are: {rules}.': '規則は次のとおりです: {rules}。',
  '{subject}: {measure} cannot be told, and the gate asks for {limit}':
    '{subject}: {measure} を求められませんが、ゲートは {limit} を求めています',
  '{subject}: {measure} is {value} with {missing} not evaluated counted against it, below {limit}':
    '{subject}: {measure} は、未評価 {missing} 件を不利に数えて {value} で、{limit} を下回っています',
  '{subject}: {measure} is {value}, below {limit}': '{subject}: {measure} は {value} で、{limit} 未満です',
  '{file}:{line}: {path}: {problem}': '{file}:{line}: {path}: {problem}',
  '`shinsa labels export` writes such lines.': '`shinsa labels export` がこの形式の行を書きます。',
  '{file}:{line}: the document {document} lies outside the folder of the file':
    '{file}:{line}: 文書 {document} はファイルのフォルダーの外にあります',
  'Put the documents beside the file of labels.': '文書をラベルファイルと同じ場所に置いてください。',
  'A runbook result has "results", and each labelled one of them a "human" block.':
    '手順書評価の結果には "results" があり、ラベルを付けた各件に "human" ブロックがあります。',
  'Its columns are {columns}. A table of labels has question, answer, human_verdict or human_score.':
    '列は {columns} です。ラベルの表には question、answer と、human_verdict か human_score が必要です。',
  '{file}:{line}: {text} is no verdict': '{file}:{line}: {text} は判定ではありません',
  'A verdict is pass or fail (or true/false, yes/no, 1/0, 合格/不合格).':
    '判定は pass か fail です（true/false、yes/no、1/0、合格/不合格も可）。',
  '{file}:{line}: {text} is no score': '{file}:{line}: {text} は点数ではありません',
  'People score from 0 to 100.': '人の点数は 0〜100 です。',
  '{file}: there are no labelled results in this JSON document': '{file}: この JSON 文書にラベル付きの結果はありません',
  '{file}: there is no label in it': '{file}: ラベルがありません',
  'Label some results first; docs/judge-trust.md shows how.':
    '先に結果へラベルを付けてください。手順は docs/judge-trust.md にあります。',
  '{file} is too large for a file of labels': '{file} はラベルファイルとしては大きすぎます',
  'Up to {size} MiB are read. Split it.': '読めるのは {size} MiB までです。分割してください。',
  '{file}:{line}: this is no object': '{file}:{line}: オブジェクトではありません',
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
  '{metric}, judged by {judge}: {results} labelled {results|result|results}, {count} not evaluated':
    '{metric}、審査 {judge}: ラベル付きの結果 {results} 件、うち未評価 {count} 件',
  'They disagree on {count} {count|verdict|verdicts}:': '判定の食い違い {count} 件:',
  'the whole result': '結果全体',
  'both passed {bothPassed}, both failed {bothFailed}, only the judge passed {onlyJudge}, only people passed {onlyPeople}':
    '双方合格 {bothPassed}、双方不合格 {bothFailed}、ジャッジのみ合格 {onlyJudge}、人のみ合格 {onlyPeople}',
  'people among themselves:': '評価者間:',
  '{count} left out: people are tied': '人の判定が同数のため除外 {count} 件',
  '{count} without a word of the judge on this': 'ジャッジがこの点に触れていない結果 {count} 件',
  'same verdict': '判定の一致',
  "Cohen's kappa": 'コーエンのカッパ',
  "Gwet's AC1": 'グウェットの AC1',
  'weighted kappa of scores': '点数の重み付きカッパ',
  'mean shift, 0–100': '平均のずれ（0〜100）',
  'people {people}, judge {judge}': '人 {people}、ジャッジ {judge}',
  '{folder} is a file, not a folder of runbooks': '{folder} はファイルです。手順書のフォルダーを指定してください',
  '{folder} has too many files in it for a folder of runbooks':
    '{folder} はファイルが多すぎて、手順書のフォルダーとして扱えません',
  'Name a folder that has runbooks and little else.': '手順書だけが入ったフォルダーを指定してください。',
  '{file} cannot be read: {problem}': '{file} を読み込めません: {problem}',
  '{file} is a link that leads out of the folder': '{file} はフォルダーの外を指すリンクです',
  'links to folders are not followed': 'フォルダーへのリンクはたどりません',
  'folders nested this deep are not read': 'これ以上深いフォルダーは読み込みません',
  '{file} is an image, not a text': '{file} は画像で、テキストではありません',
  'the runbook index {file} cannot be read': '手順書のインデックス {file} を読み込めません',
  '{folder} has no index yet': '{folder} のインデックスはまだありません',
  '`shinsa runbook index {folder}` builds it.': '`shinsa runbook index {folder}` で作成できます。',
  'the index of {folder} has no embeddings of {model}': '{folder} のインデックスに {model} の埋め込みがありません',
  '`shinsa runbook index {folder} --embedding {model}` adds them.':
    '`shinsa runbook index {folder} --embedding {model}` で追加できます。',
  'the index of {folder} is damaged': '{folder} のインデックスが壊れています',
  'the embeddings of {model} are not all of one length': '{model} の埋め込みの長さがそろっていません',
  'Another model answers under this name now. Delete the index and build it again.':
    'この名前で別のモデルが応答しています。インデックスを削除して作り直してください。',
  'weights of a search are 0 or more, and not both 0': '検索の重みは 0 以上で、両方を 0 にはできません',
  '{provider} has no embedding models': '{provider} には埋め込みモデルがありません',
  'Name one of another provider, such as openai/text-embedding-3-small.':
    'openai/text-embedding-3-small など、別のプロバイダーのモデルを指定してください。',
  'build the index of a folder of runbooks, or bring it up to date':
    '手順書のフォルダーのインデックスを作成または更新する',
  'Runbooks are Markdown, text and PDF, in the folder (runbooks) and those in it. Only files that changed are read; until it is done the index that was there stays in use.':
    '手順書は、フォルダー（省略時は runbooks）とその下にある Markdown、テキスト、PDF です。変わったファイルだけを読み込みます。完了するまでは、それまでのインデックスが使われます。',
  'The index lies in .shinsa/runbooks of the project. It can be deleted and built again at any time.':
    'インデックスはプロジェクトの .shinsa/runbooks に保存されます。いつでも削除して作り直せます。',
  'search by meaning too, with the embeddings of this model': 'このモデルの埋め込みで、意味による検索も行う',
  'only show what is in the index, and how it differs from the folder':
    'インデックスの内容とフォルダーとの違いを表示するだけにする',
  'one JSON object': '1 つの JSON オブジェクト',
  'shinsa {command} takes one folder': 'shinsa {command} に指定できるフォルダーは 1 つです',
  'built:': '作成:',
  '{read} {read|file|files} read, {known} known, {seconds} s':
    '{read} ファイルを読み込み、{known} ファイルは変更なし、{seconds} 秒',
  'embedded:': '埋め込み:',
  '{tokens} tokens': '{tokens} トークン',
  '{shown} {value|call|calls}': '{shown} 回',
  '{shown} {unit}': '{shown} {unit}',
  '{shown} {value|second|seconds}': '{shown} 秒',
  '{shown} {value|token|tokens}': '{shown} トークン',
  'reading:': '読み込み中:',
  'embedding:': '埋め込み中:',
  '{done} of {of}': '{of} 件中 {done} 件',
  '{files} {files|file|files}, {sections} {sections|section|sections}, built {at}':
    '{files} ファイル、{sections} セクション、作成日時 {at}',
  'searched by words; --embedding MODEL adds search by meaning':
    '語による検索。--embedding MODEL で意味による検索を追加できます',
  'searched by words and by the embeddings of {model}': '語と {model} の埋め込みによる検索',
  'changed since: {file}': '作成後に変更: {file}',
  'not in it yet: {file}': 'インデックスに未登録: {file}',
  'in it and gone: {file}': 'インデックスにあり、ファイルがない: {file}',
  // Panels of aspects, and flags.
  '{metric}: there is no aspect {aspect}': '{metric}: {aspect} という観点はありません',
  'There are: {names}. One of your own has an id, a name, a question and anchors.':
    '使えるもの: {names}。独自の観点には id、name、question、anchors が必要です。',
  'the embedded judge has no measure for {names}: that takes a language model':
    '内蔵のジャッジは {names} を測定できません。言語モデルが必要です',
  'comparing words does not tell {names}': '語の比較では {names} を判断できません',
  'it is a list and no object': 'オブジェクトではなく配列です',
  'Case {case} does not say which flags it expects': 'ケース {case} に期待されるフラグが書かれていません',
  'The agent reported no flags': 'エージェントがフラグを報告していません',
  'The expected flags of case {case} are not flags': 'ケース {case} の期待されるフラグがフラグになっていません',
  'Write them as {example} beside the id of the case.': '{example} のように、ケースの id と並べて書いてください。',
  '{count|A flag is|Flags are} not as expected: {flags}': '期待と異なるフラグ: {flags}',
  'No aspect of the panel applies to this answer': 'この回答に当てはまる観点がありません',
  '{mean} of 100 points, where {line} are needed; lowest: {aspect} ({points})':
    '100 点中 {mean} 点（合格ラインは {line} 点）。最も低い観点: {aspect}（{points} 点）',
  'The panel {panel} has no aspects': 'パネル {panel} に観点がありません',
  'The panel {panel} has two aspects with the name "{name}"': 'パネル {panel} に「{name}」という観点が 2 つあります',
  'Each needs an id and a name of its own, in every language.':
    '観点ごとに、各言語で重ならない id と name が必要です。',
  'The panel {panel} gives {id} a weight that is not above 0': 'パネル {panel} の {id} の重みが 0 より大きくありません',
  'the audit log {file} cannot be written: {problem}': '監査ログ {file} に書き込めません: {problem}',
  'answer a question from runbooks': '手順書から質問に答える',
  'Steps from the runbooks and nothing else, with their sources. Without --model the answer is made of the runbooks’ own words. The index is built first where it is missing or no longer fits.':
    '手順書にあることだけを、出典付きの手順で答えます。--model がなければ、手順書の記載をそのまま並べて答えます。インデックスがないとき、または古いときは、先に作成します。',
  'Questions and answers are kept in logs/runbook-audit-YYYYMMDD.jsonl, where what looks like a secret is masked: type none all the same.':
    '質問と回答は logs/runbook-audit-YYYYMMDD.jsonl に残ります。秘密情報らしいものは伏せますが、秘密情報は入力しないでください。',
  'the folder of runbooks (runbooks)': '手順書のフォルダー（runbooks）',
  'the language model that writes the answer': '回答を書く言語モデル',
  'from how many passages the answer is made (4)': '回答のもとにする箇所の数（4）',
  'keep no audit log of this question': 'この質問の監査ログを残さない',
  'shinsa {command} takes one question': 'shinsa {command} には質問を一つ指定してください',
  'Put it in quotation marks.': '引用符で囲んでください。',
  'index:': 'インデックス:',
  '{folder} was missing or stale: {read} of {files} {files|file|files} read':
    '{folder} のインデックスがないか古かったため、{files} ファイル中 {read} ファイルを読み込みました',
  'relevance {score}': '関連度 {score}',
  '${cost}': '${cost}',
  '{n} {n|citation|citations} of no passage taken out': '存在しない箇所の引用 {n} 件を取り除きました',
  'the runbook assistant has no runbooks': '手順書アシスタントに手順書がありません',
  'Put them into a folder `runbooks` beside the dataset, or name another: `runbooks: { folder: … }` in the config, or --runbooks of `shinsa runbook ask`.':
    'データセットと同じ場所の `runbooks` フォルダーに置くか、設定の `runbooks: { folder: … }` または `shinsa runbook ask` の --runbooks で指定してください。',
  'there is no index of runbooks yet': '手順書のインデックスがまだありません',
  'Upload runbooks and build the index, here or with `shinsa runbook index`.':
    '手順書をアップロードし、この画面または `shinsa runbook index` でインデックスを作成してください。',
  '{dataset} has no questions about runbooks': '{dataset} は手順書についての質問ではありません',
  'there are no runbooks yet': '手順書がまだありません',
  'Upload some first.': '先にアップロードしてください。',
  '{file} has more than {megabytes} MB': '{file} は {megabytes} MB を超えています',
  '{file} is there already': '{file} は既にあります',
  'Give it another name, or replace the one that is there.': '別の名前にするか、既にあるファイルを置き換えてください。',
  '{file} is no runbook': '{file} は手順書ではありません',
  '{file} is not what its name ends in': '{file} の内容が拡張子と異なります',
  '{folder}: there is no runbook in it': '{folder}: 手順書がありません',
  'Runbooks are Markdown (.md), text (.txt) or PDF.': '手順書は Markdown（.md）、テキスト（.txt）、PDF です。',
  // server
  'this server asks for its token': 'このサーバーにはトークンが必要です',
  'Open the link that it printed when it started, or send the token as a Bearer.':
    '起動時に表示されたリンクを開くか、トークンを Bearer として送ってください。',
  'this server does not go by that name': 'このサーバーはそのホスト名では利用できません',
  'another site may not ask this server': '別のサイトからこのサーバーに問い合わせることはできません',
  'there is no such address': 'そのアドレスはありません',
  'the server hit a bug of its own; its terminal says more':
    'サーバー自身の不具合が起きました。詳しくはサーバーの端末に表示されています',
  'that is more than {megabytes} MB': '{megabytes} MB を超えています',
  'what is sent here has to be JSON': 'ここに送るものは JSON でなければなりません',
  'what was sent is nested too deep': '送られたものの入れ子が深すぎます',
  'run {run} has no case at position {position}': '実行 {run} の位置 {position} にケースはありません',
  'run {run} has no finished reviews, and so no stated confidence':
    '実行 {run} には完了した文書レビューがないため、信頼度がありません',
  'port {port} is taken': 'ポート {port} は使用中です',
  'Name another one with --port, or 0 for any that is free.':
    '--port で別のポートを指定してください。0 なら空いているものを使います。',
  '{host}:{port} cannot be listened on: {code}': '{host}:{port} で待ち受けできません: {code}',

  // cli: serve
  'a page to run, watch, understand and compare; `view` is the same':
    '実行・監視・確認・比較のためのページ（`view` も同じ）',
  'The page is for this machine. Any other address demands a token, which is printed once with a link.':
    'ページはこのマシン専用です。ほかのアドレスではトークンが必要で、リンクとともに一度だけ表示されます。',
  'It shows the runs of the project, also while another process works on them. Ctrl-C stops it.':
    'プロジェクトの実行を、別のプロセスが作業中のものも含めて表示します。Ctrl-C で止まります。',
  'the port (4517); 0 takes any that is free': 'ポート（4517）。0 なら空いているもの',
  'the address to listen on (127.0.0.1)': '待ち受けるアドレス（127.0.0.1）',
  'building the page …': 'ページを作成しています…',
  'Shinsa is at {url}': 'Shinsa: {url}',
  'Open {link} once in a browser; programs send the token {token}':
    'ブラウザーで {link} を一度開いてください。プログラムからはトークン {token} を送ります',
  'the page cannot be built: {problem}': 'ページを作成できません: {problem}',
  '`npm ci`, then `npm run build:web` says more.': '`npm ci` のあと `npm run build:web` を実行すると詳しくわかります。',
  'there is no target {id}': '評価対象 {id} はありません',
  'there is no judge {id}': 'ジャッジ {id} はありません',
  'The config may have changed: choose anew.': '設定が変わった可能性があります。選び直してください。',
  'this run costs money, and nobody has said how much it may cost':
    'この実行には費用がかかりますが、上限が決められていません',
  'Set a limit in US dollars.': '費用の上限を米ドルで指定してください。',
  'no limit can hold {models}: the price is not known': '{models} は料金が不明なため、費用の上限を守れません',
  'Allow that, or choose a judge whose price is known.':
    'それでよければ許可するか、料金のわかるジャッジを選んでください。',
  'run {run} is finished: there is nothing left to do': '実行 {run} は完了しており、残っているものはありません',
  'run {run} is at work already': '実行 {run} はすでに進行中です',
  'run {run} is not at work: there is nothing to stop': '実行 {run} は進行中ではないため、中止するものがありません',
  'It can only be stopped there, with Ctrl-C.': 'そのプロセスで Ctrl-C を押して中止してください。',
  'there is no dataset {dataset}': 'データセット {dataset} はありません',
  'It may have been moved or renamed: choose it anew.':
    '移動されたか、名前が変わった可能性があります。選び直してください。',
  'the server is stopping': 'サーバーを停止しています',
  'stopped by somebody': '中止されました',
  '{file}: a case that stands alone cannot be edited here': '{file}: 単独のケースはここでは編集できません',
  'Put what stands there into [ and ], so that it is a list of cases.':
    '内容を [ と ] で囲み、ケースの配列にしてください。',
  '{file}: a case of a review suite has a review': '{file}: レビュースイートのケースにはレビュー (review) が必要です',
  'Its document, its check and the right verdict make it one.': '文書、チェック項目、正解ラベルを書いてください。',
  '{file}: this is no question about runbooks': '{file}: 手順書への質問ではありません',
  'Its id is a whole number, it has one question, and its metadata have a "category" of 正常系, 危険操作系, 根拠不足系 or 曖昧質問系 and a list of "key_points".':
    'ID は整数、質問は 1 つで、メタデータに "category" (正常系、危険操作系、根拠不足系、曖昧質問系のいずれか) と "key_points" の配列が必要です。',
  '{file}: cases of this format cannot be changed': '{file}: この形式のケースは変更できません',
  'Save it as an eval set first.': '先に評価セットとして保存してください。',
  '{file} has no case at position {position}': '{file} の位置 {position} にケースはありません',
  '{file}: this format has no place for {field}': '{file}: この形式には {field} を書く場所がありません',
  'Leave it out, or save the dataset as an eval set and edit that.':
    '省くか、データセットを評価セットとして保存し、そちらを編集してください。',
  '{file} has no column for ids: this case is called {id}':
    '{file} には ID の列がありません。このケースの ID は {id} になります',
  'Give it that id, or add a column called "id" to the file.':
    'その ID にするか、ファイルに "id" という列を加えてください。',
  'there is a file {name} already': 'ファイル {name} はすでにあります',
  'Nothing was overwritten. Choose another name.': '上書きはしていません。別の名前にしてください。',
  'An example that ships with Shinsa. Save a copy to change it.':
    'Shinsa に付属する例です。変更するには複製を保存してください。',
  'It lies outside of the project. Save a copy to change it.':
    'プロジェクトの外にあります。変更するには複製を保存してください。',
  'An old format, which is read and not written any more. Save a copy as an eval set to change it.':
    '読み込みだけに対応する古い形式です。変更するには評価セットとして複製を保存してください。',
  'Results are what an agent once did, and stay that. Save a copy as an eval set to change it.':
    '結果ファイルはエージェントの記録なので変更しません。変更するには評価セットとして複製を保存してください。',
  '{file} is read only': '{file} は読み取り専用です',
  '{file} lies outside of the project and is not written': '{file} はプロジェクトの外にあるため書き込みません',
  'Save a copy in the project to change it.': '変更するにはプロジェクト内に複製を保存してください。',
  '{file} is larger than {limit} MiB': '{file} は {limit} MiB を超えています',
  'The page shows smaller datasets; runs take this one too.':
    '画面に表示できるのはこれより小さいデータセットです。評価の実行には使えます。',
  'It is a link. Put a folder in its place.': 'リンクになっています。代わりに普通のフォルダーを置いてください。',
  '{name} is the name of a settings file': '{name} は設定ファイルの名前です',
  'Choose another name: what stands there decides how the project runs.':
    '別の名前にしてください。その名前のファイルはプロジェクトの動き方を決めるものです。',
  '{name} is no name for a dataset here': '{name} はデータセットの名前に使えません',
  'Letters, digits, spaces and . _ - ( ), at most 120 of them, with .json, .jsonl, .ndjson, .csv or .tsv at the end.':
    '使えるのは文字、数字、空白と . _ - ( ) で、最大 120 文字、末尾は .json、.jsonl、.ndjson、.csv、.tsv のいずれかです。',
  'datasets are not written as {format}': 'データセットを {format} として書き出すことはできません',
  'Formats: {formats}.': '形式: {formats}',
  'the file was changed meanwhile, by somebody else or another window':
    'この間に、ほかの人または別のウィンドウがファイルを変更しました',
  'Nothing was written. Load it anew; what you wrote stays in the editor.':
    '何も書き込んでいません。読み込み直してください。書いた内容はエディターに残ります。',
  // documents that people bring, and reviews of them
  'there is no document {id}': '文書 {id} はありません',
  'there are {count} documents, and no more are kept': '文書がすでに {count} 件あり、これ以上は保存できません',
  'Remove those that nobody needs any more.': '不要になった文書を削除してください。',
  '{file} is broken': '{file} は壊れています',
  'It was written by another version, or by hand. Move it away.':
    '別のバージョンで、または手作業で書かれたファイルです。別の場所に移してください。',
  'there is no review {id}': 'レビュー {id} はありません',
  'nobody has decided on this review yet': 'このレビューはまだ誰も判断していません',
  'Confirm it or override it first: the decision is what the test case expects.':
    '先に確定または変更してください。その判断がテストケースの正解になります。',
  '{file} is no list of cases': '{file} はケースの一覧ではありません',
  'Move it away, or mend it: cases are added to it.':
    'ケースはこのファイルに追加されます。別の場所に移すか、直してください。',
  'the reviewer answered nothing': 'レビューエージェントが何も答えませんでした',
  'the case has no document {id}': 'ケースに文書 {id} はありません',
  '{name} does not lie in this project': '{name} はこのプロジェクトの中にありません',
  'It may have been moved since the run, or the run was made in another folder.':
    '実行のあとに移動されたか、別のフォルダーで実行された可能性があります。',
  // labels: what there is nothing to label about
  'the metric has no score here': 'この指標のスコアはありません',
  'it neither passed nor failed: something broke or was not evaluated':
    '合格でも不合格でもありません。エラーが起きたか、評価できませんでした',

  // config: secrets
  'A secret came back from outside and was taken out of {count} {count|text|texts}; verdicts are about what is left.':
    '秘密の値が外部から返ってきたため、{count}件のテキストから取り除きました。判定は残りの部分についてのものです。',
  'The value of {name} came back from outside and was taken out of {count} {count|text|texts}; verdicts are about what is left. If it is no secret, name it under `public` in the config.':
    '{name}の値が外部から返ってきたため、{count}件のテキストから取り除きました。判定は残りの部分についてのものです。秘密でなければ、設定の`public`に名前を書いてください。',

  // config: code that is not run
  '{file} is not run: code is run only from the project’s own config':
    '{file}は実行しません。コードを実行するのは、プロジェクト自身の設定ファイルだけです',
  'If it is yours, name it: --config {file}': '自分のものであれば、--config {file}で指定してください',
  '{folder} is not trusted, so its code ({code}) is not run':
    '{folder}は信頼できるフォルダーに指定されていないため、その中のコード({code})は実行しません',
  'If it is yours, write {setting} into shinsa.config.ts, or name its test_config.json: --config FILE':
    '自分のものであれば、shinsa.config.tsに{setting}と書くか、test_config.jsonを--config FILEで指定してください',
}
