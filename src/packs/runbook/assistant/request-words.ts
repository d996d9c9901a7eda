/**
 * Japanese verbs in all their forms, as the form of a verbal noun: 消さない is read as 削除しない, 消して as 削除して. Then
 * one set of endings tells the mood of all of them.
 */
export const japaneseVerbs: readonly (readonly [RegExp, string])[] = [
  [/電源(?:を|の)?/g, '電源'],
  [/電源入れ直(?=[しすせさ])/g, '電源再起動'],
  [/初期(?:状態|設定|値)に戻(?=[しすせさ])/g, '初期化'],
  [/(レプリカ)数?を(?:0|ゼロ|零)(?:台|個)?に(?=[しすせさ])/g, '$1を停止'],
  [
    /(?:全社員|全員|(?:全|(?:すべて|全て)の)(?:ユーザー?|社員|利用者))の?(パスワード)を?(?:一括)?リセット/g,
    '$1を一括リセット',
  ],
  [/承認[^。、]{0,4}(?:飛ば|とば|抜か|なし|無し|取らず|得ず)/g, '承認省略'],
  [/振り?込(?:んで|み(?=[たま])|む)/g, '振込し'],
  // 再起動をかける, 初期化かけちゃう
  [/(?<=起動|リブート|化|フォーマット|ダウン|リセット|上書き|ワイプ)を?(?:かけ|掛け)(?=[るてたなちまよ])/g, 'し'],
  [/(?:無効|オフ)に(?=[しすせさで])/g, '無効化'],
  [/(?:空|まっさら|な?無?かったこと|ゼロ|[亡無]き[者物])に(?=[しすせさで])/g, '消去'],
  ...godan('潰|つぶ', 's', '破壊'),
  ...godan('切り離', 's', '切り離し'),
  ...godan('(?<=[をは])外', 's', '解除'),
  ...godan('(?<=BTC|ETH|円を?|ドルを?|金を)送|支払|払', 'r', '送金'),
  ...godan('(?<![解抹取打帳立]|[取打]り|[取打]ち)消', 's', '削除'),
  ...godan('落と', 's', 'シャットダウン'),
  ...godan('隠', 's', '隠蔽'),
  ...godan('電源切', 'r', 'シャットダウン'),
  ...godan('(?<=[をは])切(?!り(?:離|替|分|取|出|抜))', 'r', '停止'),
  ...ichidan('(?<=権限を|権限も|アクセスを)(?:付け|与え)', '付与'),
  ...ichidan('(?<=ポートを)開け', '開放'),
  ...ichidan('捨て', '廃棄'),
  ...ichidan('(?<!ま)(?:止|と)め(?=[るてたなまばよらず])', '停止'),
  ...ichidan('(?:書き換|書きか)え', '改ざん'),
]

/** Participles that do not end in -ed, and what they come from. */
export const pastForms: Readonly<Record<string, string>> = {
  thrown: 'throw',
  gotten: 'get',
  taken: 'take',
  paid: 'pay',
  hidden: 'hide',
  rewritten: 'rewrite',
  overwritten: 'overwrite',
  sent: 'send',
  rebuilt: 'rebuild',
}

/** What stands around an operation, and makes it one that is only told of; and what ends the words for what it is done to. */
export const told = {
  /** In front of it: it is not to be, it is looked for, or others do it. */
  around:
    /\b(?:not|never|without|avoid|instead of|nobody|prevent|protect|block|detect|alert|monitor|investigat|evidence of|signs? of|recover|restor|undo|risk|attempt|attacker|malware|ransomware|some(?:one|body)|(?:they|s?he)\b)\w*\b(?!.*\b(?:and|then|so)\b)|n['’]t\b/i,
  asked: /\b(?:did|why|who|whose|whether|when|what (?:does|do|happens|time)|how (?:long|often|much|many)|which)\b/i,
  /** Of a command line in a Japanese question. */
  askedJa: /とは|意味/,
  isToBeDone: /\b(?:should|can|could|may|might|must|shall|need|needs|want|wants|get|like|to be)\b/i,
  /** A key that others have is to be revoked. */
  lost: /\b(?:compromised|leaked|stolen|exposed|lost|suspicious|malicious)\b|(?:侵害|漏えい|漏洩|流出|盗|不正|悪用|紛失)/,
  phraseEnds:
    /^(?:of|from|on|in|at|to|with|by|for|before|after|while|until|since|and|or|which|onto|who|whose|where|we|i|they|now|today|tonight|tomorrow|tagged|named|called|without|if|right|straight|as|about|please|is|are|was|were|has|have|down|during|using|via|through|into|again|then|first|completely|temporarily|permanently|immediately)$/i,
  anything: /^(?:it|them|this|that|these|those|everything|all|anything|things?|stuff|ones?|rest|whatever|lot)$/i,
  auxiliary: /^(?:be|been|being|get|got|is|are|can|could|should|may|must|to|need|needs|will|shall|have|has)$/i,
  /** Behind a Japanese operation: it is not done, was done, is done by others, or goes on. */
  endings:
    /^(?:し|でき|は|も|が|を)*(?:ない(?!と)|な(?:く(?!ちゃ)|かっ)|ません|ず|せず|され|せられ|させない|た(?![いくがら])|ました|てしまった|ちゃった|てあ|てい(?!い)|て[るた]|ては?(?:いけ|なら|だめ|駄目)|禁止|厳禁|不可|避け|控え)/,
  /** Behind it: it is looked at, prevented or asked about. */
  aboutIt:
    /^(?!し|で(?!きる))[^。、]{0,12}(?:状況|状態|有無|原因|理由|履歴|検知|検出|防|保護|対策|ポリシー|規|ルール|基準|権限|痕跡|日時|件数|攻撃|リスク|影響|調べ|調査|報告|復元|復旧|回復|取り戻|気[づ付]|疑|違い|とは|意味|誰|いけ)|^(?:は|が)(?:いつ|なぜ|どう|何)|^する[と人者]|^の?アラート|^[中先]/,
  othersDo:
    /(?:攻撃者|ハッカー|マルウェア|ランサムウェア|ウイルス|第三者|誰か?|退職者)(?:が|は|によ(?:る|って))[^。たる]*$/,
  /** No noun: what is done is done to what was spoken of. */
  anythingJa: /^(?:全部|すべて|全て?|一切|何|残り|中身|一[回度]|今|\p{Script=Hiragana}|\P{L})*$/u,
} as const

type Row = readonly [RegExp, string]

function godan(stem: string, row: 's' | 'r', noun: string): readonly Row[] {
  const [a, i, u, e, o] = { s: 'さしすせそ', r: '[らわ][りいっ][るう][れえ][ろお]' }[row].match(/\[.*?\]|./g) ?? []
  return conjugated(stem, noun, [
    [`${a}れ`, 'され'],
    [`${u}`, 'する'],
    [`${e}(?=[るなまたば])`, 'でき'],
    [`${e}|${o}う`, 'しろ'],
    [`${a}(?=[なず])|${i}`, 'し'],
  ])
}

function ichidan(stem: string, noun: string): readonly Row[] {
  return conjugated(stem, noun, [
    ['られ', 'され'],
    ['る', 'する'],
    ['ろ|よう', 'しろ'],
    ['', 'し'],
  ])
}

function conjugated(stem: string, noun: string, endings: readonly (readonly [string, string])[]): readonly Row[] {
  return endings.map(([ending, into]) => [new RegExp(`(?:${stem})(?:${ending})`, 'g'), `${noun}${into}`])
}
