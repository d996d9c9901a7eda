/** What `src/compose` says on the page too, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const composeShownJa: Readonly<Record<string, string>> = {
  '{file} does not have variants of agents by name': '{file} にはエージェントの変種が名前ごとに書かれていません',
  'The page writes it when a variant is kept; move it away to begin anew.':
    '画面で変種を残したときに書かれるファイルです。別の場所に移すと新しく始められます。',
  'the agent does not declare that {name} can be varied':
    'エージェントは {name} を変えられるものとして宣言していません',
  'Export vary, with what can be varied, and agentFor, which makes the agent of that.':
    '変えられるものを vary に、それからエージェントを作る関数を agentFor に書いてエクスポートしてください。',
  'Node.js {version} does not use {name}: from 22.21 on it does with NODE_USE_ENV_PROXY=1, from 24.14 on without':
    'Node.js {version} は {name} を使いません。22.21 以降は NODE_USE_ENV_PROXY=1 で、24.14 以降はそのままで使います',
  '{name} is no address of an HTTP proxy, such as http://HOST:PORT':
    '{name} は HTTP プロキシのアドレス（http://HOST:PORT など）ではありません',
  'a secret stands in an address: {name}': 'アドレスに秘密の値が書かれています: {name}',
  'Write it as {example} and set the variable in the environment or in .env beside the config.':
    '{example} と書き、その変数を環境変数または設定ファイルの隣の .env に設定してください。',
  'lost against the baseline: {cases}': '基準より悪化: {cases}',
  'won against the baseline: {cases}': '基準より改善: {cases}',
  'nothing is held against {baseline}: these cases were chosen for how they came out':
    '{baseline} とは比較しません。これらのケースは結果によって選ばれたためです',
  'A run of all cases is compared with it.': '比較するには、すべてのケースを実行してください。',
  '{file}: {path}: there is no metric {metric}': '{file}: {path}: 指標{metric}はありません',
  '{count} {count|case has|cases have} a reference answer, and no metric of this run looks at it':
    '{count}件のケースに参照回答がありますが、この実行の指標はどれも見ません',
  '{count} {count|case has|cases have} expected tool calls, and no metric of this run looks at them':
    '{count}件のケースに期待するツール呼び出しがありますが、この実行の指標はどれも見ません',
  '{count} {count|case has|cases have} checks of a workspace, and no metric of this run looks at them':
    '{count}件のケースに作業用フォルダーのチェックがありますが、この実行の指標はどれも見ません',
  '{count} {count|case has|cases have} an expected final state, and no metric of this run looks at it':
    '{count}件のケースに期待する最終状態がありますが、この実行の指標はどれも見ません',
  '{count} {count|case has|cases have} key points, and no metric of this run looks at them':
    '{count}件のケースにキーポイントがありますが、この実行の指標はどれも見ません',
  'What looks at it: {names}. Name one under "criteria", with its threshold.':
    'これを見る指標: {names}。"criteria"にしきい値とともに書いてください。',
  '{file}: "{key}" of a case is not read': '{file}: ケースの"{key}"は読みません',
  '{file}: the column "{column}" is not read: another one says the same':
    '{file}: 列"{column}"は読みません。同じ意味の列がほかにあります',
  'Remove or rename one of them, or say which column is which: `columns` in the config.':
    'どちらかを取り除くか名前を変えてください。または設定の`columns`でどの列かを指定してください。',
  'Metrics that have it: {names}.': 'このオプションがある指標: {names}',
  '{metric}: the threshold {threshold} has no effect: it is passed as a whole or not':
    '{metric}: しきい値{threshold}は効果がありません。全体として合格か不合格になります',
  '{place}: {key} has no effect beside {other}': '{place}: {key}は{other}と並べても効果がありません',
  'Did you mean {names}? Its options are: {options}.': '{names}のことですか。オプション: {options}',
  '`none` has no effect beside other rules for the gate: {rules}':
    '`none`は、ゲートのほかの規則と並べても効果がありません: {rules}',
  'It stands alone, or is left out.': '単独で指定するか、取り除いてください。',
  '{file}: there is no such config file': '{file}: 設定ファイルがありません',
  'ADK calls it {name}; without it the defaults apply.': 'ADK での名前は {name} です。ない場合は既定値が使われます。',
  'the metric {metric} is there twice': '評価指標 {metric} が重複しています',
  'the environment variable {name} is not set': '環境変数 {name} が設定されていません',
  'Set it, or write it into .env beside the config.': '設定するか、設定ファイルと同じ場所の .env に書いてください。',
  '{file} cannot be loaded: {problem}': '{file} を読み込めません: {problem}',
  '`shinsa init --table` writes one.': '`shinsa init --table` で作成できます。',
  '{file} has no default export': '{file} に default export がありません',
  'End it with: export default defineConfig({ … })': '末尾に export default defineConfig({ … }) と書いてください',
  'Known settings: {settings}.': '使える設定: {settings}',
  'the target is none of the kinds there are': '評価対象がどの種類にも当てはまりません',
  'an MCP server is asked by a model, and none is named': 'MCP サーバーに問い合わせるモデルが指定されていません',
  'Name one: --model, or `model` beside the server in the config.':
    '--model か、設定ファイルでサーバーの隣の `model` で指定してください。',
  'an MCP server has either a command or a url': 'MCP サーバーには command か url のどちらか一方を書きます',
  '{model} is for agents that can be told which model to ask': '{model} は、使うモデルを指定できるエージェント用です',
  'Those that ship can, mcp:… and openai:… too; others have a model of their own.':
    '付属のエージェントと mcp:…、openai:… で使えます。それ以外はエージェント自身がモデルを決めます。',
  'A target is ./agent.ts[#export], command:PROGRAM ARGUMENTS, http(s)://URL, adk:URL/APP, a2a:URL, acp:COMMAND, mcp:COMMAND|URL, openai:MODEL@URL, recorded:FILE, run:ID, or a name from the config.':
    '評価対象は ./agent.ts[#export]、command:PROGRAM ARGUMENTS、http(s)://URL、adk:URL/APP、a2a:URL、acp:COMMAND、mcp:COMMAND|URL、openai:MODEL@URL、recorded:FILE、run:ID、または設定ファイル内の名前です。',
  '{target} is no target: no name in the config and no file':
    '{target} は評価対象ではありません。設定ファイルにも、ファイルとしても見つかりません',
  'The agent in {file} needs {package}, which cannot be loaded from {folder}: {problem}':
    '{file} のエージェントには {package} が必要ですが、{folder} から読み込めません: {problem}',
  '{file} is a Python program, and is asked as a command':
    '{file} は Python のプログラムなので、コマンドとして呼び出します',
  'Write {target}; it reads a line of JSON for each message and prints its answer.':
    '{target} と書いてください。メッセージごとに JSON を 1 行読み、答えを出力するプログラムです。',
  '{target} exports neither a function, nor a target, nor an agent of a framework that is known here':
    '{target} は関数も評価対象も、対応しているフレームワークのエージェントも export していません',
  'Export a function (message, context) => answer, something made by functionTarget, httpTarget or commandTarget, or an agent of the AI SDK, OpenAI Agents, ADK, LangChain, LangGraph, Mastra or Strands.':
    '関数 (message, context) => answer、functionTarget・httpTarget・commandTarget で作ったもの、または AI SDK・OpenAI Agents・ADK・LangChain・LangGraph・Mastra・Strands のエージェントを export してください。',
  'there is no run {run} to take transcripts from': '会話記録の取得元の実行 {run} がありません',
  '`shinsa list` shows the runs there are.': '実行の一覧は `shinsa list` で確認できます。',
  '{reference} leaves the folder {folder}': '{reference} はフォルダー {folder} の外を指しています',
  'Code that a data file names must lie beside it.': 'データファイルから参照するコードは、同じ場所に置いてください。',
  '{file} does not export {name}': '{file} は {name} を export していません',
  'It exports: {names}.': 'export しているもの: {names}',
  'run {run} cannot go on: its {things} changed since': '実行 {run} は再開できません。{things} が変更されています',
  'Start a new run with `shinsa run`; the old one stays as it is.':
    '`shinsa run` で新しく実行してください。以前の実行はそのまま残ります。',
  'there is no agent to evaluate': '評価するエージェントがありません',
  'Name one with {target} (./agent.ts, command:…, http://…, recorded:FILE), or in shinsa.config.ts (`shinsa init --table` writes one). Answers that a table has in a column actual_output are scored without one.':
    '{target}（./agent.ts、command:…、http://…、recorded:FILE）、または shinsa.config.ts（`shinsa init --table` で作成可）で指定してください。表の actual_output 列にある回答は、指定がなくても採点します。',
  '{file} has no transcript of the last case, {case}: it was cut off, or is of other cases':
    '{file} に最後のケース {case} の記録がありません。途中で切れているか、別のケースの記録です',
  'Get the whole file, or evaluate only cases that it has: DATASET:CASE,…':
    '完全なファイルを用意するか、記録のあるケースだけを評価してください: DATASET:CASE,…',
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
  'no criterion {metric} has a threshold to change': 'しきい値を変更できる評価指標 {metric} はありません',
  '`--metric {metric}={threshold}` adds it.': '`--metric {metric}={threshold}` で追加できます。',
  'there is no metric {metric}': '評価指標 {metric} はありません',
  'runs cannot be kept in {place}': '{place} に実行は保存できません',
  'Name a file, such as {file}, or a PostgreSQL database, {address}.':
    '{file} のようなファイルか、PostgreSQL のデータベース（{address}）を指定してください。',
  '{file}: criteria.{metric} is undefined': '{file}: criteria.{metric} が undefined です',
  'Give it a threshold, such as 0.8, or leave {metric} out.':
    '0.8 のようなしきい値を書くか、{metric} を外してください。',
  '{file}: there are no criteria in it': '{file}: criteria がありません',
  'They stand under "criteria"; {names} {count|is no key|are no keys} of such a file.':
    '「criteria」の下に書いてください。{names} はこのファイルのキーではありません。',
  'there are two set metrics named {name}': '{name} という名前の集計指標が 2 つあります',
  'What a set metric says is kept under its name: give one of them another.':
    '集計指標の結果はその名前で保存されます。どちらかに別の名前を付けてください。',
  '{option} of evaluate is no list of set metrics': 'evaluate の {option} は集計指標の一覧ではありません',
  'Each is {shape}.': 'それぞれ {shape} の形です。',
  '{file} names no metric of such a dataset, so it is left to the others':
    '{file} にはこの種類のデータセットの評価指標がないため、ほかのデータセット用とみなします',
  '--config {file} takes it all the same.': '--config {file} とすると、それでも使います。',
  '{folder} is a folder: cases are chosen from one file':
    '{folder} はフォルダーです: ケースは一つのファイルから選びます',
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
  'the scenario of {case} has an empty starting prompt': '{case} のシナリオの starting_prompt が空です',
  'It is the first message of the user, word by word.': 'ユーザーの最初のメッセージとしてそのまま送られます。',
  '{model} judges what it answered itself': '{model} は自分の回答を自分で審査します',
  'Models favour their own answers: name another one with {judge}.':
    'モデルは自分の回答を高く評価しがちです。{judge} で別のモデルを指定してください。',
  'Canaries: {asked} known-bad {asked|answer|answers} judged, {passed} passed, {unreadable} without a verdict ({calls} more {calls|call|calls})':
    '検査用の誤答: {asked} 件を審査、合格 {passed} 件、判定なし {unreadable} 件（追加の呼び出し {calls} 回）',
  'Canaries: {asked} known-bad {asked|answer|answers} judged, {passed} passed, {unreadable} without a verdict ({calls} more {calls|call|calls}, ${dollars})':
    '検査用の誤答: {asked} 件を審査、合格 {passed} 件、判定なし {unreadable} 件（追加の呼び出し {calls} 回、${dollars}）',
  '{judge} needs a project, a location and credentials': '{judge} にはプロジェクト、リージョン、認証情報が必要です',
  'the {name} hook threw: {problem}': 'フック {name} で例外が発生しました: {problem}',
  '{setting} has no effect: no metric of this run asks a judge':
    '{setting} は効果がありません: この実行にはジャッジに尋ねる評価指標がありません',
  '{setting} has no effect: no model judges in this run':
    '{setting} は効果がありません: この実行ではモデルによる審査は行われません',
  '{setting} has no effect: {metric} was made with a judge of its own':
    '{setting} は効果がありません: {metric} には専用のジャッジが指定されています',
  'Leave {setting} out, or name {metric} under "criteria" in place of "metrics".':
    '{setting} を外すか、{metric} を "metrics" ではなく "criteria" に書いてください。',
  '"{name}" of the config is written as {line}': '設定の "{name}" は {line} と書きます',
  '"{name}" stands at the top of the config, not under "{place}".':
    '"{name}" は "{place}" の中ではなく、設定の最上位に書きます。',
  '{setting} has no effect: no model is asked in this run':
    '{setting} は効果がありません: この実行ではモデルに尋ねません',
  '{setting} has no effect: the answers are recorded, and no agent is asked':
    '{setting} は効果がありません: 回答は記録済みで、エージェントには尋ねません',
  '{setting} has no effect: every conversation of the dataset is written down':
    '{setting} は効果がありません: データセットの会話はすべて書かれています',
  '{setting} has no effect: only reviews and questions about runbooks leave such a file':
    '{setting} は効果がありません: そのファイルを残すのはレビューと手順書の質問だけです',
  '{setting} has no effect: spans are received of programs and addresses':
    '{setting} は効果がありません。スパンを受信するのはプログラムとアドレスのエージェントだけです',
  '{setting} has no effect: a recording answers every call of a tool':
    '{setting}は効果がありません。ツールの呼び出しにはすべて記録が答えます',
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
  'the limit of ${limit} is reached: ${spent} spent, and up to ${more} for calls that were cut off':
    '費用の上限 ${limit} に達しました（使用額 ${spent}、打ち切った呼び出しの分が最大 ${more}）',
  'the limit of ${limit} is reached: ${spent} spent': '費用の上限 ${limit} に達しました（使用額 ${spent}）',
  '`shinsa resume RUN --max-cost N` goes on.': '`shinsa resume RUN --max-cost N` で再開できます。',
  'such a config may name a model and no address: {model}':
    'この設定に書けるのはモデル名だけで、アドレスは書けません: {model}',
  'Name the server with {flag}, or as {setting} in shinsa.config.ts or evaluate().':
    'サーバーは {flag}、または shinsa.config.ts か evaluate() の {setting} で指定してください。',
  'key_points: points is no list of texts': 'key_points: points が文字列の配列ではありません',
  'Leave it out where each case has its own, as "key_points".':
    'ケースごとに「key_points」がある場合は、省略してください。',
  '{place}: {keys} {count|has|have} no effect on {model}': '{place}: {keys} は {model} には効きません',
  '{file}: custom_metrics: nothing asks for {metric}': '{file}: custom_metrics: {metric} はどこからも使われていません',
  'Name it under "criteria", with its threshold.': '「criteria」の下に、しきい値と一緒に指定してください。',
  '{metric}: no score reaches the threshold {threshold}': '{metric}: しきい値 {threshold} に届くスコアはありません',
  'Scores are 0 to {highest}.': 'スコアは 0 から {highest} までです。',
  '{file}: {metric}: false is the threshold 0, which every score reaches':
    '{file}: {metric}: false はしきい値 0 と同じで、どのスコアも合格になります',
  '{place}: {path}: {problem}': '{place}: {path}: {problem}',
  'the criterion of {metric} has no option {option}': '{metric} の評価基準に {option} というオプションはありません',
  'the gate asks for {metric}, which this run does not measure':
    'ゲートは {metric} を求めていますが、この実行では測定しません',
  'It measures: {names}.': '測定するもの: {names}。',
  'the rule {rule} of the config has no effect: this run does not measure it':
    '設定ファイルの規則 {rule} は効果がありません。この実行では測定しません',
  'Nothing is left, so the gate has its own: {rules}.': '残る規則がないため、ゲートは既定の規則を使います: {rules}。',
  '{folder}: there is no such folder to write into': '{folder}: 書き込み先のフォルダーがありません',
  '{name} takes a value such as {example}, not {given}':
    '{name} には {example} のような値を指定してください（{given} は使えません）',
  'evaluate has no option {option}': 'evaluate にオプション {option} はありません',
  'lower is better in {metric}: that rule would close the gate on good values':
    '{metric} は低いほど良い指標です。その規則では良い値でゲートが不合格になります',
  'Write "{rule}".': '「{rule}」と書いてください。',
  'A secret came back from outside and was taken out of {count} {count|text|texts}; verdicts are about what is left.':
    '秘密の値が外部から返ってきたため、{count}件のテキストから取り除きました。判定は残りの部分についてのものです。',
  'The value of {name} came back from outside and was taken out of {count} {count|text|texts}; verdicts are about what is left. If it is no secret, name it under `public` in the config.':
    '{name}の値が外部から返ってきたため、{count}件のテキストから取り除きました。判定は残りの部分についてのものです。秘密でなければ、設定の`public`に名前を書いてください。',
  '{file} is not run: code is run only from the project’s own config':
    '{file}は実行しません。コードを実行するのは、プロジェクト自身の設定ファイルだけです',
  'If it is yours, name it: --config {file}': '自分のものであれば、--config {file}で指定してください',
  '{folder} is not trusted, so its code ({code}) is not run':
    '{folder}は信頼できるフォルダーに指定されていないため、その中のコード({code})は実行しません',
  'user_simulator_config: a user of the type llm_audio speaks, and {case} can only be played in writing':
    'user_simulator_config: llm_audio の模擬ユーザーは音声で話しますが、{case} は文字でしか実行できません',
  'Agents are asked in text here. "type": "llm_backed" has the same user write.':
    'ここではエージェントに文字で質問します。"type": "llm_backed" にすると、同じユーザーが文字で話します。',
  'It is in every result as not evaluated. One in TypeScript can take its place: docs/custom-metrics.md':
    'どの結果でも未評価になります。代わりに TypeScript で書けます: docs/custom-metrics.md',
  'If it is yours, write {setting} into shinsa.config.ts, or name its test_config.json: --config FILE':
    '自分のものであれば、shinsa.config.tsに{setting}と書くか、test_config.jsonを--config FILEで指定してください',
  '{first} and {sample} contradict each other': '{first} と {sample} は同時に指定できません',
  '{file} cannot be unpacked: {problem}': '{file} を展開できません: {problem}',
  '{file}: there is no trace in it': '{file}: トレースが見つかりません',
  'Read are OTLP in JSON or JSON lines (`resourceSpans`), spans as OpenTelemetry’s SDKs print them, lists of spans with names and attributes, exports of Langfuse, LangSmith and Phoenix in JSON, JSON lines or CSV, and trajectories of ATIF 1.x; each also as .gz.':
    '読み込めるのは、JSON または JSON Lines の OTLP（`resourceSpans`）、OpenTelemetry の SDK が出力するスパン、名前と属性を持つスパンの一覧、Langfuse・LangSmith・Phoenix のエクスポート（JSON、JSON Lines、CSV）、ATIF 1.x の軌跡です。いずれも .gz でもかまいません。',
  '{path}: its spans tell of no agent’s or model’s work':
    '{path}: スパンに、エージェントやモデルの処理が記録されていません',
  'The instrumentation may leave contents out: many do unless they are told to capture messages.':
    '計装が内容を省いている可能性があります。多くは、メッセージを記録するよう指定しないと内容を残しません。',
  '{n} of {all} records are there: the other pages are in no file':
    '{all} 件のうち {n} 件だけがあります（ほかのページのファイルがありません）',
  '{n} of {all} pages are there': '{all} ページのうち {n} ページだけがあります',
  'more pages follow than the {n} that {n|is|are} there': '{n} ページのあとに、まだページがあります',
  '{n} of {all} {all|trace|traces} left out: of no agent’s or model’s work is told there':
    '{all} 件のトレースのうち {n} 件は、エージェントやモデルの動作を含まないため除きました',
  '{n} {n|file has|files have} no trace, the first is {file}':
    '{n} 個のファイルにはトレースがありません（最初は {file}）',
  '{n} {n|trace names|traces name} observations that are not there: what happened in them, such as calls of tools, is not known':
    '{n} 件のトレースが参照する observation がありません。ツールの呼び出しなど、その中で起きたことは分かりません',
  '{file}: {n} {n|record is|records are} no part of a trace and passed over, the first at {place}':
    '{file}: {n} 件のレコードはトレースの一部ではないため読み飛ばしました（最初は {place}）',
  'worse than the baseline {name}: {lost} of {cases} {cases|case|cases} lost, {won} won ({test}: p = {p})':
    '基準 {name} より悪化: {cases} ケースのうち悪化 {lost}、改善 {won}（{test}: p = {p}）',
  'better than the baseline {name}: {won} of {cases} {cases|case|cases} won, {lost} lost ({test}: p = {p})':
    '基準 {name} より改善: {cases} ケースのうち改善 {won}、悪化 {lost}（{test}: p = {p}）',
  'no difference from the baseline {name} on {cases} {cases|case|cases}':
    '基準 {name} と {cases} ケースで差はありません',
  'no case was evaluated in the baseline {name} and now': '基準 {name} と今回の両方で評価されたケースがありません',
  'cannot tell yet whether it is worse than the baseline {name}: {lost} lost, {won} won of {cases}':
    '基準 {name} より悪化したかはまだ判断できません: {cases} ケースのうち悪化 {lost}、改善 {won}',
  'cannot tell yet whether it is worse than the baseline {name}: {lost} lost, {won} won of {cases}; it would take about {more} more {more|case|cases} to see 5 points':
    '基準 {name} より悪化したかはまだ判断できません: {cases} ケースのうち悪化 {lost}、改善 {won}。5 ポイントの差を見るには、あと約 {more} ケース必要です',
  '{count} {count|case|cases} changed since the baseline': '基準の後に内容が変わったケース: {count}',
  '{count} {count|case|cases} that the baseline does not have': '基準にないケース: {count}',
  '{file} is too large for a run': '{file} は実行として大きすぎます',
  '{file} is a run that cannot be read: {place}': '{file} の実行を読み込めません: {place}',
  '{file} is neither a baseline nor a run exported as JSON': '{file} は基準でも、JSON で書き出した実行でもありません',
  '`shinsa export RUN --format baseline --output baseline.json` writes one; `--format json` will do as well.':
    '`shinsa export RUN --format baseline --output baseline.json` で作成できます。`--format json` でも構いません。',
  'the gate asks how the run stands against a baseline, and none is named':
    'ゲートが基準との比較を求めていますが、基準が指定されていません',
  'Name one with --baseline FILE; `shinsa export RUN --format baseline` writes it.':
    '--baseline FILE で指定してください。`shinsa export RUN --format baseline` で作成できます。',
  '{file} has several agents: {names}': '{file} には複数のエージェントがあります: {names}',
  'Name one behind the file: {target}': 'ファイルの後ろに名前を書いてください: {target}',
  '{file} does not export an agent': '{file} はエージェントを export していません',
  'It exports nothing. Write export before the agent: export const agent = …':
    '何も export していません。エージェントの前に export を書いてください: export const agent = …',
  'It exports: {names}. One of them is named behind the file: {target}':
    'export しているもの: {names}。ファイルの後ろに名前を書くと、その一つを指定できます: {target}',
  '{one} and {other} say the same: leave one of them out':
    '{one} と {other} は同じ意味です。どちらか一方を外してください',
  'evaluate needs cases or the path of a dataset: {example}':
    'evaluate にはケースかデータセットのパスが必要です: {example}',
  'run {run} cannot go on: its cases stand in code that called evaluate()':
    '実行 {run} は再開できません。ケースが evaluate() を呼んだコードにあります',
  'Call it again; cases in an *.eval.ts file can go on.':
    'もう一度呼び出してください。*.eval.ts ファイルのケースなら再開できます。',
  '{setting}: only a whole run decides the rule {rule}': '{setting}: 規則 {rule} は全体の実行でしか決まりません',
  'stopEarly of the config has no effect: only a whole run decides the rule {rule}':
    '設定ファイルの stopEarly は効きません: 規則 {rule} は全体の実行でしか決まりません',
  'Early can be decided: failed, error, not-evaluated, pass-rate<0.9, METRIC.pass-rate<0.7, worse-than-baseline, unsure-of-baseline, and pass-rate-low<0.8 where each case is played once.':
    '早期に決められる規則: failed、error、not-evaluated、pass-rate<0.9、METRIC.pass-rate<0.7、worse-than-baseline、unsure-of-baseline。各ケースを 1 回だけ実行する場合は pass-rate-low<0.8 も使えます。',
  '{metric} is Python in the config, which does not run here':
    '{metric} は設定ファイル内の Python で、ここでは実行できません',
  '{metric} is Python in {file}, which does not run here': '{metric} は {file} の Python で、ここでは実行できません',
  '{metric} is a prompt for the judge of agents-cli, whose scale is its own':
    '{metric} は agents-cli のジャッジのための指示文で、独自の尺度を使います',
  '{metric} has no counterpart here': '{metric} に当たる評価指標はここにはありません',
  '{file}: {metric} asks the rubrics of all groups; metric_spec_parameters choose none':
    '{file}: {metric} はすべてのグループのルーブリックを使います。metric_spec_parameters では選べません',
  '{file}: metrics_to_run names no metric': '{file}: metrics_to_run に評価指標がありません',
  'custom_metrics only says what there is: {names}.': 'custom_metrics は定義を並べるだけです: {names}',
  '{file}: there is no metric {metric}': '{file}: 評価指標 {metric} はありません',
  'agents-cli has {names}; others stand under custom_metrics.':
    'agents-cli にあるのは {names} です。ほかは custom_metrics に書きます。',
  '{place}: there is no match type {actual}': '{place}: 一致方法 {actual} はありません',
  '{place}: expected a threshold or an object with one, got {actual}':
    '{place}: しきい値、またはしきい値を含むオブジェクトが必要ですが、{actual} があります',
  '{place}: there is no such kind of user simulator': '{place}: この種類の模擬ユーザーはありません',
  '{place}: the instructions never use {placeholder}': '{place}: 指示文で {placeholder} が使われていません',
  '{count} {count|case names|cases name} skills, and no metric of this run looks at them':
    '{count} 件のケースがスキルを指定していますが、この実行のどのメトリックもそれを見ません',
  '{metric}: {judge} was admitted on {labels} {labels|label|labels}: finds at least {sensitivity} of what people failed, passes at least {specificity} of what they passed (one-sided, 95 %)':
    '{metric}: {judge} はラベル {labels} 件で認められました: 人が不合格とした結果の {sensitivity} 以上を見つけ、合格とした結果の {specificity} 以上を合格とします（片側 95 %）',
  '{file} says nothing of the errors of a judge': '{file} には、ジャッジの誤り率が書かれていません',
  '{file} knows the errors of no judge of the run': '{file} には、この実行のジャッジの誤り率がありません',
  'It needs labels of both kinds for one of: {metrics}.':
    '次のいずれかについて、合格と不合格の両方のラベルが必要です: {metrics}',
  '`shinsa judge validate LABELS --output FILE.json` writes such a file; or {example}':
    '`shinsa judge validate LABELS --output FILE.json` で書き出します。または {example}',
  '{file} cannot be read': '{file} を読めません',
  'The agent did not work in the container of a task': 'エージェントはタスクのコンテナーの中で動いていません',
  'The tests were not done after {seconds} s: {output}': 'テストが {seconds} 秒で終わりませんでした: {output}',
  'The tests wrote no reward: {output}': 'テストが報酬を書いていません: {output}',
  'The reward that the tests wrote is no number: {output}': 'テストが書いた報酬は数値ではありません: {output}',
  'The reward {value} is not from 0 to 1': '報酬 {value} は 0 から 1 の範囲にありません',
  'Of the rewards {names} none is called reward': '報酬 {names} の中に reward という名前のものがありません',
  '{case}: {command} was not done after {seconds} s: {output}':
    '{case}: {command} が {seconds} 秒で終わりませんでした: {output}',
  '{case}: {command} ended with {exitCode}: {output}':
    '{case}: {command} が終了コード {exitCode} で終わりました: {output}',
  'A judge here sees no files and no other run: this grader is not evaluated':
    'ここではジャッジはファイルも別の実行も見ません。この grader は評価されません',
  'Mocked calls of claude plugin eval are not known here': 'claude plugin eval のモック呼び出しはここでは分かりません',
  '{file} could not be read whole': '{file} の全文を読めませんでした',
  'The agent tells nothing of the folder in which it worked':
    'エージェントは作業したフォルダーについて何も伝えていません',
  'What the case asks is not what input says: {problem}': 'ケースの発話が input のスキーマに合いません: {problem}',
  'The answer is not what output says: {problem}': '応答が output のスキーマに合いません: {problem}',
  '{case} needs what was not granted: {names}': '{case} には許可されていないものが必要です: {names}',
  'Grant it in an evaluation of your own: {example}': '自分の評価ファイルで許可してください: {example}',
  'Grant it in shinsa.config.ts: {example}': 'shinsa.config.ts で許可してください: {example}',
  '{case}: the agent could not be started: {exitCode}: {output}':
    '{case}: エージェントを起動できませんでした（終了コード {exitCode}）: {output}',
  '{case} goes on with another session, which is not supported':
    '{case} は別のセッションの続きです。これには対応していません',
  '{case} needs what is not supported here: {names}': '{case} にはここで対応していないものが必要です: {names}',
  'Play it with Harbor itself.': 'Harbor 自体で実行してください。',
  '{case}: {file} lies outside of the case’s folder': '{case}: {file} はケースのフォルダーの外にあります',
  '{case}: its folder could not be made ready: {command} ended with {exitCode}: {output}':
    '{case}: フォルダーを用意できませんでした。{command} が終了コード {exitCode} で終わりました: {output}',
}

/** With what only the command line and code of users hear. */
export const composeJa: Readonly<Record<string, string>> = {
  ...composeShownJa,
  'input and output of the evaluation "{name}" need a function as agent':
    'evaluation「{name}」の input と output には、関数のエージェントが必要です',
  '{side} of the evaluation "{name}" takes a schema': 'evaluation「{name}」の {side} に書けるのはスキーマです',
  'an evaluation needs a name: {example}': 'evaluation には名前が必要です: {example}',
  'the evaluation "{name}" has no settings: {example}': 'evaluation「{name}」に設定がありません: {example}',
  'metrics of the evaluation "{name}" takes a list': '評価「{name}」の metrics はリストです',
  'the evaluation "{name}" has no setting {option}': 'evaluation「{name}」に {option} という設定はありません',
  'the evaluation "{name}" has no cases': 'evaluation「{name}」にケースがありません',
  'task of the evaluation "{name}" takes a function of the input':
    '評価「{name}」の task には入力を受け取る関数を書きます',
  'data of the evaluation "{name}" takes a list of rows with input':
    '評価「{name}」の data には input のある行のリストを書きます',
  'metrics[{index}] is no metric and no scorer: {given}':
    'metrics[{index}] はメトリクスでもスコアラーでもありません: {given}',
  'By name, metrics are criteria of the config or stand behind --metric. In code: {example}':
    '名前で指定するときは、設定の criteria か --metric に書きます。コードでは: {example}',
  'Give a metric, a function or an object with one: {example}':
    'メトリクス、関数、または関数を持つオブジェクトを指定してください: {example}',
  'arms of the evaluation "{name}" takes agents by name':
    'evaluation「{name}」の arms に書けるのは名前付きのエージェントです',
  'matrix of the evaluation "{name}" needs agentFor, which makes the agents':
    'evaluation「{name}」の matrix には、エージェントを作る agentFor が必要です',
  '{key} of a matrix takes values by name, or a list of texts, numbers or true and false':
    'matrix の {key} に書けるのは名前付きの値か、文字列・数値・true と false の配列です',
  '{file} exports no evaluation': '{file} は evaluation をエクスポートしていません',
  '{file} has two evaluations with the name "{name}"': '{file} に「{name}」という evaluation が 2 つあります',
  'Runs are told apart by these names. Give one of the two another one.':
    '実行はこの名前で区別されます。どちらかの名前を変更してください。',
  '{file} cannot be loaded: {problem} ({at})': '{file} を読み込めません: {problem}（{at}）',
  '{file} has several evaluations: {names}': '{file} に複数の evaluation があります: {names}',
  '{file} has no evaluation "{name}"': '{file} に「{name}」という evaluation はありません',
  '{file} has no arm "{name}"': '{file} に「{name}」という arm はありません',
  '{given} names no metric to add': '{given} は追加する評価指標の名前ではありません',
  'Write a name, or a name with a threshold from 0 to 1: {example}.':
    '名前、または名前と 0〜1 のしきい値を書いてください: {example}',
  '{file}: {place}: {problem}': '{file}: {place}: {problem}',
  '{file}: the id {id} occurs twice': '{file}: ID {id} が二度あります',
  'The question stands in prompt.md, or as prompt below execution in case.yaml.':
    '質問は prompt.md か、case.yaml の execution の下の prompt に書きます。',
  'Graders stand in case.yaml, or each in a file graders/NAME.md.':
    '採点は case.yaml か、graders/NAME.md に 1 つずつ書きます。',
  '{file}: the case asks nothing': '{file}: このケースには質問がありません',
  '{file}: the case has no grader': '{file}: このケースには採点（grader）がありません',
  '{file}: this is no case: an object is expected': '{file}: ケースではありません。オブジェクトが必要です',
  'Graders are of type {types}.': 'grader の type は {types} です。',
  '{case} is no case of claude plugin eval': '{case} は claude plugin eval のケースではありません',
  'Name {solution} for the solutions of the tasks, or {command}: a line of the container’s shell that reads the instruction from its standard input. `harbor` in shinsa.config.ts says it too.':
    '{solution}（タスク自身の解答）か、{command}（指示を標準入力から読む、コンテナーのシェルの 1 行）を指定してください。shinsa.config.ts の `harbor` にも書けます。',
  '{target} cannot work in the container of a task of Harbor':
    '{target} は Harbor のタスクのコンテナーの中では動けません',
  '{count} {count|task|tasks} of Harbor ({names}) {count|needs|need} Docker, which does not answer: {problem}':
    'Harbor の {count} 個のタスク（{names}）には Docker が必要ですが、応答がありません: {problem}',
  'Start Docker, or Podman under its name, and see that {command} works.':
    'Docker（または docker という名前の Podman）を起動し、{command} が動くことを確かめてください。',
  '{file}: this is no TOML: {problem}': '{file}: TOML として読めません: {problem}',
  '{case} is no task of Harbor': '{case} は Harbor のタスクではありません',
  '{folder}: there is no case below it': '{folder}: この下にケースがありません',
}
