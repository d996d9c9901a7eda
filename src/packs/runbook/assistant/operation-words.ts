/** How many characters around an operation can bear on it. */
export const around = 300

/** What an operation does to what it is done to. */
export type OperationKind = 'destroy' | 'tamper' | 'disable' | 'power-off' | 'reinstall' | 'pay'

/**
 * Japanese verbs in all their forms, as the form of a verbal noun: 消さない is read as 削除しない, 消して as 削除して. Then
 * one set of endings tells the mood of all of them.
 */
export const japaneseVerbs: readonly (readonly [RegExp, string])[] = [
  [/電源(?:を|の)?/g, '電源'],
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

/** Operations by what they do. Japanese ones are verbal nouns; English ones are verbs, `*` for what may stand in between. */
export const operations: Readonly<
  Record<OperationKind, { readonly ja: readonly string[]; readonly en: readonly string[] }>
> = {
  destroy: {
    ja: [
      '削除',
      '消去',
      '抹消',
      '破棄',
      '廃棄',
      '破壊',
      'ワイプ',
      'パージ',
      'クリア',
      '上書き',
      '隠滅',
      '隠蔽',
      'デリート',
      '処分',
    ],
    en: 'delete|erase|wipe|purge|destroy|remove|clear|overwrite|shred|truncate|drop|nuke|trash|hide|conceal|scrub|clean up|clean out|clean|get rid of|throw away|throw out|discard|dispose of|dump out|empty|rm|cover up|restore * over|restore * onto|copy * onto|restore over|copy * over|write over|write * over'.split(
      '|',
    ),
  },
  tamper: {
    ja: ['改ざん', '改竄', '編集', '修正', '変更', '加工', '偽装'],
    en: 'tamper with|alter|modify|edit|rewrite|falsify|forge|backdate|doctor|change'.split('|'),
  },
  disable: {
    ja: ['停止', '無効化', 'アンインストール', '強制終了', '中断', 'バイパス', '解除', '除外', 'オフ', 'キル'],
    en: 'stop|disable|deactivate|turn * off|turn off|switch * off|switch off|shut * off|shut off|uninstall|kill|bypass|suspend|pause|halt|mute|silence|terminate|take * offline|unload'.split(
      '|',
    ),
  },
  'power-off': {
    ja: ['シャットダウン', '電源オフ', '再起動', 'リブート', '停止', '強制終了'],
    en: 'power * off|power off|power down|shut * down|shut down|reboot|restart|unplug|pull the plug on|pull the power on|turn * off|turn off|switch off|switch * off|stop|halt'.split(
      '|',
    ),
  },
  reinstall: {
    ja: [
      '初期化',
      'フォーマット',
      '再イメージ',
      'リイメージ',
      '再インストール',
      '工場出荷状態に',
      'リセット',
      'クリーンインストール',
    ],
    en: 'format|reformat|reimage|re-image|reinstall|factory reset|factory-reset|reset|rebuild|initialize|initialise|wipe'.split(
      '|',
    ),
  },
  pay: { ja: ['支払い', '支払', '送金'], en: 'pay|transfer|send'.split('|') },
}

const devicesJa =
  '端末|PC|パソコン|コンピュータ|ノートPC|サーバ|マシン|ホスト|ワークステーション|機器|実機|仮想マシン|VM|インスタンス|OS|システム|スマホ|スマートフォン'
const devicesEn =
  'server|servers|host|hosts|machine|machines|pc|pcs|laptop|laptops|computer|computers|workstation|workstations|device|devices|endpoint|endpoints|system|systems|vm|vms|instance|instances|controller|controllers|phone|phones|smartphone|smartphones|mobile|mobiles|tablet|tablets|box|node|nodes'
const recordsJa =
  'ログ|証跡|証拠|監査記録|記録|履歴|ヒストリ|痕跡|監査データ|フォレンジックデータ|トレース|アーカイブ|タイムライン|ヒストリー|タイムスタンプ|インシデント報告書'
const recordsEn =
  'log|logs|logfile|logfiles|evidence|trail|trails|record|records|history|histories|trace|traces|journal|journals|artifact|artifacts|artefact|artefacts|timestamp|timestamps|timeline|telemetry|tracks|forensics'

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

/** What an operation of a kind must not be done to without approval. Only the head of a phrase counts: "log format" is a format. */
export const protectedObjects: Readonly<Record<OperationKind, { readonly ja: string; readonly en: string }>> = {
  destroy: {
    ja: `${recordsJa}|ディスク|ドライブ|ストレージ|ボリューム|パーティション|HDD|SSD|バックアップ|スナップショット|メモリ|メモリダンプ|ダンプ|ディスクイメージ|イメージ|データ|データベース|DB|テーブル|ファイル|メール|検体|サンプル|アラート|チケット|通報|隔離フォルダ|フォルダ|ディレクトリ|USB|USBメモリ|アカウント|イベント|クラスタ|クラスター|コンテナ|バケット|リポジトリ|環境|${devicesJa}`,
    en: `${recordsEn}|account|accounts|disk|disks|drive|drives|storage|volume|volumes|partition|hdd|ssd|backup|backups|snapshot|snapshots|memory|dump|dumps|image|images|data|database|databases|table|tables|file|files|mail|mails|email|emails|message|messages|sample|samples|alert|alerts|ticket|tickets|folder|folders|directory|mailbox|mailboxes|copy|copies|usb|stick|entries|entry|event|events|cluster|clusters|container|containers|bucket|buckets|repository|namespace|environment|environments|${devicesEn}`,
  },
  tamper: { ja: recordsJa, en: `${recordsEn}|entry|entries` },
  disable: {
    ja: '監視|監視機能|監視ツール|EDR|XDR|NDR|AV|DLP|IDS|IPS|WAF|FW|SIEM|MFA|SELinux|Sysmon|auditd|Defender|syslog|アンチウイルス|アンチウィルス|ウイルス対策|ウイルス対策ソフト|セキュリティソフト|セキュリティ機能|セキュリティ対策|セキュリティ製品|セキュリティ|ファイアウォール|ファイヤーウォール|ロギング|ログ|監査|監査機能|監査ログ|記録|ログ取得|ログ収集|ログ転送|ログ出力|検知|検知機能|検知ルール|アラート|通知|エージェント|センサー?|リアルタイム保護|保護|保護機能|多要素認証|二要素認証|二段階認証|バックアップ|スキャン|制限|フィルタ|改ざん防止',
    en: 'monitoring|edr|xdr|ndr|av|dlp|ids|ips|waf|siem|mfa|2fa|selinux|sysmon|auditd|syslog|defender|antivirus|anti-virus|firewall|firewalls|logging|audit|auditing|audits|log|logs|logger|collection|forwarding|recording|detection|detections|alert|alerts|alerting|alarm|alarms|notification|notifications|agent|agents|sensor|sensors|protection|authentication|backup|backups|scan|scans|scanner|scanning|security|control|controls|tool|tools|software|product|filter|filters|collector|collectors',
  },
  'power-off': {
    ja: `${devicesJa}|サービス|本番|本番環境|基幹システム|電源|ルータ|スイッチ|ドメインコントローラ|データベース|DB|ネットワーク`,
    en: `${devicesEn}|service|services|production|router|routers|switch|power|network|database|site`,
  },
  reinstall: {
    ja: `${devicesJa}|ディスク|ドライブ|HDD|SSD|USB|USBメモリ|ストレージ|ボリューム|パーティション|データベース`,
    en: `${devicesEn}|disk|disks|drive|drives|usb|stick|volume|partition|storage|ssd|hdd|os|phone|database|c:`,
  },
  pay: {
    ja: '身代金|ビットコイン|暗号資産|仮想通貨|要求額|攻撃者に',
    en: 'ransom|bitcoin|attackers|attacker|hackers|criminals|extortionists|demand',
  },
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

/** Command lines that do it themselves. */
export const commands =
  /\brm\s+-\w*[rf]|\bwevtutil(?:\.exe)?\s+(?:cl|clear-log)\b|\bclear-eventlog\b|\bvssadmin\s+delete\b|\bmkfs(?:\.\w+)?\b|\bdd\s+if=|\bdel\s+\/[fsq]|\bformat\s+[a-z]:|\bdrop\s+(?:table|database)\b|\bsystemctl\s+(?:stop|disable)\s+(?:auditd|rsyslog|syslog|falcon-sensor)\b|\bsetenforce\s+0\b|\bauditctl\s+-e\s*0\b|\bhistory\s+-c\b|\bshred\s+-|\bset-mppreference\s+-disable/iu

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
