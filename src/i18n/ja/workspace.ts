/**
 * What `src/workspace` says where anybody may read it, in Japanese. The same placeholders stand in both; Japanese needs no plural
 * words.
 */
export const workspaceShownJa: Readonly<Record<string, string>> = {
  'this list defines {count} evaluations': 'この一覧は {count} 件の評価を定義しています',
  'Each has criteria of its own. Keep one in the file.':
    '基準は評価ごとに異なります。ファイルには 1 件だけ残してください。',
  '{folder}: there is no document in it': '{folder}: 文書がありません',
  'Documents are PDF, Word (.docx), Markdown, HTML, text or images.':
    '文書は PDF、Word (.docx)、Markdown、HTML、テキスト、画像です。',
  'the store has a file of the run that is not what it says: {path}':
    'ストアにある実行のファイルが、記録された内容と一致しません: {path}',
  'Put the run into the queue again, and see who may write to the store.':
    '実行をもう一度キューに入れ、ストアに書き込める人を確認してください。',
  'run {run} is played by workers': '実行 {run} はワーカーが進めています',
  '`shinsa resume {run}` watches it; with --on-interrupt stop, Ctrl-C ends it.':
    '`shinsa resume {run}` で見守れます。--on-interrupt stop を付けると Ctrl-C で中断できます。',
  'stopEarly has no effect here: a round plays every case':
    'stopEarly はここでは効きません: 毎回すべてのケースを実行します',
  'the calls of tools are recorded, of all cases': 'すべてのケースのツール呼び出しを記録します',
  'what answers at {address} may change unseen': '{address} で答えるものは、気づかないうちに変わることがあります',
  'which files {command} consists of is not known': '{command} がどのファイルからできているか分かりません',
  '{file} imports what only it knows': '{file} が何を読み込むかは、実行しないと分かりません',
  'So the agent is asked every case again. `watch: […]` in the config names the files that its answers depend on.':
    'そのため、すべてのケースを尋ね直します。回答に関わるファイルは設定の `watch: […]` で指定できます。',
  '{asked} {asked|answer|answers} asked for, {taken} from the store: nothing changed that {taken|it depends|they depend} on':
    '回答 {asked} 件を尋ね、{taken} 件は保存済みのものを使いました。それらに関わるものは何も変わっていません',
  'the answers of the log are left out: shinsa run {file} scores them':
    'ログの回答は除きました。shinsa run {file} で採点できます',
  'note:': '備考:',
  'several runs are several tables': '複数の実行は複数の表になります',
  'run {run} is at work in process {process}': '実行 {run} はプロセス {process} で進行中です',
  'run {run} is at work on {host}': '実行 {run} は {host} で進行中です',
  'Wait for it, or stop it with Ctrl-C where it runs; it counts as gone after half a minute.':
    '終了を待つか、動いている場所で Ctrl-C で中断してください。応答がなくなってから 30 秒で停止したものとして扱われます。',
  'Wait for it, or stop it with Ctrl-C where it runs; --force if that process is another program.':
    '終了を待つか、動いている端末で Ctrl-C で中断してください。そのプロセスが別のプログラムであれば --force を付けてください。',
  '{file} has no effect here: it has no `columns`': '{file}はここでは効果がありません。`columns`がありません',
  '{file} has no effect here: the dataset is no table':
    '{file}はここでは効果がありません。データセットが表ではありません',
  'Leave out --config.': '--configを取り除いてください。',
  '{file}': '{file}',
  '{file} is there': '{file} があります',
  'the ending of {file} does not say which format is meant': '{file} の拡張子からは形式が分かりません',
  'Name it: --to {formats}.': '--to {formats} で指定してください。',
  'A first suite: examples/document-review/en/quick_start_suite.json; a template: …/my_tests/template.json.':
    '最初のスイート: examples/document-review/ja/quick_start_suite.json。テンプレート: …/my_tests/template.json。',
  'an aspect is one of a metric: name the metric too': '観点は評価指標の一部です。評価指標も指定してください',
  'the run has no result of the case {name}': 'この実行にケース {name} の結果はありません',
  'the run has no metric {name}': 'この実行に評価指標 {name} はありません',
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
  'the server hit a bug of its own; its terminal says more':
    'サーバー自身の不具合が起きました。詳しくはサーバーの端末に表示されています',
  'building the page …': 'ページを作成しています…',
  'the page cannot be built: {problem}': 'ページを作成できません: {problem}',
  '`npm ci`, then `npm run build:web` says more.': '`npm ci` のあと `npm run build:web` を実行すると詳しくわかります。',
  'there is no target {id}': '評価対象 {id} はありません',
  'there is a target {name} already': '評価対象 {name} はすでにあります',
  'there is no config {config}': '設定ファイル {config} はありません',
  'there is no judge {id}': 'ジャッジ {id} はありません',
  'The config may have changed: choose anew.': '設定が変わった可能性があります。選び直してください。',
  'no case of the run came out as {verdicts}': '{verdicts} になったケースはありません',
  'run {run} does not say how it was begun': '実行 {run} には開始時の指定が残っていません',
  'Begin a new one with `shinsa run`.': '`shinsa run` で新しい実行を始めてください。',
  'no case of the run fits {names}': '{names} に当てはまるケースはありません',
  'run {run} has no result of case {case}': '実行 {run} にケース {case} の結果はありません',
  'this would not be the same again: it was {before}, and now it would be {now}':
    '同じ条件では再実行できません。前回は {before} でしたが、今は {now} になります',
  'The config has changed since, or code began the run: begin a new one there.':
    'その後に設定が変わったか、コードから始めた実行です。新しい実行を始めてください。',
  'the cases of run {run} stand in code that called evaluate()':
    '実行 {run} のケースは evaluate() を呼び出したコードの中にあります',
  'Call it again there; cases in an *.eval.ts file can be played again from here.':
    'そのコードをもう一度実行してください。*.eval.ts ファイルのケースは、ここから再実行できます。',
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
  'Letters, digits, spaces and . _ - ( ), at most 120 of them, with .json, .jsonl, .ndjson, .csv, .tsv, .xlsx or .yaml at the end.':
    '使えるのは文字、数字、空白と . _ - ( ) で、最大 120 文字、末尾は .json、.jsonl、.ndjson、.csv、.tsv、.xlsx、.yaml のいずれかです。',
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
  '{n} {n|event has|events have} no span: nobody traced the exchange':
    '{n} 件のイベントにはスパンがありません（やり取りがトレースされていません）',
  '{id} is no id for an eval set': '{id} は評価セットの ID に使えません',
  'ADK takes letters, digits and _.': 'ADK で使えるのは英数字と _ です。',
  'what is to be added?': '何を加えますか',
  'Name it with --scenarios, --session or --transcripts.':
    '--scenarios、--session、--transcripts のいずれかで指定してください。',
  '--case has no effect without --session': '--case は --session がないと効果がありません',
  '{file} has no effect here: these are traces': '{file} はここでは効果がありません（対象がトレースのため）',
  '{app} is no name of an app here': '{app} はここにあるアプリの名前ではありません',
  '{folder} leads out of the folder of the agents': '{folder} はエージェントのフォルダーの外を指しています',
  '{id} has a case {case} already': '{id} には既にケース {case} があります',
  'Start the server with --max-cost DOLLARS.': '--max-cost DOLLARS を付けてサーバーを起動してください。',
  '{server} does not answer': '{server} が応答しません',
  'there is no app {app}': 'アプリ {app} がありません',
  'several runs are several baselines': '複数の実行は 1 つの基準にできません',
}

