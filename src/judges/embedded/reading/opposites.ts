/**
 * Words that exclude each other, written for this judge. Each word excludes those on the other side of the slash; a
 * plus joins words on the same side. They are looked up by stem.
 */
export const ENGLISH_OPPOSITES: readonly string[] =
  `increase+rise+grow+climb+surge+soar/decrease+fall+drop+decline+shrink+plunge+slump
  rose+grew+climbed/fell+shrank+sank growth/decline+decrease+drop expand/contract+shrink expansion/contraction
  gain/lose+loss win/lose won/lost accept+approve/deny+decline acceptance+approval/rejection+refusal+denial
  allow+permit/forbid allowed+permitted/forbidden+prohibited+banned+denied+blocked lawful/unlawful
  enable+activate/disable+deactivate include/exclude add/remove open/close+shut begin/stop+end+finish
  started+began/stopped+ended+finished first/last before+within+until/after early/late earlier/later above/below over/under
  more/less+fewer most/least+fewest many/few high/low higher/lower highest/lowest maximum/minimum max/min
  large+big/small larger+bigger/smaller largest+biggest/smallest long/short longer/shorter longest/shortest old/young
  older/younger oldest/youngest old/new fast+quick/slow faster+quicker/slower hot/cold strong/weak stronger/weaker
  hard+difficult/easy simple/complex+complicated cheap/expensive safe/dangerous+unsafe secure/insecure good/bad
  better/worse best/worst positive/negative success+succeed/failure+fail+unsuccessful passed/failed true/false
  correct+right/incorrect+wrong valid/invalid legal/illegal possible/impossible able/unable
  required+mandatory+compulsory+obligatory/optional+voluntary always/never everyone+everybody/nobody all/none
  present/absent inside/outside internal/external public/private north/south east/west northern/southern
  eastern/western left/right top/bottom up/down buy/sell bought/sold import/export send/receive arrive/depart+leave
  arrival/departure support/oppose live/die born/died hire/fire+dismiss join/leave temporary/permanent
  domestic/foreign+international free/paid empty/full vacant/occupied improve/worsen+deteriorate credit/debit
  deposit/withdraw profit/loss income/expense senior/junior upper/lower day/night morning/evening+afternoon
  summer/winter am/pm daily/weekly+monthly+yearly+annually weekly/monthly+yearly+annually monthly/yearly+annually
  automatic/manual online/offline active/inactive visible/hidden+invisible shown/hidden connect/disconnect
  refundable/nonrefundable exempt/taxable confirm/deny raise/lower+cut+reduce upgrade/downgrade upload/download
  compatible/incompatible complete/incomplete sufficient/insufficient adequate/inadequate direct/indirect
  appropriate/inappropriate relevant/irrelevant accurate/inaccurate effective/ineffective efficient/inefficient
  consistent/inconsistent eligible/ineligible dependent/independent maximise/minimise maximize/minimize
  ascending/descending synchronous/asynchronous inbound/outbound input/output upstream/downstream buyer/seller
  man/woman like/dislike formal/informal responsible/irresponsible odd/even employer/employee`.split(/\s+/)

export const JAPANESE_OPPOSITES: readonly string[] =
  `増加/減少 増/減 上昇/下落+低下+下降 拡大/縮小 向上/低下 改善/悪化 強化/緩和 高/低 大き/小さ 多/少 長/短 広/狭 重/軽
  強/弱 早/遅 速/遅 新/古 新/旧 明/暗 熱/冷 近/遠 安/高 良/悪 易/難 簡単+容易/複雑+困難 安全/危険 可/不可
  必須+必要+義務/任意+不要 許可/禁止 承認+受理+許可/却下+否認+拒否 受諾/拒否 賛成/反対 肯定/否定 成功/失敗 合格/落第
  開始/終了+停止 稼働/停止 作動/停止 再開/中断+中止 継続/中止+終了 開催/中止 実施/中止+延期 開/閉 営業/閉店+定休 入/出
  上/下 左/右 前/後 以前/以降 以上/未満 超/未満+以下 以内/以上+以降 除/含 最初/最後 内/外 室内/屋外 国内/海外
  購入/売却+販売 買/売 支払/受取 利益/損失 昼/夜 朝/夜+夕 平日/休日+週末+祝日 東/西 南/北 男/女 男の子/女の子
  大人/子供+子ども 白/黒 満/空 晴/雨+曇 正しい/誤り+間違い 有/無 あり/なし すべて+全て+全部+全員/一部 常に/決して
  自動/手動 一時/恒久+永続 オン/オフ オンライン/オフライン 接続/切断 追加/削除 採用/解雇 登録/解除+抹消 満室/空室
  出発/到着 赤い/青い 明日/昨日 施錠/解錠 適法/違法 直接/間接 奇数/偶数 延長/短縮 公/私`.split(/\s+/)

/** Characters that make opposites of kanji words that are otherwise equal: 食前/食後, 入国/出国. */
export const OPPOSITE_CHARACTERS: readonly string[] =
  `前/後 上/下 内/外 有/無 増/減 加/減 入/出+退 開/閉+休 営/休 始/終 売/買 高/低 大/小 長/短 多/少 強/弱 新/旧+古 昼/夜 朝/夕+夜 東/西 南/北
  男/女 左/右 勝/敗 善/悪 良/悪 正/誤+負 公/私 黒/赤 可/否 好/不 順/逆 優/劣 昇/降 乗/降 進/退 積/消 表/裏 遠/近 深/浅 厚/薄 濃/淡 軽/重
  寒/暖 冷/温 硬/軟 明/暗 速/遅 早/遅 得/失 往/復 受/送 貸/借 攻/守 動/静 単/複 満/空 点/消 伸/縮 先/後 禁/喫 施/解 合/違`.split(
    /\s+/,
  )

/** Grammatical words that exclude each other. */
export const OPPOSED_MINOR_WORDS: readonly string[] =
  'before until after within above below over under more most all 可能 上 下'.split(' ')
