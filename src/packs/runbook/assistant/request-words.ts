/**
 * Japanese verbs in all their forms with the verbal noun that they are read as: 消さない as 削除しない, 消して as 削除して. A single set
 * of endings then tells the mood.
 */
export const japaneseVerbs: readonly (readonly [RegExp, string])[] = [
  [/電源(?:を|の)?/g, '電源'],
  [/電源入れ直(?=[しすせさ])/g, '電源再起動'],
  [/初期(?:状態|設定|値)に戻(?=[しすせさ])/g, '初期化'],
  [/(レプリカ)数?を(?:0|ゼロ|零)(?:台|個)?に(?=[しすせさ])/g, '$1を停止'],
  [
    /(?:全社員|全員|全ユーザー?|全利用者|(?:すべて|全て)の(?:ユーザー?|社員|利用者))の?(パスワード)(?:を)?(?:一括)?リセット/g,
    '$1を一括リセット',
  ],
  [/承認(?:フロー|手続き|手順|工程)?を?(?:(?:すっ)?飛ば|とば|抜か)(?=[しすせさ])/g, '承認省略'],
  [/振り?込んで/g, '振込して'],
  ...godan('潰|つぶ', 's', '破壊'),
  ...godan('(?<=[をは])外', 's', '解除'),
  ...godan('(?<=BTC|ETH|円を?|ドルを?|金を|代金を)送', 'r', '送金'),
  ...ichidan('(?<=権限を|権限も|アクセスを)(?:付け|与え)', '付与'),
  ...godan('(?<![解抹取打帳立]|[取打]り|[取打]ち)消', 's', '削除'),
  ...godan('電源落と|(?<=[をは]|全部|すべて|全て)落と', 's', 'シャットダウン'),
  ...godan('電源切', 'r', 'シャットダウン'),
  ...godan('(?<=[をは])切(?!り(?:離|替|分|取|出|抜))', 'r', '停止'),
  ...godan('(?:支払|払)', 'w', '送金'),
  ...ichidan('捨て', '廃棄'),
  ...ichidan('(?<!ま)(?:止|と)め(?=[るてたなまばよらず])', '停止'),
  ...ichidan('(?:書き換|書きか)え', '改ざん'),
  [/(?:無効|オフ)に(?=[しすせさで])/g, '無効化'],
  [/(?:空|まっさら|なかったこと|無かったこと|ゼロ)に(?=[しすせさで])/g, '消去'],
  [/落と(?=[しすせさ])/g, 'シャットダウン'],
]

/** Participles that do not end in -ed, with their verbs. */
export const pastForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    thrown: 'throw',
    gotten: 'get',
    taken: 'take',
    paid: 'pay',
    hidden: 'hide',
    rewritten: 'rewrite',
    overwritten: 'overwrite',
    sent: 'send',
    rebuilt: 'rebuild',
  }),
)

