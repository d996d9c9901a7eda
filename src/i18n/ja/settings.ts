/**
 * What `src/settings` says where anybody may read it, in Japanese. The same placeholders stand in both; Japanese needs no plural
 * words.
 */
export const settingsShownJa: Readonly<Record<string, string>> = {
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
  '{name} takes numbers by name such as {example}, not {given}':
    '{name} には {example} のように名前と数値を指定してください（{given} は使えません）',
  '{name} takes texts, numbers or true and false by name, not {given}':
    '{name} には名前ごとに文字列、数値、true か false を指定してください（{given} は使えません）',
}

/** That, and the help of flags, which only the command line says. */
export const settingsJa: Readonly<Record<string, string>> = {
  ...settingsShownJa,
  'where questions about runbooks leave their results (logs/judge_eval_TIMESTAMP.json)':
    '手順書の質問の評価結果を保存するファイル（logs/judge_eval_TIMESTAMP.json）',
  'the agent: ./agent.ts, command:…, http://…, adk:URL/APP, a2a:URL, acp:COMMAND, mcp:COMMAND|URL, openai:MODEL@URL, recorded:FILE, run:ID, or a name from the config':
    'エージェント: ./agent.ts、command:…、http://…、adk:URL/APP、a2a:URL、acp:COMMAND、mcp:COMMAND|URL、openai:MODEL@URL、recorded:FILE、run:ID、または設定ファイル内の名前',
  'a name for the run; other commands find it by that': '実行の名前（ほかのコマンドでも使えます）',
  'play each case N times, for pass@k, pass^k and flakiness (1)':
    '各ケースを N 回繰り返し、pass@k、pass^k、不安定さを測定（1）',
  'cases at once (8; 64 for recorded transcripts)': '同時に実行するケース数（8。記録済みの会話では 64）',
  'how long one answer of the agent may take (120)': 'エージェントの 1 回の応答にかけてよい時間（120）',
  'what closes the gate (failed,error,not-evaluated); also none, pass-rate<0.9, pass-rate-low<0.8, METRIC<0.7, METRIC.pass-rate<0.7, METRIC>0.3':
    'ゲートを不合格にする条件（failed,error,not-evaluated）。ほかに none、pass-rate<0.9、pass-rate-low<0.8、METRIC<0.7、METRIC.pass-rate<0.7、METRIC>0.3',
  "ADK's exact verdicts instead of the strict rules (docs/adk-differences.md lists them)":
    '厳格な規則の代わりに ADK と同じ判定を使用（違いは docs/adk-differences.md を参照）',
  "who answers the agent's tools: ADK's tool_simulation_configs as JSON":
    'エージェントのツールに答えるもの: ADK の tool_simulation_configs の JSON',
  'write every call of a tool and its answer into FILE': 'ツールの呼び出しと返答をすべて FILE に記録する',
  'answer every call of a tool from FILE, offline': 'ツールの呼び出しにはすべて FILE から答える（オフライン）',
  'for how long an overloaded judge is asked again before its score is an error (60)':
    '過負荷のジャッジに、スコアをエラーとするまで聞き直す秒数 (60)',
  'stop cleanly when the models that Shinsa asks have cost this much':
    'Shinsa が呼び出すモデルの費用がこの額に達したら、途中結果を保存して停止',
  'who judges: gemini-…, gpt-…, claude-…, provider/model, ollama/…; `embedded` needs no model and is the default':
    'ジャッジ: gemini-…、gpt-…、claude-…、provider/model、ollama/…。`embedded`（既定）はモデルが不要',
  'which passes of a judge have to fail on a changed twin of the same material to count (auto)':
    'ジャッジの合格のうち、同じ資料の改変版で不合格になることを確かめるもの（既定は auto）',
  "mix known-bad answers into what judges are asked; one that passes voids the judge's verdicts":
    '誤りと分かっている回答を審査に混ぜ、1 つでも合格にしたジャッジの判定を無効にする',
  'who plays the user in scenarios': 'シナリオでユーザーの役を演じるモデル',
  'other thresholds than those of the config, for this run: rouge_l=0.7,response_match_score=0.5':
    'この実行だけで使う、設定とは別のしきい値: rouge_l=0.7,response_match_score=0.5',
  'in GitHub Actions write no job summary and no annotations': 'GitHub Actions でジョブサマリーと注釈を書かない',
  'ask judges everything anew': '保存済みの回答を使わず、すべて審査し直す',
  'wait for the spans of every answer, also before the agent has sent any':
    'エージェントがまだスパンを送っていなくても、回答ごとにスパンを待つ',
  'receive no spans, and tell the agent nothing of it': 'スパンを受信せず、エージェントにも何も伝えない',
  'how long scoring waits for the spans of an answer (6)': '採点が回答のスパンを待つ秒数（既定: 6）',
  'where spans are received (4318 for agents behind an address, else a free one)':
    'スパンを受信するポート（既定: アドレスで指定したエージェントは 4318、ほかは空きポート）',
  'where the documents lie (fixtures beside the suite)': '文書の置き場所（既定: スイートの隣の fixtures）',
  'accuracy: verdicts and confidence, no judge; tool: also how tools were used; comprehensive: also explanations (comprehensive)':
    'accuracy: 判定と信頼度のみ、ジャッジなし。tool: ツールの使い方も。comprehensive: 説明の品質も（既定: comprehensive）',
  'the model of the document reviewer that ships; without one it compares by rules, offline':
    '付属の文書レビューエージェントのモデル。指定しなければオフラインで規則により照合する',
  'the model that is asked, by mcp:…, openai:… and the agents that ship':
    '使うモデル（mcp:…、openai:… と付属のエージェント用）',
  'other instructions for the document reviewer; see docs/reviews.md':
    '文書レビューエージェントへの別の指示（docs/ja/reviews.md を参照）',
  'rapid-compat counts a confidence of 0.8 and more as high, not only above 0.85':
    'rapid-compat は 0.85 超ではなく 0.8 以上を高信頼度とみなす',
  'the share of violations that auto-approval may miss, for the certified threshold (0.05)':
    '保証付きのしきい値で、自動承認が見逃してよい違反の割合（既定: 0.05）',
  'the share of what is approved that may be violations, for its own certificate (as --max-miss-rate)':
    '承認したもののうち違反であってよい割合。この保証だけに使う（既定: --max-miss-rate と同じ）',
  'how sure a certificate has to be (0.95)': '保証の信頼水準（既定: 0.95）',
  'app_name, user_id and state as JSON, for cases that bring no session of their own':
    'セッションを持たないケースのための app_name・user_id・state（JSON）',
  'only cases whose id fits one of these, with * for any text and ? for any character':
    'ID がいずれかに合うケースだけ（* は任意の文字列、? は任意の 1 文字）',
  'only cases with one of these tags (`tags` in a case, or a column of a table)':
    'いずれかのタグが付いたケースだけ（ケースの `tags`、または表の列）',
  'only the first N cases of those': 'そのうち先頭の N ケースだけ',
  'only N of those cases by chance, the same ones for the same --seed':
    'そのうち無作為の N ケースだけ（--seed が同じなら同じケース）',
  'seeds what is random: statistics, which cases --sample takes (1), the order of --stop-early (another one in each run)':
    '乱数シード: 統計、--sample が選ぶケース（1）、--stop-early の順序（指定しなければ実行ごとに異なる）',
  'play in random order and stop when the gate is decided, as the whole run would in 95 of 100':
    '無作為な順に実行し、ゲートの結果が決まったら終了（全体の実行と同じ結果になる確率は 95 % 以上）',
  'hold the run against this one (shinsa export RUN --format baseline); a clear loss closes the gate':
    'この実行と比較する（shinsa export RUN --format baseline）。明らかに悪くなればゲートは不合格',
  'what the gate does when too few cases could have shown a loss against the baseline (pass)':
    'ケースが少なすぎて悪化を検出できないときのゲートの判断（pass）',
  'correct pass rates by the error rates of judges: a validation in JSON, or rates by metric':
    'ジャッジの誤り率で合格率を補正する（JSON の検証結果、または評価指標ごとの率）',
  'metrics on top of those that the run has, with their thresholds: final_response_match_v2=0.8':
    'この実行に追加する評価指標としきい値: final_response_match_v2=0.8',
}
