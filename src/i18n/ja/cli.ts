/** What `src/cli` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const cliJa: Readonly<Record<string, string>> = {
  'play runs that were begun with --queue, until it is stopped':
    '--queue で始めた実行を、止められるまで引き受けて進める',
  'A worker needs the project as it is where the run was begun: config, code of the agent, dataset and versions. Where something differs it says in what, and leaves the run to others.':
    'ワーカーには、実行を始めた側と同じプロジェクト（設定、エージェントのコード、データセット、バージョン）が必要です。異なるものがあれば何が異なるかを表示し、その実行はほかのワーカーに任せます。',
  'Ctrl-C: it begins nothing more, ends what it is at, and stops; once more quits at once, and others take over when its lease ends.':
    'Ctrl-C: 新しいケースは始めず、手元のケースを終えてから止まります。もう一度押すとすぐに終了し、持ち時間が切れるとほかのワーカーが引き継ぎます。',
  'cases at once (as many as the run says)': '同時に進めるケースの数 (既定は実行の指定どおり)',
  'what it has, separated by commas: it plays also runs that ask for that':
    '備えているもの (カンマ区切り)。それを求める実行も引き受ける',
  'how long nothing may be heard of it until others take over what it has (30)':
    '連絡が途絶えてからほかのワーカーが引き継ぐまでの秒数 (30)',
  'stop when there is nothing to play': '進めるものがなくなったら終わる',
  'ending what is at work; nothing more is begun (Ctrl-C again quits at once)':
    '手元のケースを終えています。新しいケースは始めません (もう一度 Ctrl-C ですぐに終了)',
  'waiting for runs; Ctrl-C stops': '実行を待っています。Ctrl-C で止まります',
  'Check the place, or make a run there with `shinsa run DATASET`.':
    '場所を確かめるか、`shinsa run DATASET` でそこに実行を作成してください。',
  'there was no run store {file}; it is made for the runs of this page':
    '実行ストア {file} がなかったため、このページの実行用に作成します',
  'playing {run}': '{run} を進めています',
  'leaving {run} to others': '{run} はほかのワーカーに任せます',
  'reason:': '理由:',
  'dataset and documents are too large for the store: workers need them in their project':
    'データセットと文書がストアに置くには大きすぎます。各ワーカーのプロジェクトに置いてください',
  'worker {worker}:': 'ワーカー {worker}:',
  'no worker plays it yet: start one with `shinsa worker`':
    'まだどのワーカーも引き受けていません。`shinsa worker` で起動してください',
  '{flag} and --queue contradict each other': '{flag} と --queue は同時に指定できません',
  'That is for a run that one process plays.': '一つのプロセスで進める実行のためのものです。',
  '{asked} needs a run store on PostgreSQL, where workers find what there is to play':
    '{asked} には PostgreSQL の保存先が必要です。ワーカーはそこで進めるものを見つけます',
  'Start one (docker run -d -p 5432:5432 -e POSTGRES_PASSWORD=shinsa postgres:18) and name it: --store postgres://postgres:shinsa@localhost/postgres.':
    '起動して (docker run -d -p 5432:5432 -e POSTGRES_PASSWORD=shinsa postgres:18)、--store postgres://postgres:shinsa@localhost/postgres で指定してください。',
  '{run} goes on without us: `shinsa resume {run}` watches it again, with --on-interrupt stop Ctrl-C ends it':
    '{run} はワーカーの側で続きます。`shinsa resume {run}` で再び見守れます (--on-interrupt stop を付けると Ctrl-C で中断します)',
  'let workers play it (`shinsa worker`, on any machine), and watch them':
    'ワーカー (どのマシンでも `shinsa worker`) に任せて見守る',
  'with --queue: only workers that have all of these, such as gpu':
    '--queue と併用: これらをすべて備えたワーカーだけに任せる (例: gpu)',
  'with --queue, what Ctrl-C does: workers go on with the run (leave), or it is stopped':
    '--queue のとき Ctrl-C ですること: ワーカーに続けさせる (leave)、中断する (stop)',
  'of a run with --queue, what Ctrl-C does: workers go on with the run (leave), or it is stopped':
    '--queue の実行で Ctrl-C ですること: ワーカーに続けさせる (leave)、中断する (stop)',
  'run, and again whenever a file changes: only what the change can have touched':
    '評価を実行し、ファイルが変わるたびに、関わりのあるものだけをやり直す',
  'It takes what `shinsa run` takes, and a page of `shinsa serve` that shows one of its runs follows it.':
    '`shinsa run` と同じ引数を受け取ります。`shinsa serve` で開いている実行の画面は、次の回に自動で切り替わります。',
  'Answers come from the store where neither the agent’s code nor its settings nor what the case asks changed since. Of agents elsewhere nobody can know that: it is said, and they are asked again.':
    'エージェントのコードと設定、ケースの質問が変わっていなければ、保存済みの回答を使います。別の場所で動くエージェントについては分からないので、その旨を表示して尋ね直します。',
  'Of the runs of a session the last one stays. Ctrl-C ends it.':
    '終了すると最後の実行だけが残ります。Ctrl-C で終了します。',
  'ask the agent everything anew in every round': '毎回エージェントにすべて尋ね直す',
  '{file} changes whenever the agent is asked, so it is not watched any more':
    '{file} はエージェントに尋ねるたびに変わるため、監視をやめます',
  'changed: {files}': '変更: {files}',
  'Fails now: {cases}': '不合格に変わったケース: {cases}',
  'Passes now: {cases}': '合格に変わったケース: {cases}',
  'stopped: something was changed': 'ファイルが変わったため中断しました',
  'Waiting for a change that mends it; Ctrl-C ends it.': '変更を待っています。直れば再開します。Ctrl-C で終了します。',
  'Waiting for changes; r asks everything again, f what did not pass, q ends it.':
    '変更を待っています。r ですべて尋ね直し、f で合格しなかったものを尋ね直し、q で終了します。',
  'Waiting for changes; Ctrl-C ends it.': '変更を待っています。Ctrl-C で終了します。',
  'The first one is the baseline of up to five others. Only cases that both runs evaluated are compared; the others are counted and named.':
    '最初の実行が、最大 5 件の比較対象に対する基準です。比べるのは両方の実行で評価されたケースだけで、ほかは数えて名前を示します。',
  'An error of the agent counts as not passed. What a judge was silent on is no loss: less may have been evaluated.':
    'エージェントのエラーは不合格に数えます。ジャッジが判定しなかったものは悪化とせず、評価された割合の減少とみなします。',
  'exit with 1 when clearly less was evaluated than in the baseline':
    '比較対象の実行で評価された割合が明らかに減ったとき、終了コード 1 で終わる',
  'language of what is printed (else from the environment)': '表示言語（省略時は環境変数による）',
  'show this help': 'このヘルプを表示',
  'shinsa {command}: {problem}': 'shinsa {command}: {problem}',
  '`shinsa {command} --help` lists what there is.': '指定できるものは `shinsa {command} --help` で確認できます。',
  'two runs side by side, or several against one, case by case, with a paired test':
    '2 つの実行、または 1 つの基準と複数の実行を、ケースごとに並べ、対応のある検定で比較',
  'The verdict is a paired test on the same cases: "better", "worse", or "cannot tell" with how many cases it would take. Of several runs p-values are adjusted by Holm.':
    '判定は同じケースに対する対応のある検定によります: 「改善」「悪化」、または「判断できない」と必要なケース数。比較対象が複数のとき、p 値は Holm 法で補正します。',
  'terminal, markdown, json or csv (else from the ending of --output)':
    'terminal、markdown、json、csv のいずれか（省略時は --output の拡張子による）',
  'where to write (standard output); one that ends in .html has the pages of the runs too':
    '出力先（標準出力）。.html なら実行の画面も入ります',
  'a page needs runs of the store: a baseline in a file has no answers to show':
    'ページにするには保存された実行が必要です: ファイルの基準には見せる回答がありません',
  'the same as --reporter json': '--reporter json と同じ',
  'exit with 1 when one is worse than the baseline': '基準より悪化した実行があれば終了コード 1 で終了',
  'compare needs two runs': 'compare には実行を 2 つ指定してください',
  'shinsa compare BASELINE RUN; `shinsa list` shows the runs.':
    'shinsa compare BASELINE RUN。実行の一覧は `shinsa list` で確認できます。',
  'a reporter failed: {error}': 'レポーターでエラーが発生しました: {error}',
  '{target} failed in {count|the only case|every case}: {reason}': '{target} はすべてのケースで失敗しました: {reason}',
  '`shinsa doctor` checks whether targets answer.': '評価対象が応答するかどうかは `shinsa doctor` で確認できます。',
  'rewrite a dataset in another format: old ADK files, tables, workbooks, files of other evaluation tools; traces as transcripts or as cases':
    'データセットを別の形式に変換（旧 ADK ファイル、表、Excel ブック、ほかの評価ツールのファイル）。トレースは会話記録またはケースに変換',
  'DATASET is one of ours or of ADK, a table (CSV, TSV, XLSX, lists in JSON, JSON lines or YAML), samples of OpenAI evals and Inspect, goldens of DeepEval or an experiment of strands-evals, known by its content; what cannot be taken over is listed.':
    'DATASET は Shinsa または ADK のデータセット、表（CSV、TSV、XLSX、JSON・JSON Lines・YAML の配列）、OpenAI evals と Inspect のサンプル、DeepEval のゴールデン、strands-evals の実験です。種類は内容から判別し、引き継げない項目は一覧で示します。',
  'A config of promptfoo becomes an evaluation in code, FILE.eval.ts; what has no counterpart is listed.':
    'promptfoo の設定は、コードに書く評価 FILE.eval.ts に変換します。対応するものがない項目は一覧で示します。',
  'TRACES is a file, or a folder of files, of OTLP in JSON, dumped spans, Langfuse, LangSmith, Phoenix or ATIF, known by their content; .gz too. `transcripts` keeps what happened, `case-lines` makes cases that expect it again.':
    'TRACES はファイルまたはフォルダーです。JSON の OTLP、出力されたスパン、Langfuse、LangSmith、Phoenix、ATIF を内容から判別します（.gz も可）。`transcripts` は起きたことをそのまま残し、`case-lines` はそれを期待するケースを作ります。',
  'The format is taken from the ending of --output (.evalset.json, .test.json, .jsonl, .csv) unless --to says it.':
    '--to を省略すると、形式は --output の拡張子（.evalset.json、.test.json、.jsonl、.csv）で決まります。',
  'where to write (standard output)': '出力先（標準出力）',
  'adk-eval-set, case-lines, csv, review-suite, runbook-dataset or strands-experiment; of traces also transcripts':
    'adk-eval-set、case-lines、csv、review-suite、runbook-dataset、strands-experiment のいずれか。トレースは transcripts も可',
  'a shinsa.config.ts whose `columns` map a table': '表の列を `columns` で対応付ける shinsa.config.ts',
  'which dataset?': 'データセットが指定されていません',
  'shinsa convert DATASET --output FILE': 'shinsa convert DATASET --output FILE',
  'what is installed, which keys are there, which targets answer': 'インストール状況、キーの有無、評価対象の応答を確認',
  'Keys are never shown. A target is asked whether it is there; no agent is asked a question.':
    'キーの値は表示しません。評価対象が応答するかどうかだけを確認し、エージェントに質問はしません。',
  'a shinsa.config.ts other than the nearest': '最も近いもの以外の shinsa.config.ts',
  'one JSON array': '1 つの JSON 配列で出力',
  'write runs as a page in one file, JSON, JUnit, Markdown, CSV, ADK result files, reports of strands-evals, OTLP events or transcripts':
    '実行を 1 ファイルのページ、JSON、JUnit、Markdown、CSV、ADK の結果ファイル、strands-evals のレポート、OTLP イベント、会話記録として出力',
  '`--html [FILE.html]` writes one file with the pages of `shinsa serve`, to be sent and read without a server; of two to six runs also how they compare.':
    '`--html [FILE.html]` は `shinsa serve` のページを 1 つのファイルに書き出します。そのまま送ることができ、サーバーなしで読めます。実行が 2 つから 6 つなら比較も入ります。',
  'one page in one file: the operand that ends in .html, else the id of the run with .html':
    '1 ファイルのページ。ファイル名は .html で終わる引数（省略時は実行の ID に .html を付けたもの）',
  '--html and --format {format} contradict each other': '--html と --format {format} は両立しません',
  'which format? Neither --format nor --output says it': '形式が --format でも --output でも指定されていません',
  'shinsa export {run} --output report.html, or --format {formats}':
    'shinsa export {run} --output report.html、または --format {formats} と指定してください',
  '{file} is written': '{file} に書き出しました',
  '`adk` writes each run into the folder that --output names, under the name that ADK would give it; an --output that ends in .json is the file itself.':
    '`adk` は --output のフォルダーに、ADK と同じファイル名で実行ごとに 1 ファイルを書き込みます。--output が .json で終わる場合は、そのファイルに書き込みます。',
  '`otlp` writes the scores as JSON lines of OTLP logs, events `gen_ai.evaluation.result` at the spans that they judge.':
    '`otlp` は、スコアを OTLP ログの JSON Lines として書き出します。評価したスパンに結び付いた `gen_ai.evaluation.result` イベントです。',
  '`transcripts` writes JSON lines that `--target recorded:FILE` reads back.':
    '`transcripts` は、`--target recorded:FILE` で読み込める JSON Lines を出力します。',
  'html, json, junit, markdown, baseline, csv, adk, strands, strands-list, otlp or transcripts (else from the ending of --output)':
    'html、json、junit、markdown、baseline、csv、adk、strands、strands-list、otlp、transcripts のいずれか（省略時は --output の拡張子による）',
  '`strands` writes the one report that strands-evals returns since 0.3, `strands-list` the list of reports that came before.':
    '`strands` は strands-evals が 0.3 以降に返す 1 つのレポート、`strands-list` はそれ以前のレポートの一覧を書き出します。',
  'play also what a run left out that stopped early; then the whole run decides':
    '早期終了で残った分も実行し、全体の実行で判定',
  'which run?': '実行が指定されていません',
  '`shinsa list` shows them; `latest` is the newest.':
    '一覧は `shinsa list` で確認できます。`latest` は最新の実行です。',
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
  'write an agent to replace, a first evaluation of two cases, and a script':
    'ひな形のエージェント、2 ケースの最初の評価、スクリプトを作成',
  "an eval set and criteria in ADK's format in place of an evaluation in TypeScript":
    'TypeScript の評価の代わりに、ADK 形式の評価セットと評価基準',
  'the cases as a table (CSV)': 'ケースを表（CSV）で',
  'the cases as a table, and an agent in Python': 'ケースを表で、エージェントは Python で',
  '--{one} and --{other} contradict each other': '--{one} と --{other} は同時に指定できません',
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
  'terminal, json, junit or markdown (else from the ending of --output)':
    'terminal、json、junit、markdown のいずれか（省略時は --output の拡張子による）',
  'write the report to this file instead of standard output': 'レポートを標準出力ではなくこのファイルに書き込む',
  'the same as --reporter json; everything else goes to standard error':
    '--reporter json と同じ。それ以外の表示は標準エラー出力へ',
  '--json and --reporter {reporter} contradict each other': '--json と --reporter {reporter} は同時に指定できません',
  'kept as metadata, not evaluated: {names}': 'メタデータとして保持し、評価しません: {names}',
  'kept as metadata, not evaluated: {names} and {further} more':
    'メタデータとして保持し、評価しません: {names} ほか{further}件',
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
  'What a file does when it is run as a program belongs behind a condition: if (import.meta.main) { … }':
    'プログラムとして実行したときの処理は、条件の中に置いてください: if (import.meta.main) { … }',
  'the command was not done when nothing was left to wait for': 'コマンドが終わらないうちに、待つものがなくなりました',
  'process.exit was called before the command was done: {place}':
    'コマンドが終わらないうちに process.exit が呼ばれました: {place}',
  'shinsa hit a bug of its own:': 'shinsa 自体の不具合です:',
  'error:': 'エラー:',
  'hint:': 'ヒント:',
  'stopping; what is done is kept (Ctrl-C again quits at once)':
    '中断しています。完了した分は保存されます（もう一度 Ctrl-C で即座に終了）',
  'stopped by Ctrl-C': 'Ctrl-C で中断しました',
  'shinsa.config.ts, or the criteria of ADK (test_config.json) or agents-cli (eval_config.yaml)':
    'shinsa.config.ts、または ADK(test_config.json)か agents-cli(eval_config.yaml)の評価基準',
  'ask the agent every case of a dataset and judge what it did': 'データセットの全ケースをエージェントに実行させて評価',
  'DATASET is an ADK eval set or .test.json (old ones too), a CSV or JSONL table, JSONL cases, questions about runbooks, an experiment of strands-evals, or a result file of ADK or strands-evals to score again. Several datasets make several runs, and of a folder all eval sets below it are meant.':
    'DATASET は ADK の評価セットまたは .test.json（旧形式も可）、CSV・JSONL の表、JSONL のケース、手順書の質問、strands-evals の実験、または再採点する ADK か strands-evals の結果ファイルです。複数指定すると、それぞれ別の実行になります。フォルダーを指定すると、その下のすべての評価セットが対象です。',
  'Settings come from the command line, then shinsa.config.ts beside the dataset or above the working directory, then test_config.json or eval_config.yaml beside the dataset.':
    '設定の優先順位は、コマンドライン、データセットと同じ場所または作業フォルダーより上の shinsa.config.ts、データセットと同じ場所の test_config.json か eval_config.yaml の順です。',
  'which dataset? None was named, no config names one, and no *.eval.ts is below {folder}':
    'データセットが指定されておらず、設定ファイルにも、{folder} 以下の *.eval.ts にもありません',
  'Without DATASET those of the config are meant, or else every *.eval.ts below the folder.':
    'DATASET がなければ設定ファイルのもの、それもなければフォルダー以下のすべての *.eval.ts を実行します。',
  'shinsa run DATASET, or `datasets: […]` in shinsa.config.ts; `shinsa init` writes a first one.':
    'shinsa run DATASET とするか、shinsa.config.ts に `datasets: […]` と書いてください。最初のひな形は `shinsa init` で作成できます。',
  'the report of a run, or everything about one case of it': '実行のレポート、または 1 つのケースの詳細',
  'RUN is an id, its beginning, or `latest`.': 'RUN は ID、その先頭部分、または `latest` です。',
  'every failing case, not only the first 20': '先頭の 20 件だけでなく、不合格のケースをすべて表示',
  'agent: {target}': 'エージェント: {target}',
  'agent for {dataset}: {target}': '{dataset} のエージェント: {target}',
  'agent: {target}, which ships; the config’s target is for other datasets':
    'エージェント: {target}（付属。設定の target はほかの種類のデータセット用）',
  'agent for {dataset}: {target}, which ships; the config’s target is for other datasets':
    '{dataset} のエージェント: {target}（付属。設定の target はほかの種類のデータセット用）',
  '--{flag} belongs to --format {format}': '--{flag} は --format {format} と一緒に使います',
  '--config and --config_file_path say the same: leave out one of the two':
    '--config と --config_file_path は同じ意味です。どちらか一方だけを指定してください',
  'the same, in the words of `adk eval`': '同上(`adk eval` での書き方)',
  'after the report everything about each case, as `adk eval` has it':
    'レポートの後に、各ケースの詳細をすべて表示します(`adk eval` での書き方)',
  'AGENT is the folder or module of an agent, as in `adk eval`; --target says the same.':
    'AGENT は、`adk eval` と同じくエージェントのフォルダーまたはモジュールです。--target でも指定できます。',
  '{file} can hold the tool traffic of one dataset, not of several':
    '{file} に記録できるツールの通信は一つのデータセットの分だけです',
  'Record the datasets one after another, each into its own file.':
    'データセットを一つずつ、別々のファイルに記録してください。',
  'Judging by {models}: about {calls} {calls|call|calls}': '{models} による審査: 約 {calls} 回の呼び出し',
  'Judging by {models}: at most {most} {most|call|calls}, usually {calls}':
    '{models} による審査: 最大 {most} 回の呼び出し(通常は {calls} 回)',
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
  '`shinsa` alone, on a terminal, lists the evaluations in `*.eval.ts` and asks which to run.':
    '端末で`shinsa`だけを実行すると、`*.eval.ts`の評価を一覧にして、どれを実行するか尋ねます。',
  'Which ones? (a number, several such as 1,3 or 2-4, Enter for all, q for none)':
    'どれを実行しますか？（番号、1,3 や 2-4 のように複数、Enter ですべて、q で中止）',
  'There are the numbers 1 to {count}.': '番号は 1 から {count} までです。',
  'cases of {file}': 'ケースは {file}',
  '{count} {count|case|cases}': '{count} 件',
  '{count} {count|arm|arms}': 'arm {count} 個',
  'Go on? [y/N]': '続けますか？ [y/N]',
  'not started': '開始しませんでした',
  'do not ask before a run that costs money': '費用のかかる実行でも確認しない',
  '{file} is no suite of reviews': '{file}はレビューのスイートではありません',
  'Other datasets run under `shinsa run`.': 'ほかのデータセットは`shinsa run`で実行します。',
  'warning:': '警告:',
  '--max-cost cannot limit {models}: the price is not known':
    '--max-cost では {models} を制限できません: 料金が不明です',
  'Add --yes to go on without a limit, or name a model whose price is known.':
    '制限なしで続けるには --yes を付けるか、料金の分かるモデルを指定してください。',
  'not begun: {datasets}': '未開始: {datasets}',
  'an array of review cases (or one case)': 'レビューケースの配列（1 ケースだけでもよい）',
  'one review case': 'レビューケース 1 件',
  'the result file (results/results_TIMESTAMP.json), - is standard output':
    '結果ファイル（既定: results/results_TIMESTAMP.json）。- は標準出力',
  'show what the reviewer answered to each case': '各ケースへのレビューエージェントの回答を表示する',
  'your own reviewer: ./reviewer.ts, command:…, http://… (the document reviewer that ships)':
    '評価するレビューエージェント: ./reviewer.ts、command:…、http://…（既定: 付属の文書レビューエージェント）',
  'who judges explanations (embedded)': '説明を審査するモデル（既定: embedded）',
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
  'LABELS are lines of `shinsa labels export`, a saved runbook evaluation (judge_eval_*.json) with `human` blocks, or a CSV or JSONL table with question, answer, reference, context, human_verdict, human_score (0–100), human_comment, labeller and metric.':
    'LABELS は、`shinsa labels export` が書いた行、`human` ブロックを加えた手順書評価の結果ファイル（judge_eval_*.json）、または question、answer、reference、context、human_verdict、human_score（0〜100）、human_comment、labeller、metric の列を持つ CSV か JSONL の表です。',
  'terminal or json (else from the ending of --output)': 'terminal または json（指定しないと --output の拡張子から）',
  'results at once (64)': '同時に審査する結果の数（64）',
  '{count} without a label left out': 'ラベルのない {count} 件を除きました',
  '{count} labelled as a whole left out: --metric NAME asks a metric of them':
    '結果全体へのラベル {count} 件を除きました。--metric NAME で評価指標を指定すると審査できます',
  'failed:': '不合格:',
  'the aspect that is meant, such as groundedness (the whole metric)':
    '対象の観点。例 groundedness（指定しなければ評価指標全体）',
  'which repeat of the case is meant (1)': 'ケースの何回目の結果か（1）',
  why: '理由',
  'what should have been answered': '本来の回答',
  'who says so': '判定した人',
  'what hands it on for that person: such a label corrects no rate':
    'その人に代わって渡すプログラム（そのラベルは率の補正に使われない）',
  "the judge's answer was not seen before": 'ジャッジの答えを見る前の判定である',
  "people's verdicts on results: plan, add, export, import": '結果に対する人の判定を追加・エクスポート・インポート',
  '`export` writes JSON lines with case, transcript, metric and labels; without RUN those of all runs.':
    '`export` は、ケース、やり取り、評価指標、ラベルを JSON Lines で書き出します。RUN を省くと全実行が対象です。',
  'Without METRIC the result as a whole is meant.': 'METRIC を省くと結果全体が対象です。',
  '`note` with --comment keeps a note beside the result: it is exported too, and counts as no label.':
    '`note` と --comment で、結果にメモを残せます。メモも書き出されますが、ラベルには数えません。',
  'A later label of the same place by the same person replaces the earlier one; the store keeps both.':
    '同じ人が同じ箇所に付け直すと新しいラベルが有効になります。ストアには両方が残ります。',
  'shinsa labels: plan, add, export or import?': 'shinsa labels: plan、add、export、import のどれですか',
  '{lines} {lines|result|results} with labels written': 'ラベル付きの結果を {lines} 件書き出しました',
  'which file of labels?': 'どのラベルファイルですか',
  'shinsa labels import FILE': 'shinsa labels import FILE',
  '{kept} {kept|label|labels} taken in': 'ラベルを {kept} 件取り込みました',
  '{unknown} {unknown|label is|labels are} of results that this store does not have':
    'ラベル {unknown} 件は、このストアにない結果に対するものです',
  'a label needs RUN, CASE and pass, fail, 0–100 or note; METRIC stands before it':
    'ラベルには RUN、CASE と、pass、fail、0〜100、note のいずれかが必要です。METRIC はその前に書きます',
  'only what the page shows, as its address has it behind the `?`: --view "only=failed&tag=odd"':
    '画面に表示されるものだけ（アドレスの `?` より後ろの部分）: --view "only=failed&tag=odd"',
  '--view is of one run': '--view を使えるのは 1 つの実行だけです',
  'a note needs --comment TEXT': 'メモには --comment TEXT が必要です',
  'a note on {case} of run {run} is kept': '実行 {run} の {case} にメモを残しました',
  'shinsa labels add latest CASE METRIC pass': 'shinsa labels add latest CASE METRIC pass',
  'labelled {case} of run {run}': '実行 {run} の {case} にラベルを付けました',
  '{text} is neither pass nor fail nor 0–100 nor note': '{text} は pass、fail、0〜100、note のいずれでもありません',
  'build the index of a folder of runbooks, or bring it up to date':
    '手順書のフォルダーのインデックスを作成または更新する',
  'Runbooks are Markdown, text, Word (.docx), HTML and PDF, in the folder (runbooks) and those in it. Only files that changed are read; until it is done the index that was there stays in use.':
    '手順書は、フォルダー（省略時は runbooks）とその下にある Markdown、テキスト、Word（.docx）、HTML、PDF です。変わったファイルだけを読み込みます。完了するまでは、それまでのインデックスが使われます。',
  'Lines of {"question": "…", "covered": true} in questions.jsonl of the folder tell from which relevance on a question is answered.':
    'フォルダーの questions.jsonl に {"question": "…", "covered": true} の行を置くと、どの関連度から回答するかを決めるのに使います。',
  'requirements, a row each, as .xlsx or CSV: nothing is evaluated, documents are reviewed':
    '要件の表（.xlsx か CSV、1 行に 1 件）。評価はせず、文書を確認します',
  'the documents that are held against them': '要件に照らす文書のフォルダー',
  'with --check: below this confidence a person is needed (0.85)':
    '--check で、この信頼度未満は人の確認が必要とします (0.85)',
  'With --check every document of a folder is held against every requirement, and the answers are written into a workbook. Stopped in the middle, the same command goes on where it ended.':
    '--check では、フォルダーのすべての文書をすべての要件に照らし、結果を Excel ブックに書きます。途中で止まっても、同じコマンドで続きから再開します。',
  'shinsa review --check FILE --documents FOLDER': 'shinsa review --check FILE --documents FOLDER',
  '--check and --documents belong together': '--check と --documents は一緒に指定します',
  '{requirements} {requirements|requirement|requirements} × {files} {files|document|documents}, by {reviewer}':
    '要件 {requirements} 件 × 文書 {files} 件、レビュアー {reviewer}',
  '{known} of {pairs} were done before': '{pairs} 件のうち {known} 件は済んでいます',
  '{rows} {rows|answer|answers}: {passed} {passed|passes|pass}, {violations} {violations|fails|fail}; {persons} {persons|needs|need} a person (⚑). {file}':
    '回答 {rows} 件: 合格 {passed}、不合格 {violations}、人の確認が必要 {persons}（⚑）。{file}',
  '--output {file} is no .xlsx, and --check writes a workbook':
    '--output {file} は .xlsx ではありません。--check はブックを書き出します',
  '{failed} could not be reviewed; the same command asks again':
    '{failed} 件は確認できませんでした。同じコマンドでもう一度試します',
  'questions:': '質問:',
  'none is refused, as too little shows that it would be right: precision {precision}, recall {recall}; more labelled questions may show it':
    '断ってよいと言える根拠が足りないため、回答を断りません（適合率 {precision}、再現率 {recall}）。ラベル付きの質問を増やすと判断できることがあります',
  'refused below relevance {least}: precision {precision}, recall {recall} on those set aside':
    '関連度 {least} 未満は回答を断ります。取り置いた質問での適合率 {precision}、再現率 {recall}',
  'The index lies in .shinsa/runbooks of the project. It can be deleted and built again at any time.':
    'インデックスはプロジェクトの .shinsa/runbooks に保存されます。いつでも削除して作り直せます。',
  'search by meaning too, with the embeddings of this model; none for words alone (as it was built)':
    'このモデルの埋め込みで、意味による検索も行う。none は語による検索だけ（省略時は前回と同じ）',
  'only show what is in the index, and how it differs from the folder':
    'インデックスの内容とフォルダーとの違いを表示するだけにする',
  'one JSON object': '1 つの JSON オブジェクト',
  'built:': '作成:',
  '{read} {read|file|files} read, {known} known, {seconds} s':
    '{read} ファイルを読み込み、{known} ファイルは変更なし、{seconds} 秒',
  'embedded:': '埋め込み:',
  '{tokens} tokens': '{tokens} トークン',
  'reading:': '読み込み中:',
  'embedding:': '埋め込み中:',
  '{done} of {of}': '{of} 件中 {done} 件',
  '{folder}: none of its runbooks can be read': '{folder}: 読めるランブックが 1 つもありません',
  'Mend the files that are named above, and build the index again.':
    '上に挙げたファイルを直して、もう一度インデックスを作成してください。',
  '{files} {files|file|files}, {sections} {sections|section|sections}, built {at}':
    '{files} ファイル、{sections} セクション、作成日時 {at}',
  'searched by words; --embedding MODEL adds search by meaning':
    '語による検索。--embedding MODEL で意味による検索を追加できます',
  'searched by words and by the embeddings of {model}': '語と {model} の埋め込みによる検索',
  'changed since: {file}': '作成後に変更: {file}',
  'not in it yet: {file}': 'インデックスに未登録: {file}',
  'in it and gone: {file}': 'インデックスにあり、ファイルがない: {file}',
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
  'a page to run, watch, understand and compare; `view` is the same':
    '実行・監視・確認・比較のためのページ（`view` も同じ）',
  'The page is for this machine. Any other address demands a token, which is printed once with a link.':
    'ページはこのマシン専用です。ほかのアドレスではトークンが必要で、リンクとともに一度だけ表示されます。',
  'It shows the runs of the project, also while another process works on them. Ctrl-C stops it.':
    'プロジェクトの実行を、別のプロセスが作業中のものも含めて表示します。Ctrl-C で止まります。',
  'the port (4517); 0 takes any that is free': 'ポート（4517）。0 なら空いているもの',
  'the address to listen on (127.0.0.1)': '待ち受けるアドレス（127.0.0.1）',
  'behind a proxy: the address by which people reach it': 'プロキシの後ろで使う場合: 人が開くアドレス',
  'behind a proxy with a login: the header that says who asks; labels bear that name':
    'ログインを行うプロキシの後ろで使う場合: 誰からの要求かを示すヘッダー。ラベルにその名前が付きます',
  'A token that stays the same is taken from SHINSA_TOKEN, which then holds on this machine too.':
    '変わらないトークンは SHINSA_TOKEN から読みます。設定すると、このマシンからの要求にも必要になります。',
  '{variable} is no token: it takes {count} characters or more, without spaces':
    '{variable} はトークンとして使えません。空白を含まない {count} 文字以上が必要です',
  'Make one that nobody can guess: openssl rand -hex 32.': '推測されないものを作ってください: openssl rand -hex 32',
  '{header} is no header that names a person': '{header} は人の名前を示すヘッダーではありません',
  'It is one that the proxy sets after a login, such as X-Forwarded-User, X-Forwarded-Email or Remote-User.':
    'ログインの後にプロキシが付けるヘッダーを指定します。例: X-Forwarded-User、X-Forwarded-Email、Remote-User',
  '{address} is no address of the page': '{address} はページのアドレスではありません',
  'It is like https://evaluations.example, without a path: the page is at the top of its host.':
    'https://evaluations.example のように、パスを付けずに書きます。ページはそのホストの最上位にあります。',
  '--person-header on {host} would let everybody who reaches it call themselves as they like':
    '{host} で --person-header を使うと、接続できる人は誰でも好きな名前を名乗れてしまいます',
  'Listen on 127.0.0.1 beside the proxy, or set SHINSA_TOKEN (openssl rand -hex 32) and let the proxy alone send it: Authorization: Bearer TOKEN.':
    'プロキシと同じマシンの 127.0.0.1 で待ち受けるか、SHINSA_TOKEN を設定し（openssl rand -hex 32）、プロキシだけに Authorization: Bearer TOKEN を送らせてください。',
  'Open {link} once in a browser; programs send SHINSA_TOKEN':
    'ブラウザーで {link} を一度開いてください。プログラムからは SHINSA_TOKEN を送ります',
  'Shinsa is at {url}': 'Shinsa: {url}',
  'The proxy finds it at {url}': 'プロキシからの接続先: {url}',
  'Open {link} once in a browser; programs send the token {token}':
    'ブラウザーで {link} を一度開いてください。プログラムからはトークン {token} を送ります',
  'this costs money, and nobody is there to be asked': '費用がかかりますが、確認できる人がいません',
  'Allow it with --yes.': '--yes で許可してください。',
  'FILE is an eval set, such as evals/weather.evalset.json; AGENT_DIR SET_ID is AGENT_DIR/SET_ID.evalset.json, as `adk eval_set` has it.':
    'FILE は evals/weather.evalset.json のような評価セットです。AGENT_DIR SET_ID は `adk eval_set` と同じく AGENT_DIR/SET_ID.evalset.json を指します。',
  'make an empty eval set': '空の評価セットを作る',
  'created:': '作成:',
  '{id}': '{id}',
  'app_name, user_id and state with which their conversations begin, as JSON':
    '会話を始めるときの app_name・user_id・state（JSON）',
  'the same, in the words of `adk eval_set`': '同じもの。`adk eval_set` での書き方',
  'add cases to an eval set: scenarios, a session, what agents once did':
    '評価セットにケースを加える: シナリオ、セッション、エージェントの記録',
  'The id of a scenario’s case follows from what it says, so that adding it twice is noticed. What is there already stays as it is.':
    'シナリオのケース ID は内容から決まるので、二重に加えると分かります。既にあるものは変わりません。',
  '{"scenarios": […]}: a case for each of them': '{"scenarios": […]}: それぞれを 1 件のケースにする',
  'a session that ADK saved: what was said and done becomes a case':
    'ADK が保存したセッション。やり取りを 1 件のケースにする',
  'with --session: the id of its case (that of the session)': '--session のケースの ID（セッションの ID）',
  'recorded transcripts or results: each conversation becomes a case':
    '記録された会話または結果。会話ごとに 1 件のケースにする',
  'have a model write scenarios, and add them to an eval set': 'モデルにシナリオを書かせ、評価セットに加える',
  'A set that is not there yet is made. What the calls may cost is said, and asked for, before the first.':
    '評価セットがなければ作ります。費用の見込みを示し、最初の呼び出しの前に確認します。',
  'the language model that writes them': 'シナリオを書く言語モデル',
  'how many': '件数',
  'what they are to be about': 'シナリオの内容についての指示',
  'the data behind the agent’s tools, so that nothing is made up':
    'エージェントのツールの背後にあるデータ。作り事を防ぐ',
  'a text that says what the agent is, such as its source; may be given several times':
    'エージェントを説明するテキスト（ソースなど）。複数指定できる',
  'count, generation_instruction, environment_context and model_name as JSON; flags win over it':
    'count・generation_instruction・environment_context・model_name を書いた JSON。フラグが優先',
  'do not ask before it costs money': '費用がかかる前に確認しない',
  '{made} of {count} were made': '{count} 件のうち {made} 件が作られました',
  'added:': '追加:',
  '{id} is in {file} already and stays as it is': '{id} は {file} に既にあり、そのまま残ります',
  '--{first} and --{second} say the same: leave out one of the two':
    '--{first} と --{second} は同じ意味です。どちらか一方にしてください',
  '{count} of {total} {total|case|cases} of the dataset': 'データセットの {total} ケースのうち {count} ケース',
  'delete runs with their results, costs and labels': '実行を、結果・費用・ラベルとともに削除',
  'RUN is an id, its beginning, a name, or `latest`; a damaged one is named by its whole id.':
    'RUN は ID、その先頭、名前、または `latest` です。壊れた実行は ID 全体で指定します。',
  'What judges answered stays in the cache. A run that is at work is not deleted.':
    'ジャッジの回答はキャッシュに残ります。動作中の実行は削除されません。',
  'do not ask': '確認しない',
  'to be deleted: {runs}': '削除する実行: {runs}',
  'with {count} {count|label|labels} that people gave': '人が付けたラベル {count} 件も削除されます',
  '{count} {count|run|runs} deleted, {size} MB freed': '{count} 件の実行を削除し、{size} MB を解放しました',
  'nothing is deleted unless somebody agrees, and nobody is there to be asked':
    '削除には確認が必要ですが、確認できる相手がいません',
  'Agree with --yes.': '--yes を付けると確認なしで削除します。',
  'delete old runs': '古い実行を削除',
  'With both, only runs go that are older than AGE and not among the newest N.':
    '両方を指定すると、AGE より古く、かつ新しいほうから N 件に入らない実行だけを削除します。',
  'the newest N stay': '新しいほうから N 件を残す',
  'only what began longer ago than this: 12h, 90d, 8w': 'これより前に始まった実行だけ: 12h、90d、8w',
  'shinsa prune: which runs stay?': 'shinsa prune: どの実行を残しますか',
  'Name how many with --keep N, how old they may be with --older 90d, or both.':
    '残す件数を --keep N で、残す期間を --older 90d で、または両方を指定してください。',
  'there is no such run': '該当する実行はありません',
  '--older takes an age such as 12h, 90d or 8w, not {given}':
    '--older には 12h、90d、8w のような期間を指定してください（{given} は使えません）',
  'play cases of a run again, as a new run beside the old one': '実行のケースをもう一度、新しい実行として実施',
  'RUN is an id, its beginning, or `latest`. What is not said here is as it was then.':
    'RUN は ID、その先頭、または `latest` です。ここで指定しないものは前回と同じです。',
  'cases that came out as one of these in a repeat (failed,error,not-evaluated)':
    'いずれかの繰り返しでこの判定になったケース（failed,error,not-evaluated）',
  'no case of the run that came out as {verdicts} fits {names}':
    '{verdicts} になったケースで {names} に当てはまるものはありません',
  '{passed} of {count} {count|case|cases} that {count|was|were} played again {passed|passes|pass} now':
    'もう一度実施した {count} ケースのうち {passed} ケースが今回は合格しました',
  'They were chosen for how they came out, so some pass by chance: shinsa compare {first} {second} shows both, and a run of all cases says whether the agent is better.':
    '結果を見て選んだケースなので、偶然に合格したものも含まれます。shinsa compare {first} {second} で両方を比較できます。エージェントが良くなったかどうかは、全ケースの実行で確かめてください。',
  'also the page of this ADK server (`adk web`), with evaluations that are answered here':
    'この ADK サーバー（`adk web`）のページも表示し、評価はここで行う',
  'with --adk-web: the folder that this server was given, for eval sets and results (.)':
    '--adk-web のとき: そのサーバーに渡したフォルダー。評価セットと結果を置く（.）',
  'The page of ADK is at {url}': 'ADK のページ: {url}',
  'The ADK server has no page (adk api_server); its requests are answered at {url}':
    'ADK のサーバーにはページがありません（adk api_server）。リクエストには {url} で応答します',
  'of `adk eval`, and without effect here': '`adk eval` のフラグ。ここでは効果がありません',
  '--log_level has no effect: Shinsa writes no log': '--log_level は効果がありません: Shinsa はログを出力しません',
  '--eval_storage_uri has no effect: runs are kept in the store that --store names':
    '--eval_storage_uri は効果がありません: 実行は --store の保存先に記録されます',
  '--enable_features has no effect: it is about features of ADK itself':
    '--enable_features は効果がありません: ADK 自体の機能の指定です',
  '--disable_features has no effect: it is about features of ADK itself':
    '--disable_features は効果がありません: ADK 自体の機能の指定です',
  '--agents-dir and --max-cost have no effect without --adk-web':
    '--agents-dir と --max-cost は --adk-web がないと効果がありません',
  'there is no folder {folder}': 'フォルダー {folder} がありません',
  '{address} is no address of an ADK server': '{address} は ADK サーバーのアドレスではありません',
  'It is like http://localhost:8000.': 'http://localhost:8000 のように指定します。',
  'write the report to this file, - is standard output; several times for several reports':
    'レポートをこのファイルに書き込む（- は標準出力。複数回指定できます）',
  '--output {file} is given twice': '--output {file} が 2 回指定されています',
  '--reporter {reporter} does not say which --output is meant':
    '--reporter {reporter} がどの --output を指すのか分かりません',
  'Of files the ending says it; add --output - for a report on standard output.':
    'ファイルの形式は拡張子で決まります。標準出力へのレポートには --output - を加えてください。',
  'a script that completes commands and flags in a shell': 'シェルでコマンドとオプションを補完するスクリプト',
  'Run by the shell when it starts, as in the examples.': '例のように、シェルの起動時に実行します。',
  'A run is one of the store, or a file that `shinsa export` wrote as baseline or json, on any machine.':
    '実行はストアのもの、または `shinsa export` が baseline か json で書き出したファイルです（どのマシンのものでも構いません）。',
  'how wide the interval of the corrected pass rate may be (0.1)': '補正後の合格率の区間の幅（0.1）',
  "chance of what is drawn (the run's)": '抽出に使う乱数の種（実行の種）',
  '`plan` says how many labels it takes, and draws the results: some of each verdict, the others by chance.':
    '`plan` は必要なラベルの数を示し、対象の結果を選びます。各判定から一部を、残りは無作為に選びます。',
  'which run is to be labelled?': 'どの実行にラベルを付けますか',
  'shinsa labels plan RUN [METRIC]': 'shinsa labels plan RUN [METRIC]',
  'an interval {width} points wide takes about {needed} labels; {there} are there, {more} more are listed':
    '幅 {width} ポイントの区間には約 {needed} 件のラベルが必要です。{there} 件が付いており、残り {more} 件を示しました',
  'an interval {width} points wide takes about {needed} labels, each worth {worth} without verdicts; {there} are there, {more} more are listed':
    '幅 {width} ポイントの区間には約 {needed} 件のラベルが必要です（1 件は判定なしのラベル {worth} 件分）。{there} 件が付いており、残り {more} 件を示しました',
  'rules of a gate to hold the run against, with exit code 1 where one is broken':
    'この実行に当てはめるゲートの規則（反すれば終了コード 1）',
  'how often the judge is asked in each order; most decide (1)': '各順序でジャッジに尋ねる回数。多数決で決めます（1）',
  'what counts, in place of being right, complete, safe and clear': '判断の基準（既定: 正しさ、網羅、安全、明確さ）',
  'which of two runs has the better answers, judged in pairs, in both orders':
    '二つの実行のどちらの回答が良いかを、ペアごとに両方の順序で判定',
  'A run is named by its id, its beginning, its name or the name of its arm. Each case that both runs have is one pair; repeats are compared one by one.':
    '実行は ID、その先頭、名前、または比較群の名前で指定します。二つの実行にあるケースを一組とし、繰り返しは一回ずつ比べます。',
  'A judge is asked twice, with the answers exchanged. A verdict that changes with the order is a tie, a reply that cannot be read is not evaluated. The win rate is the first run’s, ties counted half.':
    'ジャッジには回答を入れ替えて二度尋ねます。順序で変わる判定は引き分け、読み取れない返答は未評価です。勝率は最初の実行のもので、引き分けは半分に数えます。',
  'What comes of it is kept as a run: `shinsa prefer RUN` shows it again.':
    '結果は実行として保存され、`shinsa prefer RUN` で再び表示できます。',
  'Rules of --fail-on: "win-rate-low<0.5" is the lower end of the interval. Without rules the exit code is 0, and 1 when no pair could be judged.':
    '--fail-on の規則: "win-rate-low<0.5" は区間の下端です。規則がなければ終了コードは 0、一組も判定できなければ 1 です。',
  'prefer needs two runs, or one that compared some': 'prefer には二つの実行、または実行を比べた結果が必要です',
  'shinsa prefer RUN RUN; `shinsa list` shows the runs.':
    'shinsa prefer RUN RUN。実行は `shinsa list` で確認できます。',
  'What it came to is kept as it was judged.': '結果は判定したときのまま保存されています。',
  'where runs are kept: a file, or postgres://USER@HOST/DATABASE':
    '実行の保存先（ファイル、または postgres://USER@HOST/DATABASE）',
  'copy runs from one store to another, with results, costs and labels':
    '実行を結果、費用、ラベルごと別のストアにコピーする',
  'A store is a file, or postgres://USER@HOST/DATABASE. Without RUN all runs are copied.':
    'ストアはファイル、または postgres://USER@HOST/DATABASE です。RUN を省略するとすべての実行をコピーします。',
  'Each run is copied whole or not at all; one that is there already stays as it is.':
    '各実行は全体がコピーされるか、まったくコピーされません。すでにある実行は変更しません。',
  'shinsa store copy: from which store to which?': 'shinsa store copy: コピー元とコピー先を指定してください',
  'shinsa store copy FROM TO': 'shinsa store copy FROM TO',
  'run {run} is at work and is not copied': '実行 {run} は実行中のため、コピーしません',
  '{copied} {copied|run|runs} copied, {there} {there|was|were} there already':
    '{copied} 件の実行をコピーしました。{there} 件はすでにありました',
  'who judges (embedded); in a race each of them, several times': 'ジャッジ（embedded）。race では複数回指定できます',
  "the metric to ask for (each label's own); in a race each of them":
    '問い合わせる評価指標（ラベルごとの評価指標）。race では複数回指定できます',
  'a shinsa.config.ts; in a race each of them, such as one for each prompt':
    'shinsa.config.ts。race では、たとえばプロンプトごとに 1 つずつ複数回指定できます',
  'what makes the exit code 1, such as kappa-low<0.6, or changed':
    '終了コードを 1 にする条件（例: kappa-low<0.6、changed）',
  'an earlier validation in JSON: has the judge changed since?':
    '以前の検証結果（JSON）。ジャッジがそれから変化したかを調べます',
  'how far judges agree with people: one of them, or several beside each other':
    'ジャッジが人とどこまで一致するか（1 つ、または複数の比較）',
  'Rules of --fail-on: agreement, kappa, ac1 and weighted-kappa, as in "kappa<0.6", or "kappa-low<0.6" for the lower end of the interval; what cannot be told fails. "changed" is about --against. Without rules the exit code is 0.':
    '--fail-on の規則は agreement、kappa、ac1、weighted-kappa です（例: "kappa<0.6"。区間の下端なら "kappa-low<0.6"）。判断できないものは不合格です。"changed" は --against と組で使います。規則がなければ終了コードは 0 です。',
  '`race` asks every judge the same, in every combination of --judge, --metric and --config, and says which of them cannot be told apart.':
    '`race` は --judge、--metric、--config のすべての組み合わせに同じことを尋ね、区別できない組を示します。',
  'the rule "changed" needs an earlier validation: --against FILE':
    '規則 "changed" には以前の検証結果が必要です: --against FILE',
  '{file} has no metric that was judged now': '{file} には、今回判定した評価指標がありません',
  '{metric}: the judge has changed': '{metric}: ジャッジは変化しました',
  '--{name} is one for `judge validate`, and several for `judge race`':
    '--{name} は `judge validate` では 1 つだけ、`judge race` では複数指定できます',
  'a race takes 2 to {most} judges, not {count}': 'race のジャッジは 2 ～ {most} 件です（指定は {count} 件）',
  'Name each of them: --judge embedded --judge gemini-2.5-flash; or each --metric, or each --config.':
    '一つずつ指定してください: --judge embedded --judge gemini-2.5-flash。--metric や --config を複数指定することもできます。',
  'how good the eval set is: plant faults in what passed, and see which its metrics notice':
    '評価セットの強さ: 合格した結果に誤りを埋め込み、メトリクスが気づくかどうかを調べます',
  'A fault is killed when a metric that had passed fails. What differs in blanks alone, unnoticed, is equivalent.':
    '合格していたメトリクスが不合格になれば、その誤りは検出されたことになります。違いが空白だけで、何も気づかなかった場合は等価です。',
  'Rules of --fail-on: mutation-score<0.8, and mutation-score-low<0.8 for the lower end of its interval.':
    '--fail-on の条件: mutation-score<0.8、区間の下限なら mutation-score-low<0.8。',
  'only these operators, such as drop-call,argument-number': '使う演算子を限定する（例: drop-call,argument-number）',
  'a module that exports operators of your own, beside those that ship':
    '独自の演算子をエクスポートするモジュール（同梱のものに加えて使う）',
  'at most so many mutants of an operator in one result (3)': '1 件の結果につき、演算子ごとのミュータント数の上限（3）',
  'which mutants are drawn where there are more (that of the run)':
    'それより多い場合にどれを選ぶかのシード（実行のシード）',
  'what closes the gate: mutation-score<0.8, mutation-score-low<0.8':
    'ゲートを閉じる条件: mutation-score<0.8、mutation-score-low<0.8',
  'write criteria (.json), or cases (.jsonl), that would notice what is alive':
    '見逃された誤りに気づくはずの criteria（.json）またはケース（.jsonl）を書き出す',
  'the score, each operator and each mutant as JSON': 'スコア、演算子ごとの結果、各ミュータントを JSON で出力する',
  'the gate is closed: {rule}': 'ゲートは閉じています: {rule}',
  '{rule} is no rule for a mutation score': '{rule} はミューテーションスコアの条件ではありません',
  'Write mutation-score<0.8, or mutation-score-low<0.8.':
    'mutation-score<0.8 または mutation-score-low<0.8 と書いてください。',
  'a server of tools for a coding agent: run, read failures, compare (MCP)':
    'コーディングエージェントのためのツールのサーバー: 実行、失敗の確認、比較（MCP）',
  '--http serves it on this machine at /mcp, for clients with the token that is printed, or that of SHINSA_TOKEN.':
    '--http を付けると、このマシンの /mcp で待ち受けます。クライアントには、表示されるトークンか SHINSA_TOKEN の値が必要です。',
  'port {port} cannot be listened on: {code}': 'ポート {port} で待ち受けできません: {code}',
  'Name another one with --http, or 0 for any that is free.':
    '--http で別のポートを指定するか、0 で空きポートを使ってください。',
  'over HTTP, at a port of this machine; 0 takes any that is free':
    'HTTP で、このマシンのポートで待ち受ける。0 なら空きポート',
  'the datasets of the project in place of its runs': '実行の代わりに、プロジェクトのデータセット',
  'A coding agent starts it: {"command": "npx", "args": ["shinsa", "mcp"]}. It may do what the command line may do.':
    'コーディングエージェントが {"command": "npx", "args": ["shinsa", "mcp"]} で起動します。できることはコマンドラインと同じです。',
  'change an agent again and again without fooling oneself: a sealed third says whether it became better':
    'エージェントを繰り返し変更し、封印したケースで本当に良くなったかを確かめる',
  'init: files and folders of the agent, such as agent.ts,prompts':
    'init: エージェントのファイルとフォルダー（例: agent.ts,prompts）',
  'init: pass-rate, or the mean of a metric (pass-rate)': 'init: pass-rate、または評価指標の平均（pass-rate）',
  'init: which way is better (up)': 'init: 良い方向（up）',
  'init: the smallest difference that matters (0.05)': 'init: 意味のある最小の差（0.05）',
  'init: how often "better" may be said wrongly, over all looks (0.05)':
    'init: 全体を通して、誤って「良くなった」と言ってよい割合（0.05）',
  'init: the share of the cases that nobody in the loop sees (0.33)': 'init: 誰にも見せないケースの割合（0.33）',
  'init: of the division (1)': 'init: 分割のシード（1）',
  'init: the agent, unless the config names it': 'init: エージェント（設定ファイルにない場合）',
  'init: the config, unless it is the one of the project': 'init: 設定ファイル（プロジェクトのものでない場合）',
  'register: what was changed': 'register: 変更した内容',
  'register, accept-change: why': 'register、accept-change: 理由',
  'register: what it should bring, such as 0.08': 'register: 見込まれる効果（例: 0.08）',
  'accept-change: who signs': 'accept-change: 署名する人',
  'log: the trail as JSON': 'log: 記録を JSON で出力する',
  '`init` divides the cases once: open ones may be read, a sealed part is encrypted and seen by nobody in the loop.':
    '`init` はケースを一度だけ分けます。公開分は読めますが、封印分は暗号化され、誰も見られません。',
  '`register` writes a change down, `try` plays the open cases, `confirm` judges it by the sealed ones: better, not better, or cannot tell yet.':
    '`register` は変更を記録し、`try` は公開分を実行し、`confirm` は封印分で判定します: 良くなった、良くなっていない、まだ分からない。',
  'However many changes are confirmed, "better" is said wrongly in at most 5 % of all loops. What else changed is named, and the verdict is "not comparable" until a person signs it with accept-change.':
    '何度確かめても、誤って「良くなった」と言うのは多くて 5 % です。ほかに変わったものは名前を挙げ、人が accept-change で署名するまで「比較できない」とします。',
  'confirm ends with 0 when it is better, 1 when not or not comparable, 2 when it cannot be told yet.':
    'confirm の終了コード: 良くなった 0、良くなっていない・比較できない 1、まだ分からない 2。',
  '{file} was read while the agent was asked': 'エージェントへの質問中に {file} が読まれました',
  'the project has no dataset in a file; `shinsa run` plays *.eval.ts':
    'プロジェクトにデータセットのファイルはありません。`shinsa run` は *.eval.ts を実行します',
  'shinsa improve: what?': 'shinsa improve: 何をしますか',
  'init DATASET --may-change PATHS, register, try, confirm, accept-change or log':
    'init DATASET --may-change PATHS、register、try、confirm、accept-change、log のいずれか',
  'the agent’s own files hold a case or its id: {place}': 'エージェントのファイルにケースかその ID があります: {place}',
  '--{flag} is missing': '--{flag} がありません',
  '`shinsa improve --help` shows what each step takes.': '`shinsa improve --help` に各手順の指定があります。',
  '--{flag} is a number between 0 and 1, and {text} is none': '--{flag} は 0 と 1 の間の数です。{text} は違います',
  'admit: how much of what people failed it has to find (0.75)':
    'admit: 人が不合格とした結果のうち、見つけるべき割合（0.75）',
  'admit: how much of what people passed it has to pass (0.75)':
    'admit: 人が合格とした結果のうち、合格とすべき割合（0.75）',
  '`admit` decides whether a judge may be trusted with verdicts: 0 admitted, 1 refused, 2 cannot be decided. Labels that were looked at with another judge or question do not count.':
    '`admit` は、ジャッジに判定を任せてよいかを決めます: 0 認める、1 認めない、2 決められない。別のジャッジや質問で見たラベルは数えません。',
  'shinsa judge: validate, admit, race or find over which labels?':
    'shinsa judge: どのラベルで validate、admit、race を行いますか？',
  'shinsa judge validate LABELS, judge admit LABELS, or judge race LABELS --judge A --judge B':
    'shinsa judge validate LABELS、judge admit LABELS、または judge race LABELS --judge A --judge B',
  'the step that broke a failed result, with how often such an answer is right':
    '不合格の結果の原因となったステップと、その答えの当たる割合',
  'Steps count from 1 over all exchanges: each tool call, and the answer after the calls of its exchange.':
    'ステップはすべてのやり取りを通して 1 から数えます。ツール呼び出しが 1 つずつ、その後に回答が 1 つです。',
  'No step is named where that is no better than guessing, or where as much speaks against two.':
    '当て推量と変わらない場合や、2 つのステップが同じくらい疑わしい場合は、どのステップも挙げません。',
  'which repeat of the case, from 1 (the first that failed)': 'ケースの何回目か、1 から（最初に不合格になった回）',
  'which faults are planted to measure it (that of the run)': '測定のために埋め込む誤りを選ぶシード（実行のシード）',
  'steps, evidence and measured rates as JSON': 'ステップ、根拠、測定した割合を JSON で出力する',
  'which case?': 'どのケースですか',
  '`shinsa show RUN` lists those that failed.': '`shinsa show RUN` で不合格のケースが見られます。',
  'With --play FILE the case is played again from each step: a module exports `play({ evalCase, kept, seed })`, which takes the kept steps as they were and answers as the agent does.':
    '--play FILE を付けると、各ステップからケースをもう一度動かします。モジュールは `play({ evalCase, kept, seed })` をエクスポートし、kept のステップをそのまま受け取り、エージェントと同じ形で答えます。',
  'a module that plays the case again from any of its steps': 'ケースを途中のステップから動かすモジュール',
  'at most so many replays (20 a step)': '動かす回数の上限（1 ステップにつき 20）',
  'admit: also look for biases, which takes eight times as many answers of the judge':
    'admit: 偏りも調べる（ジャッジへの質問は 8 倍になります）',
  'kinds of failure: how frequent each is, what changed between two runs, and when to stop reading':
    '失敗の種類: それぞれの割合、2 つの実行の間の変化、いつ読み終えてよいか',
  'Failures with common evidence are one kind: metric, tool call, argument, error. Without --judge no model is asked.':
    '指標、ツール呼び出し、引数、エラーという根拠が共通する失敗を 1 つの種類とします。--judge がなければモデルには尋ねません。',
  'Kinds that --save wrote beside the dataset come first. Rename, merge and split them in failure-modes.yaml; the next run is coded by them.':
    '--save がデータセットの隣に書いた種類を先に使います。failure-modes.yaml で名前の変更、統合、分割ができ、次の実行はそれに従って分類します。',
  'That is coarse. Where no groups would come out again, it says so and names none.':
    'これは粗い分類です。分けても再現しないときは、そう表示し、種類を挙げません。',
  'write the kinds into failure-modes.yaml beside the dataset': '種類をデータセットの隣の failure-modes.yaml に書く',
  'of the resampling (1)': '再抽出のシード (1)',
  'kinds, shares and changes as JSON': '種類、割合、変化を JSON で出力する',
  'the runs are of different datasets': '実行のデータセットが異なります',
  '--anchors is needed: without them nobody knows whether the judge drifted':
    '--anchors が必要です。これがないと、ジャッジが変わったかどうかがわかりません',
  '`shinsa labels export` writes them; 50 results that people labelled are a start.':
    '`shinsa labels export` で書き出せます。人がラベルを付けた結果 50 件程度から始められます。',
  '--name is letters, digits, - and _, and {name} is not': '--name に使えるのは文字、数字、-、_ です: {name}',
  '--webhook is an address that begins with http:// or https://':
    '--webhook は http:// または https:// で始まるアドレスです',
  '--{flag} is above 0 and at most {most}, and {text} is not': '--{flag} は 0 より大きく {most} 以下の数です: {text}',
  'judge a sample of what users are answered, and tell whether the agent drifted or the judge':
    '本番の応答を抽出して評価し、変わったのがエージェントかジャッジかを見分けます',
  'TRACES is a folder or file into which something else writes traces; --receive takes them itself.':
    'TRACES は、ほかのプログラムがトレースを書き込むフォルダーまたはファイルです。--receive なら自分で受け取ります。',
  'What happened is in .shinsa/production/NAME: after it was killed, the same line goes on from there.':
    '経過は .shinsa/production/NAME に残ります。強制終了しても、同じコマンドで続きから再開します。',
  'An alarm stays until --restart. False ones are raised in at most 5 % of all watches, however long.':
    '警報は --restart まで残ります。誤報が出るのは、どれだけ長く続けても監視全体の 5 % 以下です。',
  'receive traces on this port of this machine (OTLP/HTTP); 0 takes any':
    'このマシンのこのポートでトレースを受け取る（OTLP/HTTP）。0 なら空いているポート',
  'results that people labelled, asked again and again: needed':
    '人がラベルを付けた結果（アンカー）。繰り返しジャッジに問い直す。必須',
  'ask an anchor after so many judged conversations (2)': '評価した会話何件ごとにアンカーを 1 件問い直すか（2）',
  'the share of conversations that is judged (1)': '評価する会話の割合（1）',
  'how many calls of models judges may make a day, in UTC (1000)':
    'ジャッジが 1 日（UTC）にモデルを呼び出せる回数（1000）',
  'what they may cost a day (no limit)': '1 日の費用の上限（なし）',
  'how many verdicts, and answers about anchors, say what is usual (200)':
    '普段の状態を知るために使う判定とアンカーの回答の件数（200）',
  'learn anew what is usual, after a change that was meant': '意図した変更のあとで、普段の状態を学び直す',
  'where an alarm is posted to, as JSON': '警報を JSON で送る先',
  'how often to look (60)': '確認する間隔（60）',
  'look once, at all that is there, and end: 0 where all is quiet, 1 after an alarm, 2 where traces could not be read':
    'いまあるものを一度だけ確認して終わる。終了コードは、異常がなければ 0、警報があれば 1、読めないトレースがあれば 2',
  'of the watch and of its runs (production)': '監視とその実行の名前（production）',
  'a shinsa.config.ts: its metrics judge': 'shinsa.config.ts。その評価指標で評価する',
  'receiving traces at {url}': '{url} でトレースを受け取っています',
  'the webhook did not take the alarm: it is posted again with the next look':
    '警報を webhook に送れませんでした。次の確認のときに送り直します',
  '{passed} of {judged} passed, {agreed} of {asked} anchors as people say':
    '{judged} 件中 {passed} 件が合格、アンカー {asked} 件中 {agreed} 件が人と一致',
  '{count} could not be evaluated by any metric': 'どの評価指標でも評価できなかったものが {count} 件',
  '{n} {n|file|files} of traces could not be read, the first is {file}':
    '読めないトレースのファイルが {n} 個、最初は {file}',
  '{waiting} wait, since as much is spent as may be today': '本日の上限に達したため {waiting} 件が待機中',
  'learning what is usual, {system} verdicts and {anchors} answers about anchors to come':
    '普段の状態を学習中（残り: 判定 {system} 件、アンカーの回答 {anchors} 件）',
  quiet: '異常なし',
  'the agent drifted, the judge did not': '変わったのはエージェントで、ジャッジではありません',
  'the judge drifted: what it says of the agent is not to be believed':
    'ジャッジが変わりました。エージェントについての判定は信頼できません',
  'agent or judge drifted, which cannot be told: look at the judge first':
    'エージェントとジャッジのどちらが変わったか区別できません。まずジャッジを確認してください',
  'passed {passed}, as people say {agreed}': '合格率 {passed}、人との一致率 {agreed}',
  'a model reads the failures and proposes kinds': 'モデルが失敗を読み、種類を提案する',
  'the embedded judge cannot write notes': '組み込みのジャッジはメモを書けません',
  'Name a model, or leave --judge out: then failures are put together by their evidence.':
    'モデルを指定するか、--judge を省いてください。省くと、失敗は根拠によってまとめられます。',
  '`find` asks Ollama, llama.cpp, LM Studio and vLLM on this machine which models they serve, and with LABELS which of these to use. It ends with 1 where there is none.':
    '`find` はこのマシンの Ollama、llama.cpp、LM Studio、vLLM にどのモデルがあるかを尋ね、LABELS があればどれを使うべきかを示します。一つもなければ終了コードは 1 です。',
  'Which models are served at {places}?': '{places} ではどのモデルが使えますか？',
  'looking for models asks {places}': 'モデルを探すと {places} に問い合わせます',
  '{url} serves {models}': '{url} のモデル: {models}',
  'no model is served at {places}': '{places} にモデルはありません',
  'With labels you see what each is worth: shinsa judge find LABELS (docs/comparing-judges.md)':
    'ラベルがあればそれぞれの良さが分かります: shinsa judge find LABELS（docs/comparing-judges.md）',
  '{count} models are too many for one race': '一度に比べるには {count} 個のモデルは多すぎます',
  'Name those that you mean: shinsa judge race LABELS --judge embedded --judge {model}':
    '対象を指定してください: shinsa judge race LABELS --judge embedded --judge {model}',
  'Use --judge {judge}: it agrees with people on {share} % ({low}–{high}) of these labels':
    '--judge {judge} を使ってください。これらのラベルの {share} %（{low}–{high}）で人と一致します',
  'Nobody is there to be asked: add --yes.': '尋ねる相手がいません。--yes を付けてください。',
  'Each mutant is a transcript that passed with exactly one fault. The agent is not asked.':
    'ミュータントは、合格した記録に誤りを一つだけ埋め込んだものです。エージェントには何も尋ねません。',
  'Without --judged no model is asked. With it the judges of the run are, about so many mutants of each operator as the interval takes, and whether what nobody noticed makes a difference at all.':
    '--judged がなければモデルにも尋ねません。付けると、区間に必要な数だけ演算子ごとにミュータントを選んで実行のジャッジに尋ね、誰も気づかなかったものに違いがあるかどうかも尋ねます。',
  'also ask judges about a sample of what code cannot tell; this may cost money':
    'コードで判断できないものの一部をジャッジにも尋ねる（費用がかかることがあります）',
  'who judges, unless it is who judged the run': 'ジャッジ（省略時は実行を判定したジャッジ）',
  'judged: how far the interval of the score may reach on either side (0.05)': 'judged: スコアの区間の片側の幅 (0.05)',
  'Judges are asked about {count} {count|mutant|mutants}': 'ジャッジに {count} 件のミュータントを尋ねます',
}
