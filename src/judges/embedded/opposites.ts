/** Pairs of words that exclude each other, as they stand in a text; looked up by stem. Written for this judge. */
export const ENGLISH_OPPOSITES: readonly string[] =
  `increase/decrease increase/reduce increase/decline rise/fall rise/drop rose/fell grow/shrink gain/lose gain/loss
  win/lose won/lost winner/loser accept/reject approve/reject approve/deny allow/forbid allow/prohibit permit/prohibit
  allow/deny enable/disable enabled/disabled include/exclude including/excluding add/remove open/close opened/closed
  start/stop begin/end start/finish start/end first/last before/after early/late earlier/later above/below over/under
  more/less more/fewer most/least many/few high/low higher/lower highest/lowest maximum/minimum large/small larger/smaller
  largest/smallest big/small long/short longer/shorter old/young older/younger oldest/youngest old/new fast/slow
  faster/slower hot/cold warm/cool wet/dry light/dark light/heavy strong/weak stronger/weaker rich/poor hard/easy
  difficult/easy simple/complex safe/dangerous safe/unsafe good/bad better/worse best/worst positive/negative
  success/failure succeed/fail successful/unsuccessful pass/fail true/false correct/incorrect right/wrong valid/invalid
  legal/illegal possible/impossible able/unable available/unavailable required/optional mandatory/optional
  mandatory/voluntary always/never everyone/nobody all/none present/absent inside/outside indoor/outdoor indoors/outdoors
  internal/external public/private male/female man/woman men/women boy/girl father/mother son/daughter brother/sister
  husband/wife king/queen north/south east/west northern/southern eastern/western left/right top/bottom up/down front/back
  buy/sell bought/sold import/export lend/borrow give/take send/receive arrive/depart enter/leave import/export
  love/hate like/dislike happy/sad agree/disagree support/oppose supporter/opponent ally/enemy friend/enemy peace/war
  live/die alive/dead life/death birth/death born/died guilty/innocent hire/fire hired/fired join/leave push/pull
  attack/defend victory/defeat wealthy/poor ancient/modern temporary/permanent domestic/foreign domestic/international
  free/paid empty/full near/far expand/contract expand/shrink improve/worsen encourage/discourage credit/debit
  deposit/withdraw deposit/withdrawal profit/loss income/expense surplus/deficit majority/minority major/minor
  senior/junior upper/lower urban/rural single/married day/night morning/evening summer/winter am/pm weekday/weekend
  daily/weekly daily/monthly weekly/monthly monthly/yearly monthly/annually automatic/manual automatically/manually
  online/offline active/inactive visible/hidden encrypted/unencrypted refundable/nonrefundable exempt/taxable
  limited/unlimited abundant/limited abundant/scarce without/with secretly/publicly accidentally/deliberately
  intentionally/accidentally optimistic/pessimistic bullish/bearish confirm/deny confirmed/denied remember/forget
  raise/lower raised/lowered raise/cut hire/dismiss promote/demote upgrade/downgrade upload/download`
    .split(/\s+/)
    .filter((pair) => pair !== '')

export const JAPANESE_OPPOSITES: readonly string[] =
  `増加/減少 増/減 上昇/下落 上昇/低下 上昇/下降 拡大/縮小 向上/低下 改善/悪化 強化/緩和 高/低 高い/低い 大き/小さ 大きな/小さな 大きい/小さい 大/小
  多/少 多い/少ない 長/短 長い/短い 広/狭 広い/狭い 重/軽 重い/軽い 強/弱 強い/弱い 早/遅 速/遅 新/古 新しい/古い 新/旧 明/暗 明るい/暗い 熱/冷
  暑/寒 厚/薄 深/浅 太/細 近/遠 近い/遠い 安/高 若/老 良/悪 良い/悪い 易/難 難/易 簡単/複雑 簡単/困難 安全/危険 可能/不可能 可/不可 有効/無効
  有料/無料 必須/任意 必要/不要 義務/任意 許可/禁止 承認/却下 承認/否認 賛成/反対 肯定/否定 成功/失敗 合格/不合格 勝/負 勝利/敗北 勝/敗 開始/終了
  開始/停止 開/閉 始/終 開く/閉じる 入/出 乗/降 上/下 左/右 前/後 前半/後半 以前/以後 以上/以下 以上/未満 超/未満 最大/最小 最高/最低 最初/最後
  内/外 内側/外側 屋内/屋外 室内/屋外 室内/室外 国内/海外 国内/国外 輸入/輸出 購入/売却 買/売 貸/借 支払/受取 送信/受信 入金/出金 収入/支出 利益/損失
  黒字/赤字 プラス/マイナス 昼/夜 朝/夜 朝/夕 午前/午後 平日/休日 平日/週末 夏/冬 春/秋 東/西 南/北 男/女 男性/女性 男子/女子 男の子/女の子 少年/少女
  父/母 兄/姉 弟/妹 夫/妻 息子/娘 大人/子供 大人/子ども 生/死 誕生/死亡 白/黒 満/空 晴/雨 晴/曇 立/座 立っ/座っ 寝/起 起き/寝 白黒/カラー 公開/非公開
  増税/減税 積極/消極 正/誤 正しい/誤り 善/悪 有/無 有り/無し 全部/一部 全員/一部 常に/決して 自動/手動 手動/自動 一時/恒久 正規/非正規 課税/非課税
  オン/オフ オンライン/オフライン 接続/切断 追加/削除 採用/解雇 入社/退社 入学/卒業 登録/解除 満席/空席 満車/空車 点灯/消灯 出発/到着 賛成/反対
  肯定的/否定的 楽観/悲観 公/私 公立/私立 都市/農村 単数/複数 白い/黒い 赤い/青い 明日/昨日`
    .split(/\s+/)
    .filter((pair) => pair !== '')