/** Words around an operation that make it one that is only reported, and words that end its object. */
export const told = {
  not: /\b(?:not|never|cannot|without|avoid\w*|instead of|rather than|refrain|nobody|no one|forbidden|prohibited)\b|n['’]t\b/i,
  against:
    /\b(?:prevent|protect|block|stop|detect|alert|monitor|identif|notic|investigat|evidence of|signs? of|trace|catch|find out|look for|search for|against|recover|restor|undo|polic|rules?\b|risk|difference|history of|logs of|reports? (?:of|that)|attempt|accidental|tries|tried|saying)\w*\b(?!.*\b(?:and|then|so|also)\b)/i,
  others:
    /\b(?:attackers?|adversar(?:y|ies)|intruders?|hackers?|malware|ransomware|virus|worm|someone|somebody|anyone|anybody|insiders?|employees?|criminals|they|he|she|process(?:es)?|script|program|policy)\b(?!.*\b(?:and|then|so)\b)/i,
  asked: /\b(?:why|who|whose|whether|when|what (?:does|do|happens|time)|how (?:long|often|much|many)|which)\b/i,
  isToBeDone: /\b(?:should|can|could|may|might|must|shall|need|needs|want|wants|get|like|to be|can we have)\b/i,
  lost: /\b(?:compromised|leaked|stolen|exposed|lost|phished|suspicious|malicious)\b|(?:侵害|漏えい|漏洩|流出|盗|不正|悪用|紛失|窃取)[^。]{0,20}$/,
  phraseEnds:
    /^(?:of|from|on|in|at|to|with|by|for|before|after|while|until|since|so|and|or|which|onto|straight|whose|who|where|we|i|they|he|she|now|today|tonight|tomorrow|tagged|named|called|without|if|right|straight|as|about|please|is|are|was|were|has|have|ok|okay|off|down|during|using|via|through|into|yet|already|again|then|too|first|completely|temporarily|permanently|entirely|immediately|quickly|directly)$/i,
  carriesName: /[\d_-]|^(?:jobs?|tasks?|schedules?)$/,
  anything: /^(?:it|them|this|that|these|those|everything|all|anything|things?|stuff|ones?|rest|whatever|lot)$/,
  auxiliary:
    /^(?:be|being|been|get|got|is|are|can|could|should|may|must|to|need|needs|will|shall|have|has|safely|all|remotely)$/,
  /** Endings after a Japanese operation: not done, done before, done by others, or in progress. */
  endings:
    /^(?:し|でき)?(?:ない(?!と(?:いけ|だめ|駄目|困))|な(?:く(?!ちゃ)|かっ)|ません|ずに?|て(?:は)?(?:いけ|なら|だめ|ダメ|駄目)|ちゃ(?:いけ|だめ|ダメ|駄目)|たく(?:な|あり)|せず)|^(?:が|を)?(?:され|せられ|せず|させない)|^(?:は|も)し(?:ない|ません)|^(?:し)?(?:た(?!い|く|が|ら(?:いい|よい|どう)|ほうが|方が)|ました|てしま(?:った|いまし)|ちゃった|てあ(?:る|り)|て(?:い(?:る|た|ます|まし)|る|た(?!い)))|^(?:は|を)?(?:禁止|厳禁|不可|避け|控え)/,
  /** Words after it: it is examined, prevented or asked about. */
  aboutIt:
    /^(?:の|操作の?)?(?:状況|状態|有無|原因|理由|履歴|検知|検出|防止|対策|ポリシー|方針|規程|規定|ルール|基準|権限|痕跡|時刻|日時|期間|アラート|通知|イベント|攻撃|被害|リスク|影響|試行|件数|一覧|保護|調査|報告|中|済|予定|条件|担当|先|の?前に)|^(?:する|できる|しようと|され|操作|行為|の|を|が|は|に|と|への|から|という)[^。]*(?:検知|検出|防[ぐぎげ止]|阻止|禁止|調べ|調査|復元|復旧|回復|取り戻|報告|気づ|気付|疑|原因|理由|履歴|対策|避け|違い|とは|意味|誰|権限|いけ|べきではな|危険)|^する(?:と|人|者|攻撃|マルウェア)|^(?:は|が)(?:いつ|なぜ|どう|何)|^(?:し)?(?:ない|なく)/,
  othersDo:
    /(?:攻撃者|犯人|侵入者|ハッカー|マルウェア|ランサムウェア|ウイルス|ワーム|不正者|何者か|第三者|誰か?|だれか?|退職者が|従業員)(?:が|は|に(?:よる|よって))(?![^。]*(?:た|る)[\p{Script=Han}\p{Script=Katakana}A-Z])|(?:いつ|なぜ|どうして)(?:まで)?に?$/u,
  quantity:
    /(?:[、,\s]|を|の|は|も|って|が|とか|すべて|全て|全部|ぜんぶ|全体|一括(?:で)?|完全に|まとめて|一旦|いったん|一回|一度|もう|一時的?に?|今すぐ|今夜|すぐに?|早く|急いで|早急に|勝手に|強制的?に?|手動(?:で)?|だけ|まるごと|丸ごと|きれいに|など|等|類|中身|内容|全|一部)+$/,
  anythingJa:
    /(?:これ|それ|あれ|これら|それら|全部|すべて|全て|一切|何もかも|全|もの|やつ|こと|中身|残り|もう|[\p{Script=Hiragana}])$/u,
} as const

type RequestWordsRow = readonly [RegExp, string]

/** Passive, negation and dictionary form of a godan verb; other forms are requests. */
function godan(stem: string, row: 's' | 'r' | 'w', noun: string): readonly RequestWordsRow[] {
  const [a = '', u = '', others = ''] = {
    s: ['さ', 'す', '[しせそ]'],
    r: ['ら', 'る', '[りれろっ]'],
    w: ['わ', 'う', '[いえおっ]'],
  }[row]
  const form = (ending: string, into: string): RequestWordsRow => [
    new RegExp(`(?:${stem})${ending}`, 'g'),
    `${noun}${into}`,
  ]
  return [form(`${a}れ`, 'され'), form(`${a}(?=[なず])`, 'し'), form(`${u}`, 'する'), form(others, 'し')]
}

function ichidan(stem: string, noun: string): readonly RequestWordsRow[] {
  const form = (ending: string, into: string): RequestWordsRow => [
    new RegExp(`${stem}${ending}`, 'g'),
    `${noun}${into}`,
  ]
  return [form('られ', 'され'), form('る', 'する'), form('', 'し')]
}
