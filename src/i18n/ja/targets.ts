/** What `src/targets` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const targetsJa: Readonly<Record<string, string>> = {
  '{program} answered with an object that has a key twice: {text}':
    '{program} の回答に、同じキーが 2 回あるオブジェクトがあります: {text}',
  'The agent’s answer has an object with a key twice: {text}':
    'エージェントの回答に、同じキーが 2 回あるオブジェクトがあります: {text}',
  'Only the last one would count. Answer with each key once.':
    '後のものだけが有効になってしまいます。各キーは 1 回だけ書いてください。',
  '{framework} agent, no tools': '{framework} のエージェント、ツールなし',
  '{framework} agent, {count} {count|tool|tools}: {tools}': '{framework} のエージェント、ツール {count} 個: {tools}',
  '{framework} agent “{name}”, no tools': '{framework} のエージェント「{name}」、ツールなし',
  '{framework} agent “{name}”, {count} {count|tool|tools}: {tools}':
    '{framework} のエージェント「{name}」、ツール {count} 個: {tools}',
  'The server’s answer is not JSON. It begins with {beginning}':
    'サーバーの応答が JSON ではありません。先頭: {beginning}',
  'A2A agent “{name}” of version {version}': 'A2A {version} のエージェント「{name}」',
  'A2A agent “{name}” of version {version}, {count} {count|skill|skills}: {skills}':
    'A2A {version} のエージェント「{name}」、スキル {count} 個: {skills}',
  '{address} has no agent card': '{address} にエージェントカードがありません',
  'It is looked for at {paths}.': '次の場所を探しました: {paths}',
  'The agent card at {card} says that the agent is at {address}, which we do not follow':
    '{card} のエージェントカードは、エージェントが {address} にあると言っています。別のオリジンのため従いません',
  'If that is where it is, write {setting} in the config':
    'そこで正しければ、設定ファイルに {setting} と書いてください',
  'The A2A agent “{name}” is not spoken to in JSON-RPC, but in {bindings}':
    'A2A のエージェント「{name}」は JSON-RPC に対応していません（対応: {bindings}）',
  '{address} is no A2A agent': '{address} は A2A のエージェントではありません',
  'The A2A agent refused: {problem}': 'A2A のエージェントが拒否しました: {problem}',
  'The A2A agent answered with something that is no message and no task':
    'A2A のエージェントの応答が、メッセージでもタスクでもありません',
  'The MCP server did not answer the call of {tool}: {problem}':
    'MCP サーバーが {tool} の呼び出しに応答しませんでした: {problem}',
  'See whether the server is running; serverTimeoutMs says how long a call may take.':
    'サーバーが動いているか確認してください。呼び出しの制限時間は serverTimeoutMs です。',
  'The A2A agent answered with another task than the one it was asked about':
    'A2A エージェントが、問い合わせたものとは別のタスクで応答しました',
  'The A2A agent broke off its answer, and its task does not have it':
    'A2A エージェントの回答が途中で切れ、タスクにも残っていません',
  'The A2A agent ended its answer before it had said anything': 'A2A のエージェントが何も言わずに応答を終えました',
  'The A2A task failed: {problem}': 'A2A のタスクが失敗しました: {problem}',
  'The A2A agent rejected the task: {problem}': 'A2A のエージェントがタスクを拒否しました: {problem}',
  'The A2A agent cancelled the task: {problem}': 'A2A のエージェントがタスクを取り消しました: {problem}',
  'The A2A agent wants somebody to log in: {problem}': 'A2A のエージェントがログインを求めています: {problem}',
  'Send what lets it in with headers in the config.': 'ログインに必要なものを設定ファイルの headers で送ってください。',
  '{program} refused: {problem}': '{program} が拒否しました: {problem}',
  'Log in with the agent’s own program first, or give it its key.':
    '先にエージェント自身のプログラムでログインするか、キーを渡してください。',
  '{program} does not speak the Agent Client Protocol': '{program} は Agent Client Protocol に対応していません',
  '{program} speaks version {version} of the Agent Client Protocol, not {own}':
    '{program} の Agent Client Protocol はバージョン {version} で、{own} ではありません',
  'Some coding agents need a word for it, such as --acp, or an adapter of their own.':
    'コーディングエージェントによっては --acp などの引数や専用のアダプターが必要です。',
  '{program} broke off its work': '{program} が作業を途中でやめました',
  'The agent takes no {type}': 'エージェントは {type} を受け取れません',
  'The agent takes no {type} from an address: {url}': 'エージェントは {type} をアドレスからは受け取れません: {url}',
  'Put the file itself into the case, as inline_data.': 'ファイルそのものを inline_data としてケースに入れてください。',
  '{case}: its workspace cannot be read: {problem}': '{case}: workspace を読み取れません: {problem}',
  'A workspace has a folder, and if wanted setup, check and timeout.':
    'workspace には folder と、必要なら setup、check、timeout を書きます。',
  '{folder}: there is no such folder to work in': '{folder}: 作業用のフォルダーがありません',
  '{folder} lies outside of the dataset’s folder, and is not copied':
    '{folder} はデータセットのフォルダーの外にあるため、コピーしません',
  'The workspace could not be set up: {command} ended with {exitCode}: {output}':
    '作業用フォルダーを準備できませんでした。{command} が終了コード {exitCode} で終わりました: {output}',
  'The MCP server has {all} tools, and the model is told of the first {used}':
    'MCP サーバーには {all} 個のツールがあり、モデルには最初の {used} 個だけを伝えます',
  'The MCP server has no tool {tool}': 'MCP サーバーにツール {tool} はありません',
  'The MCP server cannot be used: {problem}': 'MCP サーバーを使えません: {problem}',
  'A login without a person takes a clientId and a clientSecret':
    '人が関わらないログインには clientId と clientSecret が必要です',
  'Or write {setting}: then a browser asks.': 'または {setting} と書くと、ブラウザーでログインします。',
  'The MCP server wants you to log in': 'MCP サーバーがログインを求めています',
  'Open {url}': '{url} を開いてください',
  'The login was refused: {problem}': 'ログインが拒否されました: {problem}',
  'The chat API ended without an answer: {end}': 'チャット API が応答なしで終わりました: {end}',
  'Raise max_tokens in body, or have the model think less: all it may say was used before it answered':
    'body の max_tokens を増やすか、モデルの思考を減らしてください。応答の前に上限を使い切りました',
  'The server held the answer back: its filter, or its logs, say why':
    'サーバーが応答を止めました。理由はフィルターかログにあります',
  'The chat API failed: {problem}': 'チャット API が失敗しました: {problem}',
  'The answer is none of a chat API: it has no choices. It begins with {beginning}':
    'チャット API の応答ではありません。choices がありません。先頭: {beginning}',
  '{address} is no chat API: it has no /chat/completions':
    '{address} はチャット API ではありません。/chat/completions がありません',
  '{address} has {count} models: {models}': '{address} にはモデルが {count} 個あります: {models}',
  'Name one: openai:{model}@{address}, or --model': 'openai:{model}@{address} か --model で 1 つ指定してください',
  'The model called tools {limit} times over and answered nothing':
    'モデルがツールを {limit} 回呼び出しても応答しませんでした',
  'If it needs more, raise maxRounds.': '足りない場合は maxRounds を大きくしてください。',
  'The ADK agent failed: {problem}': 'ADK のエージェントが失敗しました: {problem}',
  'The server’s own log has the whole of it.': '全体はサーバー自身のログにあります。',
  'The ADK server at {address} has no app': '{address} の ADK サーバーにはアプリがありません',
  'The ADK server at {address} has {count} apps, and none is named':
    '{address} の ADK サーバーにはアプリが {count} 個あり、どれか指定されていません',
  'Name one of {apps}: adk:{address}/{app}': '次のうち 1 つを指定してください: {apps}（例: adk:{address}/{app}）',
  'The ADK server at {address} has no app “{app}”': '{address} の ADK サーバーにアプリ「{app}」はありません',
  'Did you mean {names}? It has: {apps}.': '{names} ですか? あるアプリ: {apps}',
  'It has: {apps}.': 'あるアプリ: {apps}',
  '{address} is no ADK server: it does not answer /list-apps':
    '{address} は ADK サーバーではありません。/list-apps に応答しません',
  'Start it with `adk api_server AGENTS_DIR` (Python, Java or TypeScript), and write adk:http://HOST:PORT/APP':
    '`adk api_server AGENTS_DIR`（Python、Java、TypeScript）で起動し、adk:http://HOST:PORT/APP と書いてください',
  'The ADK server made no session for the app “{app}”': 'ADK サーバーがアプリ「{app}」のセッションを作りませんでした',
  'See whether the address is that of `adk api_server` and the app is one of its own.':
    'アドレスが `adk api_server` のもので、アプリがそのサーバーにあるか確かめてください。',
  'The ADK server no longer knows the session {session}': 'ADK サーバーはセッション {session} をもう知りません',
  'Was it started anew? What it keeps in memory is gone then.':
    '再起動されていませんか? その場合、メモリー上のものは失われています。',
  'Write {example}.': '{example} のように書いてください。',
  'tools takes an object with a function or an answer for each tool':
    'tools には、ツールごとに関数か応答を持つオブジェクトを指定します',
  '{tool} was called before a message': '{tool} がメッセージより前に呼ばれました',
  '{framework} has no way to let others answer the tools of this agent':
    '{framework} には、このエージェントのツールに代わって答える手段がありません',
  'The function answered with an agent of a framework instead of an answer':
    '関数が、答えではなくフレームワークのエージェントを返しました',
  'Export the agent itself, or a function without parameters that makes it.':
    'エージェントそのもの、またはそれを作る引数なしの関数を export してください。',
  'This Strands agent remembers its conversation and cannot be copied for each one: it has {what}':
    'この Strands エージェントは会話を記憶しており、会話ごとに複製できません。{what} があります',
  'Export a function without parameters that makes it: export default () => new Agent(…).':
    'それを作る引数なしの関数を export してください: export default () => new Agent(…)',
  'Claude Agent SDK ended without an answer: {problem}': 'Claude Agent SDK が答えを出さずに終わりました: {problem}',
  'There are: {names}.': '使えるもの: {names}',
  'The agent left a session.state that is not an object': 'エージェントの session.state がオブジェクトではありません',
  'The agent’s function threw: {problem}': 'エージェントの関数で例外が発生しました: {problem}',
  '{address} answered with more than {limit} bytes': '{address} の応答が {limit} バイトを超えました',
  'Answer with less, or raise maxReplyBytes': '応答を小さくするか、maxReplyBytes を大きくしてください',
  'Give either response or stream, not both': 'response と stream はどちらか一方だけを指定してください',
  'The agent’s answer has an error and no text: {problem}':
    'エージェントの応答にはエラーがあり、文がありません: {problem}',
  'The agent’s stream has an error: {problem}': 'エージェントのストリームにエラーがあります: {problem}',
  'The agent’s stream has no text at {path}. It begins with {beginning}':
    'エージェントのストリームの {path} に文字列がありません。先頭: {beginning}',
  'See whether the path in stream is where each event has its piece of the text':
    'stream のパスが、各イベントの文字列の位置を指しているか確認してください',
  'The agent’s answer is not JSON. It begins with {beginning}':
    'エージェントの応答が JSON ではありません。先頭: {beginning}',
  'If the answer stands at {path}, say so in the config: {example}':
    '応答が {path} にあるなら、設定にそう書きます: {example}',
  '{program} printed what is not UTF-8': '{program} の出力が UTF-8 ではありません',
  'Print UTF-8; Python does so with PYTHONUTF8=1 in its environment':
    'UTF-8 で出力してください。Python なら環境変数 PYTHONUTF8=1 で UTF-8 になります',
  'The agent’s answer is empty': 'エージェントの応答が空です',
  'This is a stream. If its pieces stand at {path}, say so in the config: {example}':
    'ストリームの応答です。各断片が {path} にあるなら、設定に次のように書いてください: {example}',
  'The answer is no text in {charset}': '応答を {charset} の文字として読み取れません',
  'Answer in UTF-8, or name the charset in content-type':
    'UTF-8 で応答するか、content-type で文字コードを指定してください',
  '{address} broke off its answer: {problem}': '{address} からの応答が途中で切れました: {problem}',
  'The agent’s own log may say why the connection was closed before the answer was whole':
    '応答の途中で接続が閉じられました。理由はエージェント側のログを確認してください',
  'The agent has to answer with JSON, or with its text alone as text/plain; a streamed answer needs stream':
    'エージェントは JSON か、文だけの text/plain で応答する必要があります。ストリーム応答には stream を指定してください',
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
  '{what} of the agent is nested more than {limit} levels deep':
    'エージェントの {what} の入れ子が {limit} 段を超えています',
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
  'The agent answered nothing: it returned {answer}': 'エージェントの応答がありません。戻り値は {answer} です',
  'Return the answer: the text, or an object such as { response, toolCalls }.':
    '応答を返してください: テキスト、または { response, toolCalls } のようなオブジェクト。',
  'The agent’s answer is neither a text nor an object with response: {beginning}':
    'エージェントの応答が、テキストでも response を持つオブジェクトでもありません: {beginning}',
  'The agent’s answer does not fit: {problem}. It begins with {beginning}':
    'エージェントの応答の形式が違います: {problem}。先頭: {beginning}',
  'An answer is a text, messages of OpenAI, a list of ADK’s events, or an object with response, toolCalls or events, and if wanted instructions, toolDeclarations, agents, usage, state, modelCalls, dollars, citations, flags and, for anything else, metadata':
    '応答は、文字列、ADK のイベントの配列、または response・toolCalls・events のいずれかを持つオブジェクトです。必要なら instructions、toolDeclarations、agents、usage、state、modelCalls、dollars、citations、flags を加え、そのほかは metadata に入れます',
  'The agent’s answer does not fit: it is empty. It begins with {beginning}':
    'エージェントの応答が形式に合いません: 空です。先頭は {beginning} です',
  'The agent’s answer has {names}, but no response, toolCalls or events. It begins with {beginning}':
    'エージェントの応答には {names} がありますが、response、toolCalls、events のいずれもありません。先頭は {beginning} です',
  'The agent’s answer has a field that nobody here knows: {field}. It begins with {beginning}':
    'エージェントの応答に未定義の項目があります: {field}。先頭は {beginning} です',
  'Did you mean "{name}"? What is only to be kept belongs into metadata.':
    '"{name}" のことですか? 保存するだけのものは metadata に入れます。',
  'The agent’s events end in an error: {problem}': 'エージェントのイベントはエラーで終わっています: {problem}',
  'response names a field that a reply does not have: {field}':
    'response に応答にはない項目が指定されています: {field}',
  'What the target’s conversation says is no exchange: {problem}. It begins with {beginning}':
    '評価対象の会話が返した値は、やり取りの形式ではありません: {problem}。先頭は {beginning} です',
  'Make it with toInvocation(userContent, answer, timing) of shinsa/targets':
    'shinsa/targets の toInvocation(userContent, answer, timing) で作ります',
  'Case {case}: the agent took longer than {seconds} s': 'ケース {case}: エージェントの応答が {seconds} 秒を超えました',
  'Raise the time limit, or see why the agent hangs':
    '制限時間を延ばすか、エージェントが応答しない原因を確認してください',
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
  '{place}: {tool} is not among the tool_declarations': '{place}: {tool} は tool_declarations にありません',
  'Cannot serve tools on 127.0.0.1: {problem}': '127.0.0.1 でツールを提供できません: {problem}',
  '{address} is not told where to ask for its tools': '{address} にツールの問い合わせ先が伝わりません',
  'Put the placeholder {placeholder} into the body of the HTTP target':
    'HTTP の評価対象の body に {placeholder} を入れてください',
  'Put it into custom_instructions where the model is told who it is.':
    'custom_instructions の、人物像を伝える箇所に入れてください。',
  'the stop signal of a simulated user is empty': '模擬ユーザーの終了の合図が空です',
  'a template cannot have {placeholder} in it': 'テンプレートに {placeholder} は使えません',
  'There is: {known}': '使えるもの: {known}',
  'there is no persona {persona}': 'ペルソナ {persona} はありません',
  'the model of the simulated user gave an empty reply': '模擬ユーザーのモデルの返答が空です',
  'the message of the simulated user was cut off by an error of its model':
    '模擬ユーザーの発言がモデルのエラーで途切れました',
  'the message of the simulated user was cut off at the length limit': '模擬ユーザーの発言が長さの上限で途切れました',
  'Raise the limit on output tokens under model_configuration.':
    'model_configuration の出力トークンの上限を上げてください。',
  'A limit on output tokens may leave no room behind its thoughts.':
    '出力トークンの上限により、思考のあとに返答の余地が残っていない可能性があります。',
  'the case has neither a conversation nor a scenario': 'ケースに会話もシナリオもありません',
  'the instructions for the simulated user never use {placeholder}':
    '模擬ユーザーへの指示で {placeholder} が使われていません',
  'the scenario has a persona, and the instructions for the simulated user never use {placeholder}':
    'シナリオにペルソナがありますが、模擬ユーザーへの指示で {placeholder} が使われていません',
  'No traced conversation has the id of case {case}, and in none the user says the same':
    'ケース {case} と同じ ID のトレースも、ユーザーの発言が同じトレースもありません',
  'Spans may name their case: OTEL_RESOURCE_ATTRIBUTES=shinsa.case.id={case}. `shinsa convert TRACES --to case-lines` makes cases that fit.':
    'スパンにケースの ID を付けることができます: OTEL_RESOURCE_ATTRIBUTES=shinsa.case.id={case}。`shinsa convert TRACES --to case-lines` を使うと、トレースに合うケースを作れます。',
  'In {n} traced conversations the user says the same as in case {case}: {ids}':
    'ユーザーの発言がケース {case} と同じトレースが {n} 件あります: {ids}',
  'Give the case the id of the one that is meant.': 'ケースの ID を、対象のトレースの ID にしてください。',
  'The state of this graph has no messages, so nobody knows where the question goes':
    'このグラフの state には messages がないため、質問の渡し先が分かりません',
  'Export a function that asks it: export default async (question) => (await graph.invoke({ question })).answer':
    'グラフに尋ねる関数を export してください: export default async (question) => (await graph.invoke({ question })).answer',
  '{name} is a class, and what it makes is no agent of a framework that is known here':
    '{name} はクラスで、そのインスタンスは対応しているフレームワークのエージェントではありません',
  'Export a function that asks it: export default (message) => new {name}().ask(message)':
    'それに尋ねる関数を export してください: export default (message) => new {name}().ask(message)',
  'The chat API broke off its answer: its stream ended without an end':
    'チャット API の回答が途切れました。ストリームが終わりの印なしに終了しています',
  'What the server has in its logs says why': '理由はサーバーのログにあります',
}
