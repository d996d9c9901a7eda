/** What `src/formats` says on the page too, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const formatsShownJa: Readonly<Record<string, string>> = {
  '{place}: expected a whole number, got {actual}': '{place}: 整数が必要ですが、{actual} でした',
  '{place}: the file ends in the middle of what stands here': '{place}: ファイルがこの途中で終わっています',
  'It was cut off, perhaps while it was written or copied. Get the whole file.':
    '書き込みやコピーの途中で切れたようです。完全なファイルを用意してください。',
  '{place}: {number} is no number that can be kept': '{place}: {number} は保持できない数値です',
  'Numbers go up to 10^308, with about 16 digits. Write it as text, in quotes.':
    '数値は 10^308 まで、約 16 桁です。引用符で囲んで文字列として書いてください。',
  '{place}: there is no persona "{name}"': '{place}: ペルソナ「{name}」がありません',
  '{place}: a case has a conversation or a conversation_scenario, not both':
    '{place}: conversation と conversation_scenario は両方同時に指定できません',
  '{place}: a case needs a conversation or a conversation_scenario':
    '{place}: conversation か conversation_scenario のどちらかが必要です',
  '{place}: the case "{id}" is there twice; the first one is {earlier}':
    '{place}: ケース「{id}」が重複しています（最初は {earlier}）',
  'Results are told apart by these ids. Give one of the two another one.':
    '結果はこの ID で区別されます。どちらかの ID を変更してください。',
  '{place}: expected a pair of author and parts, got {actual}':
    '{place}: author と parts の組が必要ですが、{actual} があります',
  '{file}: this is UTF-16, not UTF-8': '{file}: UTF-8 ではなく UTF-16 です',
  'Save it again as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8 {file}':
    'UTF-8 で保存し直すか、変換してください: iconv -f UTF-16 -t UTF-8 {file}',
  '{file}: byte {offset} (0x{byte}) is not UTF-8': '{file}: {offset} バイト目（0x{byte}）は UTF-8 ではありません',
  'It looks like Shift_JIS. Convert it: iconv -f CP932 -t UTF-8 {file}':
    'Shift_JIS のようです。変換してください: iconv -f CP932 -t UTF-8 {file}',
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
  '{file}: this is a pointer of Git LFS, not the file itself':
    '{file}: Git LFS のポインターであり、ファイルの内容ではありません',
  'Fetch the file where the repository lies: git lfs pull': 'リポジトリでファイルを取得してください: git lfs pull',
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
  'Datasets end in .json (ADK eval sets, lists), .jsonl (a case per line), or .csv, .tsv, .xlsx and .yaml (tables).':
    'データセットの拡張子は .json（ADK の評価セット、配列）、.jsonl（1 行に 1 ケース）、.csv・.tsv・.xlsx・.yaml（表）です。',
  '{file}: this document is no dataset': '{file}: このファイルはデータセットではありません',
  'An eval set is an object with "eval_set_id" and "eval_cases", an experiment of strands-evals one with "cases" and "evaluators", a review suite a list of cases with "input" and "expected_output", questions about runbooks a list with "question" and "expected_keypoints"; rows of a table have a key such as "question", others are mapped by `columns` in the config.':
    '評価セットは "eval_set_id" と "eval_cases"、strands-evals の実験は "cases" と "evaluators" を持つオブジェクト、レビュースイートは "input" と "expected_output" を持つケースの配列、手順書の質問は "question" と "expected_keypoints" を持つ項目の配列です。表の行には "question" のようなキーが必要です。別の名前は設定の `columns` で対応付けます。',
  'Old ADK files are lists: put what stands there into [ and ].':
    '古い ADK のファイルは配列です。内容を [ と ] で囲んでください。',
  "It holds a table column by column. Write it row by row; in pandas: df.to_json(path, orient='records', lines=True)":
    "表が列ごとに書かれています。行ごとに書いてください。pandas なら df.to_json(path, orient='records', lines=True) です。",
  'It is the registry of OpenAI evals, and names its samples: {file}, below its folder data.':
    'OpenAI evals の registry です。サンプルは data フォルダーの下の {file} にあります。',
  'It defines an evaluation hosted by OpenAI; its graders become criteria: shinsa convert {file} --output {output}':
    'OpenAI がホストする評価の定義です。grader は評価基準に変換できます: shinsa convert {file} --output {output}',
  'It looks like a config of promptfoo: shinsa convert {file} --output {output}':
    'promptfoo の設定のようです: shinsa convert {file} --output {output}',
  '{file}: a YAML document of {size} MiB is too large': '{file}: {size} MiB の YAML は大きすぎます',
  '{n} {n|case|cases}: what system messages say stands before the question, since the agent has its own':
    '{n} 件のケース: システムメッセージの内容を質問の前に置きました（エージェントには自身のものがあります）',
  '{n} {n|case|cases}: what was said before the question is said in turns before it; the answers there are not expected, the agent gives its own':
    '{n} 件のケース: 質問より前のやり取りは、質問の前のターンとして送ります。そこにある回答は期待値とせず、エージェント自身が答えます',
  '{n} {n|case|cases}: facts and guidelines that are expected are kept as metadata and not scored':
    '{n} 件のケース: 期待される事実と指針はメタデータとして残し、採点しません',
  '{n} {n|case|cases}: a picture or file has no mime type, so nobody is told what it is':
    '{n} 件のケース: 画像またはファイルに MIME タイプがないため、内容の種類を伝えられません',
  '{n} {n|case|cases}: what stands for a picture or file is no Base64':
    '{n} 件のケース: 画像またはファイルのデータが Base64 ではありません',
  '{n} {n|case|cases}: what was said before cannot be read and is not said, so the question is asked alone':
    '{n} 件のケース: 質問より前のやり取りを読み取れないため送らず、質問だけを尋ねます',
  '{n} {n|case|cases}: answers between the questions are kept in "prompt_messages" and not expected, the agent gives its own':
    '{n} 件のケース: 質問の間にある回答は "prompt_messages" に残し、正解とはしません（エージェントが自分で答えます）',
  '{n} {n|case|cases}: the answer that the prompt ends with is kept in "prompt_messages" and not said':
    '{n} 件のケース: プロンプトの末尾にある回答は "prompt_messages" に残し、エージェントには伝えません',
  '{n} {n|case|cases}: calls and results of tools in the prompt are kept in "prompt_messages" and not said':
    '{n} 件のケース: プロンプトにあるツールの呼び出しと結果は "prompt_messages" に残し、エージェントには伝えません',
  '{n} {n|case|cases}: pictures and files that lie elsewhere are named and not sent':
    '{n} 件のケース: 別の場所にある画像とファイルは名前だけを示し、送りません',
  '{n} {n|case|cases}: the choices stand below the question, and a letter or its text is a right answer':
    '{n} 件のケース: 選択肢を質問の下に置きました。記号でもその文でも正解です',
  '{n} {n|case|cases}: the choices are kept as metadata, since what is expected is none of them':
    '{n} 件のケース: 正解がどの選択肢でもないため、選択肢はメタデータとして残しました',
  '{n} {n|case|cases}: files, setup and sandbox are kept as metadata and not carried out':
    '{n} 件のケース: files、setup、sandbox はメタデータとして残し、実行しません',
  '{n} {n|case|cases}: of expected tools the names and arguments are kept':
    '{n} 件のケース: 期待するツールは名前と引数だけを残しました',
  '{n} {n|case|cases}: which fields are asked and expected was told from their names':
    '{n} 件のケース: 質問と正解の項目は名前から判断しました',
  '{n} {n|case|cases}: what is expected is an object, and its JSON text is the right answer; what its keys mean is not carried out':
    '{n} 件のケース: 期待値がオブジェクトのため、その JSON の文字列を正解とします。キーが表す条件は実行しません',
  '{n} {n|case|cases}: what is asked is the only field of an object, and what is expected is that of another where there is one':
    '{n} 件のケース: 質問は、オブジェクトのただ 1 つの項目です。正解も同じ形であればその項目です',
  '{n} {n|case|cases}: what is asked is an object or a list, and the agent is sent its JSON text':
    '{n} 件のケース: 質問がオブジェクトまたは配列のため、その JSON の文字列をエージェントに送ります',
  '{n} {n|case|cases}: the expected outcome is a rubric, which needs a judge':
    '{n} 件のケース: 期待する結果はルーブリックにしました。ジャッジが必要です',
  '{n} {n|case|cases}: the scenario says no first message, so the simulated user begins with its text':
    '{n} 件のケース: シナリオに最初の発言がないため、模擬ユーザーはシナリオの文から始めます',
  '{n} {n|case|cases}: how the simulated caller sounds is left out, users write here':
    '{n} 件のケース: 声に関する設定は除きました（ここではユーザーは文字で話します）',
  '{place}: expected an object with a question in it, got {actual}':
    '{place}: 質問を含むオブジェクトが必要ですが、{actual} があります',
  '{file}: of the log, scores, events and the store are left out': '{file}: ログのスコア、イベント、ストアは除きました',
  'The sample of the log ended in an error: {problem}': 'ログのサンプルはエラーで終わりました: {problem}',
  'It looks like results of promptfoo, whose answers are not read: convert the config, shinsa convert {file} --output {output}':
    'promptfoo の結果のようですが、その回答は読みません。設定を変換してください: shinsa convert {file} --output {output}',
  'It looks like a log of Inspect, and has no samples: the task broke before, or it was told to log none.':
    'Inspect のログのようですが、サンプルがありません。その前にタスクが壊れたか、サンプルを記録しない設定です。',
  'Python writes NaN and Infinity, which JSON does not have: write null, or a text in quotes.':
    'NaN と Infinity は Python の書き方で、JSON にはありません。null か、引用符で囲んだ文字列にしてください。',
  'Each row is like {example}': '行の例: {example}',
  '{file}: the sheet {sheet} is read; others are named as in {example}: {others}':
    '{file}: シート {sheet} を読みました。ほかのシートは {example} のように指定します: {others}',
  '{file}: there is no sheet "{sheet}"': '{file}: シート「{sheet}」がありません',
  'Its sheets are {sheets}.': 'シートは {sheets} です。',
  'Did you mean "{meant}"? Its sheets are {sheets}.': 'もしかして: 「{meant}」。シートは {sheets} です。',
  '{file}: there is no row below the names of columns ({sheet})': '{file}: 列名の下に行がありません（{sheet}）',
  'The first row names the columns, each row below it is a case. Another sheet is named as in {example}.':
    '最初の行が列名で、その下の 1 行が 1 ケースです。別のシートは {example} のように指定します。',
  '{file}: this is no workbook, or it is damaged': '{file}: Excel ブックではないか、壊れています',
  '{file}: this is no log of Inspect, or it is damaged': '{file}: Inspect のログではないか、壊れています',
  'As JSON it can be read, too: inspect log convert --to json': 'JSON でも読めます: inspect log convert --to json',
  '{file}: {n} hidden {n|row is|rows are} read, too': '{file}: 非表示の {n} 行も読み込みます',
  '{file}: line {second} has a question, line {first} has none':
    '{file}: {second} 行目には質問がありますが、{first} 行目にはありません',
  'Each line is a case. Remove line {first} if it says something of the whole file.':
    '1 行が 1 ケースです。{first} 行目がファイル全体の説明なら削除してください。',
  '{file}: its evaluators are left out: metrics are named in the criteria':
    '{file}: 評価器（evaluators）は読み取りません。指標は基準（criteria）で指定します',
  '{file}: {rows} of {total} are in this file, the others are on other pages and not read':
    '{file}: このファイルには {total} 件のうち {rows} 件だけがあります。残りは別のページにあり、読み取りません',
  '{file}: this is one page of several: after its {rows} there are more, which are not read':
    '{file}: 複数ページのうちの 1 ページです。この {rows} 件の後にも続きがありますが、読み取りません',
  '{file}: {n} {n|row has|rows have} cells that were cut before they came into this file':
    '{file}: {n} 行には、このファイルに書かれる前に切り詰められたセルがあります',
  '{n} {n|item is|items are} archived and left out': 'アーカイブされた {n} 件は除外しました',
  '{file}: {n} {n|cell is|cells are} read by {n|its value|their values} and not as shown, as {first}: the format {format} is not known here':
    '{file}: {first} など {n} 個のセルは、表示ではなく値で読み取ります。表示形式 {format} には対応していません',
  '{file}: {n} {n|cell has|cells have} a formula without its value ({first}) and {n|is|are} empty: save the file in a spreadsheet program once':
    '{file}: {n} 個のセルには数式だけがあって値がなく（{first}）、空とみなします。表計算ソフトで一度保存してください',
  'Save it again as .xlsx. One that is protected by a password, or an old .xls, is not read.':
    '.xlsx で保存し直してください。パスワード付きのものと古い .xls は読めません。',
  '{file}: its aliases repeat too much': '{file}: エイリアスの繰り返しが多すぎます',
  '{file}: this is no YAML: {problem}': '{file}: YAML ではありません: {problem}',
  '{file}:{line}:{column}: this is no YAML: {problem}': '{file}:{line}:{column}: YAML ではありません: {problem}',
  'It is a config: it belongs beside a dataset as test_config.json, or behind --config.':
    'これは設定ファイルです。データセットの隣に test_config.json として置くか、--config で指定してください。',
  'Look there and just before it: a quote, a comma or a bracket is missing or too many.':
    'その位置と直前を見てください。引用符・カンマ・括弧のどれかが足りないか、余分です。',
  'A dataset has at least one case.': 'データセットには 1 件以上のケースが必要です。',
  '{file} changed while it was read': '{file} が読み込み中に変更されました',
  'Start again when nobody writes to it.': '書き込みが終わってから、もう一度実行してください。',
  '{file}: no column holds what the agent is asked': '{file}: エージェントへの質問の列がありません',
  'Its columns are {columns}. Say which one it is: columns: { prompt: {example} }':
    '列は {columns} です。どの列かを指定してください: columns: { prompt: {example} }',
  '{file}: there is no column "{name}"': '{file}: 列「{name}」がありません',
  'Its columns are {columns}.': '列は {columns} です。',
  'Did you mean "{meant}"? Its columns are {columns}.': 'もしかして: 「{meant}」。列は {columns} です。',
  '{file}:{line}: the column "{column}" is empty': '{file}:{line}: 列「{column}」が空です',
  'Every row needs one. Remove the row, or fill it in.': 'どの行にも必要です。行を削除するか、値を入れてください。',
  '{file}:{line}: this row has no answer, as {n} of {total}, so the answers of the others are not scored without an agent':
    '{file}:{line}: この行には回答がありません（{total} 行中 {n} 行）。エージェントの指定がない場合、他の行の回答も採点されません',
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
  'Each line is like {example}; traces of OTLP, Langfuse, LangSmith, Phoenix and ATIF are read too. Answers in a table are scored where they stand beside the questions, in a column actual_output, without a target.':
    '各行は {example} のように書きます。OTLP、Langfuse、LangSmith、Phoenix、ATIF のトレースも読み込めます。表にある回答は、質問と同じ表の actual_output 列に置けば、エージェントを指定せずに採点できます。',
  'Each line is like {example}': '各行は {example} のように書きます',
  '{place}: expected a failure with code and reason, got {actual}':
    '{place}: code と reason を持つ failure が必要ですが、{actual} があります',
  'there is a case "{id}" already': 'ケース「{id}」はすでに存在します',
  'Give the new one another id, or update the old one.':
    '新しいケースに別の ID を付けるか、既存のケースを更新してください。',
  'there is no case "{id}"': 'ケース「{id}」がありません',
  '{what} {name} cannot be part of a file name': '{what} {name} はファイル名に使えません',
  'It must not be empty, "." or "..", and has no slash, backslash or null character.':
    '空、「.」、「..」は使えず、スラッシュ、バックスラッシュ、ヌル文字も含められません。',
  '{file}:{line}: the case "{id}" is there twice; the first one is on line {earlier}':
    '{file}:{line}: ケース「{id}」が重複しています（最初は {earlier} 行目）',
  '{file}: there are no transcripts in it': '{file}: 会話記録がありません',
  '{file}: a document of {size} MiB is too large': '{file}: {size} MiB の文書は大きすぎます',
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
  '{folder}: there is no eval set in it or below it': '{folder}: この中にもその下にも評価セットがありません',
  'Of a folder, all files that end in .test.json or .evalset.json are meant. Name others one by one.':
    'フォルダーの場合は、.test.json または .evalset.json で終わるすべてのファイルが対象です。ほかのファイルは一つずつ指定してください。',
  '{folder}: cannot be read: {problem}': '{folder}: 読み取れません: {problem}',
  '{place}: this key is unknown and passed over, here and wherever it comes again':
    '{place}: 未定義のキーのため無視しました（同じキーはほかの場所でも無視します）',
  '{place}: expected the first and the last page, got {actual}':
    '{place}: 最初と最後のページが必要ですが、{actual} が指定されています',
  '{place}: here it is "{key}", not "{other}"': '{place}: ここでは「{other}」ではなく「{key}」と書きます',
  'the set itself is left out: {fields}': 'データセット自体の情報は含まれません: {fields}',
  '{place}: it is empty': '{place}: 空です',
  '{place}: expected {names}, got {actual}': '{place}: {names} のいずれかが必要ですが、{actual} でした',
  '{n} {n|evaluator|evaluators} of the experiment left out': '実験の評価器 {n} 個は含まれません',
  '{n} {n|case|cases} with the first of several references only':
    '{n} ケースは複数の参照回答のうち最初のものだけになります',
  '{n} {n|case|cases} without the review': '{n} ケースのレビュー情報は含まれません',
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
  '{file}: a case that stands alone cannot be edited here': '{file}: 単独のケースはここでは編集できません',
  'Put what stands there into [ and ], so that it is a list of cases.':
    '内容を [ と ] で囲み、ケースの配列にしてください。',
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
  'datasets are not written as {format}': 'データセットを {format} として書き出すことはできません',
  'Formats: {formats}.': '形式: {formats}',
  'no case of {file} fits {names}': '{file} に {names} に合うケースがありません',
  'No case has tags: they stand as `tags` in a case, or in a column of that name.':
    'どのケースにもタグがありません。タグはケースの `tags` か、同じ名前の列に書きます。',
  'There are {names} and so on.': 'あるのは {names} などです。',
  'For example: {example}': '例: {example}',
  '{place}: expected how each kind of evidence is known, got {actual}':
    '{place}: 証拠の種類ごとの出どころが必要ですが、{actual} でした',
}

/** With what only the command line and code of users hear. */
export const formatsJa: Readonly<Record<string, string>> = {
  ...formatsShownJa,
  '{place} takes a list, a file, or what yields cases one by one, not {given}':
    '{place} に書けるのは配列、ファイル、またはケースを 1 件ずつ返すもので、{given} は使えません',
  'A list is like {example}.': '配列の例: {example}',
  '{place}: the code that yields it threw {problem}': '{place}: これを返すコードが例外を投げました: {problem}',
  '{place}: the code that yields it threw {problem} ({at})':
    '{place}: これを返すコードが例外を投げました: {problem}（{at}）',
  '{place}: {field} takes a list of tool calls, not {given}':
    '{place}: {field} に書けるのはツール呼び出しの配列で、{given} は使えません',
  'Each is a name, or {example}; an empty list expects none.':
    'それぞれ名前か {example} です。空の配列は呼び出しがないことを期待します。',
  '{place}: {field} is no tool call: {given}': '{place}: {field} はツール呼び出しではありません: {given}',
  '{place}: a case is an object with ask, not {given}':
    '{place}: ケースは ask を持つオブジェクトで、{given} ではありません',
  '{place}: its conversation is not as cases have it: {problem}':
    '{place}: conversation がケースの形ではありません: {problem}',
  'In code, {example} is enough.': 'コードでは {example} で足ります。',
  '{place}: a case has no field {field}': '{place}: ケースに {field} という項目はありません',
  'There are: {names}. What nobody judges goes into metadata.':
    '使えるもの: {names}。判定しないものは metadata に入れてください。',
  '{place}: id takes a text that says something, not {given}':
    '{place}: id に書けるのは空でない文字列で、{given} は使えません',
  '{place}: scenario takes {takes}, not {given}': '{place}: scenario に書けるのは {takes} で、{given} は使えません',
  '{place}: state takes an object of JSON values, not {given}':
    '{place}: state に書けるのは JSON の値のオブジェクトで、{given} は使えません',
  'Anything else about the state can be asked in check: {example}':
    '状態についてそれ以外のことは check で調べられます: {example}',
  '{place}: session takes {takes}, not {given}': '{place}: session に書けるのは {takes} で、{given} は使えません',
  '{place}: tags takes a list of texts, not {given}': '{place}: tags に書けるのは文字列の配列で、{given} は使えません',
  '{place}: metadata takes an object of JSON values, not {given}':
    '{place}: metadata に書けるのは JSON の値のオブジェクトで、{given} は使えません',
  '{place}: check takes a function, a list of them, or an object of them by name, not {given}':
    '{place}: check に書けるのは関数、その配列、または名前付きのオブジェクトで、{given} は使えません',
  'It hears the answer and says true or false, a number or {outcome}: {example}':
    '回答を受け取り、true か false、数値、または {outcome} を返します: {example}',
  '{place}: rubric takes a property in words, or a list of them, not {given}':
    '{place}: rubric に書けるのは文章で述べた性質かその配列で、{given} は使えません',
  '{place}: a case has ask or scenario, not both': '{place}: ask と scenario は両方同時に指定できません',
  '{place}: answer is for cases with ask, not with scenario':
    '{place}: answer は ask のあるケースのもので、scenario では使えません',
  'What a simulated conversation comes to can be asked in rubric, state or check.':
    'シミュレートした会話の結果は rubric、state、check で調べられます。',
  '{place}: a turn has no field {field}': '{place}: ターンに {field} という項目はありません',
  '{place}: ask takes a text or an object, or a list with one for each turn, not {given}':
    '{place}: ask に書けるのは文字列かオブジェクト、またはターンごとの配列で、{given} は使えません',
  '{place}: answer takes a text or an object, several that are as right, a RegExp, or a list with one for each turn, not {given}':
    '{place}: answer に書けるのは文字列かオブジェクト、同じく正しい複数のもの、正規表現、またはターンごとの配列で、{given} は使えません',
  'Anything else about the answer can be asked in check: {example}':
    '回答についてそれ以外のことは check で調べられます: {example}',
  '{place}: answer has {count} {count|answer|answers} for {turns} {turns|turn|turns}':
    '{place}: {turns} ターンに対して answer が {count} 件あります',
  '{place}: calls has {count} {count|list|lists} for {turns} {turns|turn|turns}':
    '{place}: {turns} ターンに対して calls の配列が {count} 件あります',
  'A list has one for each turn, null where nothing is stated.':
    '配列にはターンごとに 1 件を書き、何も述べないところは null にします。',
  '{place}: a case needs ask: what the agent is told': '{place}: ケースには ask（エージェントに伝えること）が必要です',
  '{place}: {field} stands at the case and at its turn: leave one of them out':
    '{place}: {field} がケースとターンの両方にあります。どちらか一方を外してください',
}
