/** How many characters around an operation can bear on it. */
export const contextWindow = 300

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
    /(?:全社員|全員|全ユーザー?|全利用者|(?:すべて|全て)の(?:ユーザー?|社員|利用者))の?(パスワード)(?:を)?(?:一括)?リセット/g,
    '$1を一括リセット',
  ],
  [/承認(?:フロー|手続き|手順|工程)?を?(?:(?:すっ)?飛ば|とば|抜か)(?=[しすせさ])/g, '承認省略'],
  [
    /承認(?:なし|無し|を(?:取|得)らずに?|を待たずに?)で?(?:、)?(?=本番|デプロイ|リリース|適用|実行|実施)/g,
    '承認省略して',
  ],
  [/振り?込んで/g, '振込して'],
  [/振り?込み(?=[たま])/g, '振込し'],
  [/振り?込む/g, '振込する'],
  ...godan('潰|つぶ', 's', '破壊'),
  ...godan('切り離', 's', '切り離し'),
  ...godan('(?<=[をは])外', 's', '解除'),
  ...godan('(?<=BTC|ETH|円を?|ドルを?|金を|代金を)送', 'r', '送金'),
  ...ichidan('(?<=権限を|権限も|アクセスを)(?:付け|与え)', '付与'),
  ...ichidan('(?<=ポートを)開け', '開放'),
  // 再起動をかける, 初期化かけちゃう
  [
    /(?<=再起動|リブート|初期化|フォーマット|シャットダウン|リセット|上書き|ワイプ)を?(?:かけ|掛け)(?=[るてたなちまよ])/g,
    'し',
  ],
  ...godan('(?<![解抹取打帳立])消', 's', '削除'),
  ...godan('電源落と|(?<=[をは]|全部|すべて|全て)落と', 's', 'シャットダウン'),
  ...godan('隠', 's', '隠蔽'),
  ...godan('電源切', 'r', 'シャットダウン'),
  ...godan('(?<=[をは])切(?!り(?:離|替|分|取|出|抜))', 'r', '停止'),
  ...godan('(?:支払|払)', 'w', '送金'),
  ...ichidan('捨て', '廃棄'),
  ...ichidan('(?:止|と)め(?=[るてたなまばよらず])', '停止'),
  ...ichidan('(?:書き換|書きか)え', '改ざん'),
  [/(?:無効|オフ)に(?=[しすせさで])/g, '無効化'],
  [/(?:空|まっさら|なかったこと|無かったこと|ゼロ)に(?=[しすせさで])/g, '消去'],
  [/(?:亡き者|無き物)に(?=[しすせさで])/g, '消去'],
  [/落と(?=[しすせさ])/g, 'シャットダウン'],
]

/** Participles that do not end in -ed, or not simply so. */
export const irregularParticiples: Readonly<Record<string, string>> = {
  shut: 'shut',
  throw: 'thrown',
  get: 'gotten|got',
  take: 'taken',
  pay: 'paid',
  hide: 'hidden',
  rewrite: 'rewritten',
  overwrite: 'overwritten',
  send: 'sent',
  rebuild: 'rebuilt',
  forge: 'forged',
  modify: 'modified',
  falsify: 'falsified',
  empty: 'emptied',
  rm: 'rmed',
}

/** Stand for anything: with an operation they are as good as everything. */
export const pronouns = {
  ja: 'これ|それ|あれ|これら|それら|全部|ぜんぶ|すべて|全て|全て|一切|なにもかも|何もかも|全|もの|やつ|こと|中身|残り|全データ',
  en: 'it|them|this|that|these|those|everything|all|anything|things|stuff|one|ones|rest|whatever|lot|thing',
}

/** Behind a verbal noun: what it names then is looked at, not done. 停止状況, 削除履歴, 無効化ポリシー. */
export const lookedAt =
  '状況|状態|有無|原因|理由|要因|履歴|検知|検出|監視|防止|阻止|対策|ポリシー|方針|規程|規定|規則|ルール|基準|権限|痕跡|形跡|兆候|時間|時刻|日時|期間|期限|時期|アラート|通知|イベント|記録|攻撃|被害|リスク|影響|試行|未遂|疑い|疑惑|中|済|予定|件数|一覧|範囲|回数|禁止|不可|保護|耐性|不能|調査|報告|事案|インシデント|条件|承認|申請|責任|担当|者|ログ'

/** What is done about somebody else's operation, or against it. */
export const counterVerbsJa =
  '検知|検出|監視|防(?:ぐ|ぎ|げ|止)|阻止|禁止|制限|制御|追跡|調査|特定|確認|調べ|復元|復旧|復活|回復|取り戻|元に戻|報告|見つけ|見つか|発見|気づ|気付|通知|記録|追(?:う|跡)|疑|痕跡|形跡|兆候|影響|原因|理由|履歴|状況|有無|対策|対応|ポリシー|方針|規程|規定|基準|避け|回避|守|把握|知りたい|判断|見分|識別|ルール|誰|いつ|リスク|罰|違反|意味|違い|とは'

/** Behind a verbal noun and a particle: it is to be done. 削除をお願いします. */
export const requestVerbsJa =
  'お願い|依頼|頼|実施|実行|行い|行う|行っ|おこな|進め|やり|やっ|やる|許可|承認|指示|手順|方法|やり方|仕方|コマンド|スクリプト|手伝|代行|始め|したい|可能|でき|必要|急|必須|して'

export const thirdPersonsJa =
  '攻撃者|犯人|侵入者|ハッカー|マルウェア|ランサムウェア|ウイルス|ワーム|内部不正者|不正者|何者か|第三者|誰か|だれか|退職者|従業員|犯罪者'
export const thirdPersonsEn =
  'attacker|attackers|adversary|adversaries|intruder|intruders|hacker|hackers|malware|ransomware|virus|worm|someone|somebody|anyone|anybody|nobody|insider|insiders|employee|employees|actor|actors|criminals|who|they|he|she|process|script|program|policy|task|job'

type Row = readonly [RegExp, string]

function godan(stem: string, row: 's' | 'r' | 'w', noun: string): readonly Row[] {
  const [a, i, u, e, o, te] = { s: 'さしすせそし', r: 'らりるれろっ', w: 'わいうえおっ' }[row]
  const form = (ending: string, into: string): Row => [new RegExp(`(?:${stem})${ending}`, 'g'), `${noun}${into}`]
  return [
    form(`${a}れ`, 'され'),
    form(`${a}ず`, 'せず'),
    form(`${a}な`, 'しな'),
    form(`${te}(?=[てたちと])`, 'し'),
    form(`${u}`, 'する'),
    form(`${e}ば`, 'すれば'),
    form(`${e}(?=[るなまた])`, 'でき'),
    form(`${e}`, 'しろ'),
    form(`${o}う`, 'しよう'),
    form(`${i}`, 'し'),
  ]
}

function ichidan(stem: string, noun: string): readonly Row[] {
  const form = (ending: string, into: string): Row => [new RegExp(`${stem}${ending}`, 'g'), `${noun}${into}`]
  return [
    form('られ', 'され'),
    form('ず', 'せず'),
    form('る', 'する'),
    form('れば', 'すれば'),
    form('よう', 'しよう'),
    form('ろ', 'しろ'),
    form('', 'し'),
  ]
}