/** That, and what only the command line says. */
export const workspaceJa: Readonly<Record<string, string>> = {
  'a view of a run is written as html, json or csv, not as {format}':
    '実行のビューは html、json、csv で書き出せます。{format} では書き出せません',
  ...workspaceShownJa,
  config: '設定ファイル',
  'Node.js': 'Node.js',
  '{version} (22.18 or newer is needed)': '{version}（22.18 以降が必要です）',
  proxy: 'プロキシ',
  'the one of {name}': '{name} のもの',
  'run store': '実行ストア',
  '{folder} cannot be written': '{folder} に書き込めません',
  'none; `shinsa init --table` writes one': 'なし（`shinsa init --table` で作成できます）',
  'target {name}': '評価対象 {name}',
  '{target} loads': '{target} を読み込めました',
  'answers (HTTP {status})': '応答あり（HTTP {status}）',
  'there is no program {program}': 'プログラム {program} がありません',
  'Name the file that has them, as in {example}': 'ケースを含むファイルを指定します。例: {example}',
  '{first} is an agent, and --target names one too': '{first} はエージェントですが、--target も指定されています',
  'Leave out one of the two.': 'どちらか一方だけを指定してください。',
  '{folder} holds an agent in Python, which cannot run in this process':
    '{folder} にあるのは Python のエージェントで、このプロセスでは実行できません',
  'Start `adk api_server {folder}` and name it as the agent: {target}. See docs/targets.md.':
    '`adk api_server {folder}` を起動し、エージェントとして {target} を指定してください。docs/targets.md を参照してください。',
  'Google login': 'Google へのログイン',
  'none (docs/models.md#google-login)': 'なし（docs/models.md#google-login）',
  '{variable} is set': '{variable} が設定済み',
  '{type} in {file} ({source})': '{type}: {file}（{source}）',
  'models of {provider}': '{provider} のモデル',
  'no key ({ways})': 'キーなし（{ways}）',
  'needs no key; whether it answers shows when it is asked':
    'キーは不要です。応答するかどうかは、質問するまで分かりません',
  '{names} is set': '{names} が設定されています',
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
  'which eval set?': 'どの評価セットですか',
  'Name its file, such as evals/weather.evalset.json, or the folder of an agent and the id of a set.':
    'evals/weather.evalset.json のようなファイル、またはエージェントのフォルダーと評価セットの ID を指定してください。',
  '{file} is no name for an eval set': '{file} は評価セットの名前ではありません',
  'ADK finds sets by their ending: {example}': 'ADK は末尾で評価セットを見つけます: {example}',
  'there is no eval set {file}': '評価セット {file} がありません',
  '`shinsa evalset create {file}` makes an empty one.': '`shinsa evalset create {file}` で空のものを作れます。',
  'how many scenarios, and by which model?': 'シナリオの件数とモデルが指定されていません',
  'Name them with --count N and --model MODEL, or with --config FILE.':
    '--count N と --model MODEL、または --config FILE で指定してください。',
  'Scenarios by {model}: about {calls} {calls|call|calls}': '{model} によるシナリオ作成: 約 {calls} 回の呼び出し',
  'these are traces: what are they to become?': 'これはトレースです。変換後の形式が指定されていません',
  '{n} {n|conversation|conversations} left out: nothing tells what the user said':
    '{n} 件の会話を除きました（ユーザーの発言が記録されていません）',
  '{n} {n|exchange expects|exchanges expect} no tool calls in particular: nothing tells of any or of none':
    '{n} 件のやり取りは、ツール呼び出しの有無が記録されていないため、期待する呼び出しを指定しません',
  '{n} {n|conversation ends|conversations end} before the exchange that failed':
    '{n} 件の会話は、失敗したやり取りの手前までです',
  'cases have no place for what tools answered, for texts on the way, tokens, times and spans; transcripts have':
    'ツールの応答、途中の発言、トークン数、時間、スパンはケースに含められません（会話記録には含まれます）',
  'no file fits {pattern}': '{pattern} に合うファイルがありません',
  'Hidden folders, node_modules and what git ignores are passed over.':
    '隠しフォルダー、node_modules、git が無視するものは対象外です。',
  'the runs have no case in common that asks the same: nothing can be compared':
    '同じことを尋ねる共通のケースがないため、実行を比べられません',
  'Runs of the same dataset can be; `shinsa list` says of which one each run is.':
    '同じデータセットの実行なら比べられます。どのデータセットの実行かは `shinsa list` で確認できます。',
  'run {run} cannot go on: the runs that it compares changed since':
    '実行 {run} は再開できません: 比べる実行が変わりました',
  'Begin anew with `shinsa prefer`: answers that are kept cost nothing.':
    '`shinsa prefer` でやり直してください。保存済みの答えに費用はかかりません。',
  '{missing} {missing|case is|cases are} in one of the runs only, and left out':
    '{missing} ケースは片方の実行にしかないため除外しました',
  '{different} {different|case asks|cases ask} something else in another run, and {different|is|are} left out':
    '{different} ケースは実行によって質問が異なるため除外しました',
  '{run} is named twice: a run cannot be compared with itself':
    '{run} が二度指定されています。実行をそれ自身とは比べられません',
  '{run} compares runs and has no answers of its own': '{run} は実行を比べた結果であり、回答を持ちません',
  '`shinsa prefer {run}` shows it; `shinsa compare` holds two of its kind against each other.':
    '`shinsa prefer {run}` で表示できます。比べた結果どうしは `shinsa compare` で比較できます。',
  '{file} is no validation of a judge with its single verdicts':
    '{file} は、判定を 1 件ずつ含むジャッジの検証結果ではありません',
  '`shinsa judge validate LABELS --output FILE.json` writes one; older versions left the verdicts out.':
    '`shinsa judge validate LABELS --output FILE.json` で書き出します。古いバージョンのファイルには判定が含まれていません。',
  'a $ref of the config leads to itself': '設定の $ref が自分自身を指しています',
  '{file} is a config of promptfoo: it becomes an evaluation in code':
    '{file} は promptfoo の設定です。コードに書く評価に変換されます',
  'Name a file that ends in .eval.ts: --output {file}': '.eval.ts で終わるファイルを指定してください: --output {file}',
  'the tests of {name} are made by code, or lie elsewhere: they are not read':
    '{name} のテストはコードが作るか、プロジェクトの外にあるため、読み込みません',
  '{prompt} is made by code, or lies elsewhere ({file}): cases ask what the variables say':
    '{prompt} はコードが作るか、プロジェクトの外にあります（{file}）。ケースでは変数の値をそのまま尋ねます',
  'the variable {name} is made by code, no text, or lies elsewhere: {file}':
    '変数 {name} はコードが作るか、テキストでないか、プロジェクトの外にあります: {file}',
  'who is asked is not taken over ({providers}): name the agent with --target':
    '尋ねる相手（{providers}）は引き継がれません。--target でエージェントを指定してください',
  'the assertion {what} has no counterpart and is left out: {tests}':
    'アサーション {what} は対応するものがないため除きました: {tests}',
  '{what} has no weight, it is only shown there, and left out: {tests}':
    '{what} は重みが 0 で表示だけに使われるため除きました: {tests}',
  '{what} of the test is left out: {tests}': 'テストの {what} を除きました: {tests}',
  'thresholds of what a judge grades are left out, a rubric holds or does not: {tests}':
    'ジャッジが採点するもののしきい値を除きました（ルーブリックは満たすか満たさないかです）: {tests}',
  '{what} in the prompt is not filled in: {tests}': 'プロンプトの {what} には値を入れていません: {tests}',
  'a message of {what} in the prompt is left out, it belongs to the agent: {tests}':
    'プロンプトにある {what} のメッセージは、エージェントの側に置くものなので除きました: {tests}',
  'the threshold {what} counts the checks in code only, what a judge grades has to hold beside it: {tests}':
    'しきい値 {what} はコードによるチェックだけに使い、ジャッジが採点するものは別に満たす必要があります: {tests}',
  '{key} of the config is left out': '設定の {key} を除きました',
  '{file}: its tests are made by code, or lie on the web': '{file} のテストはコードが作るか、Web 上にあります',
  'Save them as CSV, JSON or YAML beside it, and name that file in `tests`.':
    'CSV、JSON、YAML のいずれかで横に保存し、そのファイルを `tests` に書いてください。',
  'the grader {name} is left out: {metric} is there once already':
    'grader {name} は省きました: {metric} は既にあります',
  '{name}: its graders count each for itself, {formula} is left out':
    '{name}: 中の grader はそれぞれ単独で数えます。{formula} は省きました',
  'the prompt of {name} is a rubric now, which holds or does not: its scale, its model and what stands in {braces} need a look':
    '{name} のプロンプトは、満たすか満たさないかのルーブリックになりました。尺度、モデル、{braces} の中身を確認してください',
  '{name} compares with the column {column}: it has to be what is expected (`columns` in the config)':
    '{name} は列 {column} と比較します。その列を期待する回答にしてください（設定の `columns`）',
  'the grader {name} ({kind}) has no counterpart: a check in an evaluation in code':
    'grader {name}（{kind}）に当たるものはありません。コードに書く評価の検査にしてください',
  'the first eval of the registry is converted; others by their own samples: {names}':
    'レジストリの最初の評価を変換しました。ほかは、それぞれのサンプルを変換してください: {names}',
  '{file} names samples that are not there: {samples}': '{file} が指すサンプルがありません: {samples}',
  'They belong into the folder {folder}.': 'フォルダー {folder} に置いてください。',
  'what the class {kind} of {name} measures is code of its own: a check in an evaluation in code':
    '{name} のクラス {kind} は独自のコードで測ります。コードに書く評価の check にしてください',
  '{name} is of the class {kind}: the criterion for it is {criterion}':
    '{name} のクラスは {kind} です。対応する評価指標は {criterion} です',
  '{file} holds no tests: promptfoo makes them up when it attacks (redteam)':
    '{file} にはテストがありません。promptfoo が攻撃のときに作ります（redteam）',
  'Convert the file with tests that `promptfoo redteam generate` writes.':
    '`promptfoo redteam generate` が書き出す、テストのあるファイルを変換してください。',
  'there is no operator {id}': '演算子 {id} はありません',
  'There are: {names}': '使えるもの: {names}',
  '{file}: the operator {id} threw {problem}': '{file}: 演算子 {id} で例外が発生しました: {problem}',
  '{file} exports no operator': '{file} は演算子をエクスポートしていません',
  'An operator is an object with id, plants and mutants(transcript, context).':
    '演算子は id、plants、mutants(transcript, context) を持つオブジェクトです。',
  '--may-change {path} is no file or folder of the agent alone':
    '--may-change {path} は、エージェントだけのファイルまたはフォルダーではありません',
  'It lies in the project, and holds neither the cases nor the config.':
    'プロジェクト内にあり、ケースも設定ファイルも含まないものを指定してください。',
  '{file}: a goal goes on already': '{file}: すでに目標が進行中です',
  '`shinsa improve log` shows it; remove the folder to begin another, with new sealed cases.':
    '`shinsa improve log` で確認できます。別の目標を始めるには、フォルダーを削除し、新しい封印分を用意してください。',
  '{count} {count|case is|cases are} too few to seal a part of them':
    '{count} ケースでは少なすぎて、一部を封印できません',
  'At least {fewest} have to be sealed; about 300 in all show a difference of 8 points.':
    '封印するのは {fewest} ケース以上です。8 ポイントの差を示すには全部でおよそ 300 ケース必要です。',
  'change {change} was not tried on the open cases': '変更 {change} は公開分で試されていません',
  '`shinsa improve try` plays them; it costs no look.': '`shinsa improve try` で実行できます。封印分は使いません。',
  'no goal was begun here': 'ここでは目標が始まっていません',
  'shinsa improve init DATASET --may-change agent.ts': 'shinsa improve init DATASET --may-change agent.ts',
  'no change is registered': '変更が登録されていません',
  'shinsa improve register --what "…" --why "…"': 'shinsa improve register --what "…" --why "…"',
  'the sealed cases have been changed': '封印されたケースが変更されています',
  'Begin a new goal with `shinsa improve init`.': '`shinsa improve init` で新しい目標を始めてください。',
  '{file}: the key of the sealed cases is not there': '{file}: 封印されたケースの鍵がありません',
  'Begin a new goal with `shinsa improve init`, on the machine where it goes on.':
    '続ける環境で、`shinsa improve init` で新しい目標を始めてください。',
  '{folder} has more than {most} files': '{folder} のファイルが {most} 個を超えています',
  'Improve the agent in the folder of its own project.':
    'エージェント自身のプロジェクトのフォルダーで実行してください。',
  '--direction down is about the mean of a metric, and --goal is pass-rate':
    '--direction down は指標の平均に使いますが、--goal は pass-rate です',
  'Name a metric of which less is better: --goal METRIC --direction down':
    '小さいほど良い指標を指定してください: --goal METRIC --direction down',
  'no sealed case could be evaluated by {goal}': '封印分のケースを {goal} で評価できませんでした',
  '--goal is pass-rate, or a metric of the run: shinsa show baseline tells what was scored.':
    '--goal は pass-rate か、実行の評価指標です。何が採点されたかは shinsa show baseline で分かります。',
  'run {run} has no such result of {case}': '実行 {run} には {case} のその結果がありません',
  '`shinsa show RUN` lists its results; repeats count from 1.':
    '`shinsa show RUN` で結果が見られます。回数は 1 から数えます。',
  '{file}: `play` of {kept} kept steps threw {problem}':
    '{file}: {kept} ステップを残した `play` で例外が発生しました: {problem}',
  '{file} exports no `play`': '{file} は `play` をエクスポートしていません',
  'It takes { evalCase, kept, seed } and returns what the agent answers, a reply for each exchange.':
    '{ evalCase, kept, seed } を受け取り、エージェントの答えをやり取りごとに 1 つ返します。',
  'Each mode has a name, and examples with case and evidence. See docs/atlas.md.':
    '各種類には name と、case と evidence を持つ examples が必要です。docs/atlas.md を参照してください。',
  '{file}: {path} {problem}': '{file}: {path} {problem}',
  '{file} has other anchors than this watch began with': '{file} のアンカーは、この監視を始めたときのものと違います',
  '--restart begins anew, and learns what is usual from now on.':
    '--restart を付けると、いまから普段の状態を学び直します。',
  'as much is spent as may be today': '本日の上限に達しました',
  'none of the anchors has a label of passed or failed': '合格・不合格のラベルが付いたアンカーが 1 件もありません',
  'where do traces come from: TRACES, or --receive PORT?': 'トレースの出所は TRACES か --receive PORT のどちらかです',
  'Failures read by {model}: about {calls} {calls|call|calls}': '{model} が失敗を読みます: 約 {calls} 回の呼び出し',
  'no model judges this run': 'この実行を判定するモデルがありません',
  'Name one: --judge MODEL.': '指定してください: --judge MODEL',
}
