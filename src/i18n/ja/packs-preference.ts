/** What `src/packs/preference` says, in Japanese. The same placeholders stand in both; Japanese needs no plural words. */
export const preferenceJa: Readonly<Record<string, string>> = {
  'the embedded judge cannot compare two answers: that takes a language model (--judge MODEL)':
    '内蔵のジャッジは二つの回答を比べられません。言語モデル（--judge MODEL）が必要です',
  'The case is no pair of answers: `shinsa prefer` makes them from two runs':
    'このケースは回答のペアではありません。ペアは `shinsa prefer` が二つの実行から作ります',
  '{run} has no answer, which is not its agent’s fault: {reason}':
    '{run} に回答がありません（エージェントの責任ではありません）: {reason}',
  'Neither of the two has an answer': 'どちらにも回答がありません',
  'Both agents failed; {run}: {reason}': '両方のエージェントが失敗しました。{run}: {reason}',
  'The two answers are the same': '二つの回答は同じです',
  '{run} has no answer': '{run} に回答がありません',
  '{run} failed: {reason}': '{run} は失敗しました: {reason}',
  'The verdict changes with the order in which the answers are shown': '回答を示す順序によって判定が変わります',
  Preference: '選好',
  '{first} and {second}: no pair of {silent} could be judged':
    '{first} と {second}: {silent} 組のどれも判定できませんでした',
  '{first} is preferred to {second} in {rate} ({interval}), ties counted half: {wins} won, {ties} tied, {losses} lost of {cases} {cases|case|cases}; {silent} not evaluated':
    '{second} より {first} が選ばれた割合は {rate}（{interval}、引き分けは半分に数える）: {cases} ケースで勝ち {wins}、引き分け {ties}、負け {losses}、未評価 {silent}',
  'changed with the order': '順序で変わった判定',
  '{turned} turned round, {half} by half, of {asked} asked in both orders; all count as ties':
    '両方の順序で尋ねた {asked} 組のうち、逆転 {turned}、片方だけ引き分け {half}。いずれも引き分けに数えます',
  'shown first, preferred': '先に示した回答が選ばれた割合',
  '50 % for a judge that does not look at the place': '位置に左右されないジャッジなら 50 %',
  'longer one preferred': '長い回答が選ばれた割合',
  'of pairs with a winner; far from 50 % may be length and may be merit':
    '勝敗のついた組のうち。50 % から離れていても、長さのためとは限りません',
  'settled without a judge': 'ジャッジなしで決まった組',
  '{same} the same, {unanswered} with one answer only': '回答が同じ {same}、片方だけ回答 {unanswered}',
  'The order decides {share} of this judge’s verdicts: it can hardly tell these answers apart':
    'このジャッジの判定の {share} は順序で決まっています。回答の違いをほとんど見分けられていません',
  '{count} not evaluated: {reason}': '未評価 {count} 組: {reason}',
  '{first} beside {second}': '{first} と {second}',
  '{run} answers: {answer}': '{run} の回答: {answer}',
  'shown as {order}, the judge prefers {verdict}: {reason}':
    '{order} の順で示したとき、ジャッジの判定は {verdict}: {reason}',
}
